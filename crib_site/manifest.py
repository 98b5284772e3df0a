"""The web manifest, by which a phone or a computer installs the site like an app. There is no service worker."""

from django.http import HttpRequest, JsonResponse
from django.templatetags.static import static
from django.urls import reverse
from django.utils.translation import get_language, pgettext
from django.utils.translation import gettext as _
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

THEME, GROUND = "#33200f", "#f4efe3"
"""The head and the ground of a page by day: `--walnut` and `--paper` of `site.css`."""
_ICONS = (
    ("icon-192", 192, "any"),
    ("icon-512", 512, "any"),
    ("icon-maskable-512", 512, "maskable"),
)


@cache_control(public=True, max_age=24 * 60 * 60)
@require_safe
def manifest(_request: HttpRequest) -> JsonResponse:
    """Return the manifest. All addresses in it are below the one where the site is mounted."""
    home = reverse("home")
    content = {
        "id": home,
        "name": _("Cribbage Trainer"),
        "short_name": pgettext("name of the site under its icon", "Cribbage"),
        "description": _("Learn cribbage, count it fast, and play it well."),
        "lang": get_language(),
        "start_url": home,
        "scope": home,
        "display": "standalone",
        "theme_color": THEME,
        "background_color": GROUND,
        "icons": [
            {
                "src": static(f"icons/{name}.png"),
                "sizes": f"{size}x{size}",
                "type": "image/png",
                "purpose": purpose,
            }
            for name, size, purpose in _ICONS
        ],
    }
    return JsonResponse(content, content_type="application/manifest+json")
