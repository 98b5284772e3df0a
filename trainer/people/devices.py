"""Browsers and systems, as coarse as their owner knows them: "Firefox on Android". No version is kept."""

from django.utils.translation import gettext as _

_BROWSERS = {  # in this order: each of the later ones is named by earlier ones too
    "Edg": "Edge",
    "OPR/": "Opera",
    "SamsungBrowser/": "Samsung Internet",
    "Firefox/": "Firefox",
    "FxiOS/": "Firefox",
    "Chrome/": "Chrome",
    "Chromium/": "Chrome",
    "CriOS/": "Chrome",
    "Safari/": "Safari",
}
_SYSTEMS = {
    "Android": "Android",
    "iPhone": "iPhone",
    "iPad": "iPad",
    "CrOS": "ChromeOS",
    "Windows": "Windows",
    "Macintosh": "Mac",
    "Linux": "Linux",
}


def kind_of(user_agent: str) -> str:
    """Return the browser and the system of a User-Agent header, with a slash between; "" for what is not known."""
    browser, system = (
        next((name for sign, name in signs.items() if sign in user_agent), "") for signs in (_BROWSERS, _SYSTEMS)
    )
    return f"{browser}/{system}"


def in_words(kind: str) -> str:
    """Return the words for what `kind_of` found."""
    browser, _slash, system = kind.partition("/")
    if browser and system:
        return _("%(browser)s on %(system)s") % {"browser": browser, "system": system}
    if system:
        return _("A browser on %(system)s") % {"system": system}
    return browser or _("A browser")
