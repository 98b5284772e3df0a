"""Tables of people in words: why something cannot be done, what became of a table, and what waits."""

from collections.abc import Collection, Sequence

from django.utils.functional import Promise
from django.utils.text import get_text_list
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from game.models import Party, Seat
from game.table.words import Names
from game.together.tables import Fault

FAULTS: dict[Fault, Promise] = {
    Fault.MOVED: gettext_lazy("The table had already moved on, so nothing was done."),
    Fault.FULL: gettext_lazy("All seats at this table are taken."),
    Fault.TAKEN: gettext_lazy("Somebody has just taken that seat."),
    Fault.BEGUN: gettext_lazy("The game at this table has already begun."),
    Fault.CLOSED: gettext_lazy("This table is closed."),
    Fault.BLOCKED: gettext_lazy("Somebody at this table does not want to play with you."),
    Fault.BLOCKING: gettext_lazy("You have blocked somebody at this table."),
    Fault.TOO_MANY: gettext_lazy("You have twelve tables that wait for people. Cancel one of them first."),
    Fault.BACK: gettext_lazy("They are back, or have just played: the game goes on with them."),
    Fault.SAID_MUCH: gettext_lazy("You have said a lot just now. Wait a moment."),
    Fault.SHARED: gettext_lazy("This match is shared, so anybody can see its cards. Stop sharing it first."),
    Fault.WITHDRAWN: gettext_lazy("This link was withdrawn: nobody can begin these deals any more."),
    Fault.LEFT: gettext_lazy("Whoever made this has left the site: nobody can begin these deals any more."),
    Fault.TRIED: gettext_lazy("You have played these deals already: everybody has one try."),
    Fault.MANY_TRIED: gettext_lazy("A hundred people have played these deals: nobody new can begin them."),
    Fault.BLOCKED_BY_MAKER: gettext_lazy("Whoever made this does not want to play with you."),
    Fault.BLOCKING_MAKER: gettext_lazy("You have blocked whoever made this."),
}

DONE: dict[str, Promise] = {
    "said": gettext_lazy("You have said it."),
    "shut-out": gettext_lazy("Blocked. You will not sit at a table together again; this game can still go on."),
    "bot": gettext_lazy("A bot plays on. Whoever was away can take the seat back."),
    "back": gettext_lazy("You play yourself again."),
    "watch": gettext_lazy("Whoever has the address for lookers-on can look on now."),
    "unwatch": gettext_lazy("Nobody can look on any more."),
}
"""What is said once something is done."""

CLOSED: dict[str, Promise] = {
    Party.End.CANCELLED: gettext_lazy("This table was cancelled before the game began."),
    Party.End.ENDED: gettext_lazy("This game was ended by the players. It counts for nobody."),
    Party.End.ABANDONED: gettext_lazy("Nobody played here for days, so this table is closed. It counts for nobody."),
}


def told(code: str) -> str:
    """Return the sentence for what was done or why it was not, "" for none."""
    if code in DONE:
        return str(DONE[code])
    return str(FAULTS[Fault(code)]) if code in list(Fault) else ""


def closed(party: Party) -> str:
    """Return why a table is closed, "" for one that is open."""
    return str(CLOSED[party.closed]) if party.closed else ""


def away(seats: Sequence[Seat], names: Names, days: int | None) -> str:
    """Return who is away, and what the others may choose; "" for nobody."""
    if not seats:
        return ""
    name = names[seats[0].place]
    if days:
        sentence = ngettext(
            "%(name)s has not moved for %(n)s day. Wait, let a bot play on, or end the game under “The table”.",
            "%(name)s has not moved for %(n)s days. Wait, let a bot play on, or end the game under “The table”.",
            days,
        )
        return sentence % {"name": name, "n": days}
    return _("%(name)s is away. Wait, let a bot play on, or end the game under “The table”.") % {"name": name}


def offered(places: Sequence[int], own: int | None, names: Names) -> str:
    """Return who wants another game: the reader, or the others. "" for nobody."""
    if own in places:
        return _("You would like another game. It begins when the others say yes.")
    if not places:
        return ""
    return _("%(name)s would like another game.") % {"name": names[places[0]]}


def ends_offered(places: Collection[int], own: int | None, names: Names) -> str:
    """Return who offers to end the game without a winner: the reader, or another. "" for nobody."""
    if own in places:
        return _("You offer to end the game. It ends once all say yes.")
    if not places:
        return ""
    return _("%(name)s offers to end the game without a winner.") % {"name": names[min(places)]}


def days_told(days: int | None) -> str:
    """Return how long a move may take."""
    if not days:
        return _("In one sitting")
    return ngettext("%(n)s day for a move", "%(n)s days for a move", days) % {"n": days}


def says(said: tuple[int, str] | None, names: Names) -> str:
    """Return what somebody has said, "" for nothing."""
    return _("%(name)s says: %(phrase)s.") % {"name": names[said[0]], "phrase": said[1]} if said else ""


def looking_on(names: Sequence[str]) -> str:
    """Return at whom somebody looks on."""
    return _("You are looking on at %(names)s.") % {"names": get_text_list(list(names), _("and"))}


def no_invitation() -> str:
    """Return why an invitation leads nowhere."""
    return _(
        "No invitation is at this address. It may be mistyped, out of date, or taken back by whoever sent it: ask them "
        "for a new one."
    )


def no_table() -> str:
    """Return why a table is not shown to somebody who does not sit there."""
    return _("No game that you play is at this address. It may be mistyped. To join a game, ask for its invitation.")


def not_shown() -> str:
    """Return why an address for lookers-on shows no table."""
    return _("No table is shown at this address. Whoever plays there may have withdrawn it: ask them for another.")


def stood_in() -> str:
    """Return that a bot plays for the reader."""
    return _("A bot plays for you. Take your seat back whenever you like.")
