"""Which part of the menu a page stands under."""

from django.http import HttpRequest

_PAGES = {
    "learn": "lessons lesson screen check chapter_check glossary rule_card search",
    "play": "games new open table review shared shared_game seals luck decisions people new_table room sit_down watch "
    "challenge",
    "practise": "drills drill start reopen run runs summary attempt recall daily daily_day exam certificate own_games "
    "ask ask_count ask_discard ask_play classes join join_code classroom choose_drill set_run mix races race",
    "progress": "progress",
    "account": "account signup login preferences names email password everywhere end_one delete recovery recovery_sent "
    "reset deleted",
}
"""The parts with the names of their pages. No other page stands under one."""

PARTS = {name: part for part, names in _PAGES.items() for name in names.split()}


def menu_part(request: HttpRequest) -> dict[str, str]:
    """Give templates `menu_part`, the part of the menu that the page stands under; "" for none."""
    found = request.resolver_match
    return {"menu_part": PARTS.get(found.url_name or "", "") if found else ""}
