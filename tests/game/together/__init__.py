"""The rules of a table of people, each with its tests.

invitation: opening it takes no seat, a button does
    test_to_open_an_invitation_takes_no_seat, test_the_button_seats_a_guest_and_the_game_begins,
    test_an_invitation_that_leads_nowhere_says_so
who am I: the seat belongs to the learner, in any tab and on any device
    test_whoever_has_a_seat_and_opens_the_invitation_goes_to_the_table, test_people_without_names_are_told_apart,
    test_a_guest_who_logs_in_keeps_the_seat,
    test_a_second_device_comes_to_the_same_seat_and_the_first_follows, test_one_who_presses_twice_has_one_seat
empty seats: bots of a chosen level, or they wait; two to six seats and their sides
    test_any_mix_of_people_and_bots_sits_at_any_game, test_the_host_may_begin_with_bots_and_nobody_else,
    test_a_seat_can_be_chosen_where_there_are_several, test_a_seat_can_be_given_up_before_the_game
lookers-on: by another address, which can be taken away; they see what lies face up, and are taken along
    test_lookers_on_see_what_lies_face_up_and_no_hand, test_looking_on_can_be_taken_away,
    test_lookers_on_are_taken_along_to_the_next_game
somebody is away: after a minute, on their turn, the others may choose, and nothing happens by itself
    test_to_ask_is_to_be_here_and_is_written_every_fifteen_seconds,
    test_somebody_who_has_not_asked_for_a_while_is_seen_to_be_elsewhere,
    test_after_a_minute_the_others_may_choose_and_only_when_it_is_the_absent_ones_turn,
    test_nothing_happens_by_itself_while_somebody_is_away, test_no_bot_plays_for_somebody_who_is_here,
    test_a_bot_plays_on_until_whoever_was_away_takes_the_seat_back, test_the_game_can_be_ended_and_counts_for_nobody,
    test_all_are_told_for_whom_a_bot_plays_and_who_is_back
agreed end: an offer that all say yes to; whoever plays on says no
    test_a_game_ends_without_a_winner_once_all_say_yes, test_whoever_plays_on_declines_to_end_the_game,
    test_nobody_agrees_alone_and_no_bot_is_asked
abandoned: after 48 hours, or the days for a move, closed without a result
    test_a_table_that_nobody_comes_to_is_closed_as_unfinished, test_an_invitation_that_nobody_takes_is_closed_too,
    test_by_letter_nobody_is_away_before_their_days_are_over
clocks: the server's, and they do not stop while another waits
    test_the_clock_runs_for_each, test_no_clock_stops_for_a_game_left_lying_while_another_waits
rematch: the second yes joins the first's game; an offer dies after half an hour
    test_another_game_begins_when_both_have_said_yes, test_an_offer_dies_after_half_an_hour,
    test_nobody_plays_again_with_whom_they_have_blocked
talk: eight phrases and nothing else; they can be off
    test_a_phrase_stands_beside_the_name_of_who_said_it, test_nothing_else_can_be_said_and_not_much_at_once,
    test_phrases_can_be_off
help: off unless the invitation says otherwise
    test_hints_and_warnings_are_off_between_people_unless_agreed
called muggins, claims: a person's claim is called by a person
    test_a_claim_is_called_by_a_person, test_people_play_whole_games_by_their_pages,
    test_people_with_browsers_of_all_kinds_play_a_game
secrecy: nobody can tell what another holds; both discard at the same moment
    test_other_closed_cards_make_no_difference,
    test_whoever_looks_on_can_tell_no_card_that_lies_closed_to_anybody,
    test_what_both_discard_at_the_same_moment_is_accepted
news: asked by number, 204 in one query, less and less often; a hidden tab does not ask; nothing typed is lost
    test_an_answer_without_news_costs_one_query, test_every_action_is_news_for_the_other_once,
    test_a_page_asks_the_less_the_longer_nothing_happens, test_a_hidden_tab_does_not_ask_and_asks_once_it_is_seen,
    test_what_is_chosen_typed_open_and_focused_survives_news, test_a_network_that_is_cut_for_half_a_minute_loses_nothing
at the same moment: one outcome, told to both
    test_of_two_things_at_once_there_is_one_outcome_and_both_are_told
the server: killed, stopped, in two copies
    test_a_site_that_ends_in_the_middle_of_a_game_of_people_loses_and_doubles_nothing,
    test_moves_through_one_copy_of_the_site_are_seen_through_the_other
whom one knows: open tables of people one has played with or shares a class with; who is blocked finds none
    test_open_tables_are_shown_to_people_one_has_played_with, test_open_tables_are_shown_to_members_of_ones_classes,
    test_somebody_who_is_blocked_finds_no_table_and_is_unblocked_again
the same deals: without waiting, one try each, compared deal by deal; nobody learns of cards they have still to play
    test_everybody_is_dealt_the_same_from_the_same_seat, test_the_bots_play_as_they_did, test_everybody_has_one_try,
    test_results_are_sums_of_the_deals, test_what_is_still_to_be_played_makes_no_difference,
    test_who_has_played_the_deals_hears_of_another_who_has_finished_them,
    test_an_organiser_sets_deals_that_they_have_played
race: the same questions for all who are ready; the host starts it; results grow; “again” takes all to the next
    test_the_start_gives_everybody_the_same_questions, test_the_start_lies_ahead_and_is_the_same_for_all,
    test_results_grow_as_people_finish, test_again_takes_all_to_the_next_race, test_two_people_race,
    test_who_has_run_a_race_hears_elsewhere_that_all_have_finished,
    test_no_page_tells_of_questions_or_of_running_answers, test_an_organiser_sets_a_race_for_the_class,
    test_who_is_ready_hears_of_the_start_in_a_hidden_tab_and_who_only_looks_asks_once_it_is_seen
gone: a deleted account leaves the others' game whole
    test_a_deleted_account_leaves_the_others_game_whole, test_results_outlive_those_who_leave,
    test_a_class_that_closes_leaves_games_and_races_whole, test_who_leaves_a_class_keeps_their_results,
    test_two_who_become_one_leave_a_bot_in_the_other_seat
"""
