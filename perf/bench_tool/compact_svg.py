"""matplotlib's SVG in few elements: no groups, and a path for all lines or marks of one style that follow each other."""
import re
from xml.etree import ElementTree
from xml.sax.saxutils import escape, quoteattr

NAMESPACE = "{http://www.w3.org/2000/svg}"
LINK = "{http://www.w3.org/1999/xlink}href"
KEPT = ("d", "x", "y", "style", "transform", "clip-path")
CIRCLE = r"M 0 ([\d.]+) (?:C [^C]+){8}z"


def rounded(attributes):
    """A tenth of a point is enough."""
    return {key: value if key == "style" else re.sub(r"(?<=\d\.\d)\d+", "", " ".join(value.split())) for key, value in attributes.items()}


def moved(mark, x, y):
    """A mark's path, drawn at a point: eight curves are a circle, which two arcs draw as well."""
    circle = re.fullmatch(CIRCLE, " ".join(mark.split()))
    if circle:
        radius = float(circle[1])
        return "M {:g} {:g} a {r:g} {r:g} 0 1 0 {w:g} 0 a {r:g} {r:g} 0 1 0 -{w:g} 0 z".format(x - radius, y, r=radius, w=2 * radius)
    by = iter([x, y] * len(mark))
    return re.sub(r"-?[\d.]+", lambda number: f"{float(number[0]) + next(by):.2f}", mark)


def drawn(element, marks, inherited):
    """(kind, attributes, children or text) of all that is drawn, in its order. A member of a group has the group's attributes; a mark is a path."""
    kind = element.tag.removeprefix(NAMESPACE)
    attributes = inherited | {key: value for key, value in element.attrib.items() if key in KEPT}
    if attributes.get("transform", "").startswith("rotate(-0 "):
        del attributes["transform"]
    if kind in ("svg", "g"):
        for child in element:
            yield from drawn(child, marks, attributes)
    elif kind == "use":
        mark = marks[element.get(LINK).removeprefix("#")]
        attributes["d"] = moved(mark.get("d"), float(attributes.pop("x")), float(attributes.pop("y")))
        styles = f"{mark.get('style', '')}; {attributes.get('style', '')}".replace("fill-opacity: 0;", "fill: none;").split("; ")
        attributes["style"] = "; ".join(dict.fromkeys(filter(None, styles)))
        yield "path", attributes, None
    elif kind in ("path", "text"):
        yield kind, attributes, "".join(written("tspan", part.attrib, escape(part.text or "")) for part in element) or escape((element.text or "").strip())


def joined(elements):
    """Paths of one style as one path, unless another style lies between them, or what overlaps shows. Texts do not overlap them."""
    found, last, its = [], None, None
    for kind, attributes, inside in elements:
        others = {key: value for key, value in attributes.items() if key != "d"}
        if kind == "path" and others == its and "opacity" not in str(its):
            last["d"] += f" {attributes['d']}"
            continue
        if kind == "path":
            last, its = attributes, others
        found.append((kind, attributes, inside))
    return found


def written(kind, attributes, inside=None):
    names = "".join(f" {key}={quoteattr(value)}" for key, value in rounded(attributes).items())
    return f"<{kind}{names}>{inside}</{kind}>" if inside else f"<{kind}{names}/>"


def compact(text):
    root = ElementTree.fromstring(text)
    marks = {path.get("id"): path for defs in root.iter(f"{NAMESPACE}defs") for path in defs.iter(f"{NAMESPACE}path")}
    lines = ["<style>*{stroke-linejoin: round; stroke-linecap: butt}</style>"]
    for clip in root.iter(f"{NAMESPACE}clipPath"):
        lines.append(f'<clipPath id="{clip.get("id")}">{"".join(written("rect", rect.attrib) for rect in clip)}</clipPath>')
    lines += [written(*one) for one in joined(drawn(root, marks, {}))]
    head = {"xmlns": NAMESPACE[1:-1]} | {key: root.get(key) for key in ("width", "height", "viewBox")}
    return written("svg", head, "\n" + "\n".join(lines) + "\n") + "\n"
