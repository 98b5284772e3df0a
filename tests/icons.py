"""Draw the icons of the installed site from `static/favicon.svg`, with Chromium: python -m tests.icons

`static/icons/` has them. Run it again when the drawing changes.
"""

from io import BytesIO
from pathlib import Path

from PIL import Image
from playwright.sync_api import Page, sync_playwright

from tests.chromium import chromium

ROOT = Path(__file__).resolve().parent.parent
FOLDER = ROOT / "static" / "icons"
GREEN = "#17553b"
"""The ground of the drawing. A system that cuts icons into its own shape wants it to go to the edges."""
ROUNDED = {"icon-192": 192, "icon-512": 512}
FULL = {"icon-maskable-512": (512, 0.76), "apple-touch-icon": (180, 1.0)}
"""Their sizes, and how much of it the drawing takes: of a maskable icon only the middle is never cut off."""
COLOURS = 64
"""The drawing has five colours and their edges: so many in all look alike, in a third of the bytes."""


def draw(page: Page, name: str, size: int, ground: str, share: float) -> None:
    """Write one icon."""
    drawing = (ROOT / "static" / "favicon.svg").read_text(encoding="utf-8")
    page.set_viewport_size({"width": size, "height": size})
    style = f"margin: 0; height: 100vh; display: grid; place-items: center; background: {ground}"
    page.set_content(f'<body style="{style}"><div style="width: {share:.0%}; line-height: 0">{drawing}</div></body>')
    picture = Image.open(BytesIO(page.screenshot(omit_background=ground == "transparent")))
    picture.quantize(COLOURS, Image.Quantize.FASTOCTREE).save(FOLDER / f"{name}.png", optimize=True)


def main() -> None:
    """Write all icons."""
    FOLDER.mkdir(exist_ok=True)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=["--no-sandbox"])
        page = browser.new_page()
        for name, size in ROUNDED.items():
            draw(page, name, size, "transparent", 1.0)
        for name, (size, share) in FULL.items():
            draw(page, name, size, GREEN, share)
        browser.close()


if __name__ == "__main__":
    main()
