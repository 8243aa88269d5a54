"""Finds links and anchors in Markdown as GitHub shows it, and in HTML."""

import html.parser
import re

FENCE = re.compile(r"^ *(```|~~~)")
INLINE = re.compile(r"(!?\[(?:[^\[\]`]|`[^`]*`|\[[^\]]*\])*\]\()([^()\s]+)(\))")
HTML_LINK = re.compile(r"(<(?:a|img)\b[^>]*?\b(?:href|src)=\")([^\"]+)(\")")
HEADING = re.compile(r"^#{1,6} +(.*?) *#*$")
ANCHOR = re.compile(r"<a (?:id|name)=\"([^\"]+)\"")


def prose_lines(text):
    """Yields (index, line, is_prose); lines of code blocks are not prose."""
    in_code = False
    for index, line in enumerate(text.split("\n")):
        is_fence = bool(FENCE.match(line))
        in_code ^= is_fence
        yield index, line, not (in_code or is_fence)


def rewrite(text, change):
    """Returns Markdown with `change(target)` in place of each link target outside code. Without a new target, only the text stays."""
    lines = []
    for _, line, is_prose in prose_lines(text):
        if is_prose:
            line = on_prose(line, lambda part: substitute(part, change))
        lines.append(line)
    return "\n".join(lines)


def on_prose(line, change):
    """Applies `change` to a line, without touching code spans that contain something like a link."""
    spans = []

    def hide(found):
        spans.append(found[0])
        return f"\0{len(spans) - 1}\0"

    hidden = re.sub(r"`[^`]*`", hide, line)
    return re.sub(r"\0(\d+)\0", lambda found: spans[int(found[1])], change(hidden))


def substitute(text, change):
    def replace(found):
        target = change(found[2])
        return found[1] + target + found[3] if target else found[1].removeprefix("[").removesuffix("](")

    for pattern in (INLINE, HTML_LINK):
        text = pattern.sub(replace, text)
    return text


def targets(text):
    """Returns the targets of all links and pictures in Markdown."""
    found = []
    rewrite(text, lambda target: found.append(target) or target)
    return found


def anchors(text):
    """Returns the anchors of a Markdown page on GitHub: those of headings, and `<a id>`."""
    found = set()
    counts = {}
    for _, line, is_prose in prose_lines(text):
        if not is_prose:
            continue
        found.update(ANCHOR.findall(line))
        heading = HEADING.match(line)
        if heading:
            title = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", heading[1])
            slug = re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-")
            count = counts.get(slug, 0)
            counts[slug] = count + 1
            found.add(f"{slug}-{count}" if count else slug)
    return found


class Page(html.parser.HTMLParser):
    """Links and anchors of an HTML page."""

    def __init__(self, text):
        super().__init__()
        self.links = []
        self.anchors = set()
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        for name, value in attributes:
            if name in ("id", "name") and value:
                self.anchors.add(value)
            elif name in ("href", "src") and value and tag in ("a", "img", "link", "script"):
                self.links.append(value)
