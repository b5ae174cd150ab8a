"""Ridgepoint's widgets in Sphinx, from reStructuredText and from MyST.

    .. ridge:: roofline
       :model: Llama3_8B
       :hardware: H100
       :picture: roofline.svg
       :table: roofline.csv

       What limits each token?

In HTML this is the live widget, with the text and the picture as its fallback; readers without JavaScript see the table
too. Other builders (LaTeX, text, EPUB, man) get a title, the text, the picture and the table, and the address of the live
page where html_baseurl is set.

The options are the widget's attributes, as custom-elements.json lists them, and two more: ``picture`` and ``table``, files
that the widget saved ("Save as"), with paths as in an image directive. LaTeX cannot include SVG: use an extension that
converts it, such as sphinxcontrib.rsvgconverter, or save the picture as PNG too and write ``roofline.*``.

In conf.py, with a release of Ridgepoint in _static/rp/ (this file reads others of the release, so leave it there):

    sys.path.append(os.path.abspath("_static/rp"))
    extensions = ["ridgepoint_sphinx"]
    html_static_path = ["_static"]

``ridgepoint_script`` is the script in _static that pages with a widget load; the default is "rp/ridgepoint.js".
"""

from __future__ import annotations

import csv
import itertools
import json
from collections import defaultdict
from pathlib import Path
from typing import Any

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.config import Config
from sphinx.transforms.post_transforms import SphinxPostTransform
from sphinx.util import logging
from sphinx.util.docutils import SphinxDirective
from sphinx.writers.html5 import HTML5Translator

HERE = Path(__file__).parent
logger = logging.getLogger(__name__)


def _attributes() -> dict[str, list[str]]:
    """Names of the attributes of each widget."""
    modules = json.loads((HERE / "custom-elements.json").read_text(encoding="utf-8"))["modules"]
    elements = {element["tagName"]: element["attributes"] for module in modules for element in module["declarations"]}
    del elements["ridge-lab"]  # a page of its own, not a widget
    return {tag.removeprefix("ridge-"): [one["name"] for one in attributes] for tag, attributes in elements.items()}


ATTRIBUTES = _attributes()
# What all widgets have in common (theme, lock, url-state …) is how they look, which a title need not say.
OF_EVERY_WIDGET = set.intersection(*map(set, ATTRIBUTES.values()))
OWN = ["picture", "table"]
WIDEST_COLUMN = 40  # characters, in plain text


class ridge(nodes.General, nodes.Element):
    """A widget: its ``tag``, ``settings`` (attributes of the tag) and ``title``. The children are its fallback."""


class ridge_tables(nodes.General, nodes.Element):
    """The tables in a fallback, which a web page shows only without JavaScript."""


def _text(value: str | None) -> str:
    """The text of an option; a flag has none."""
    return value or ""


def _row(cells: list[str]) -> nodes.row:
    return nodes.row("", *(nodes.entry("", nodes.paragraph("", cell)) for cell in cells))


def _table(rows: list[list[str]]) -> nodes.table:
    """A table whose first row is its head."""
    widths = [min(WIDEST_COLUMN, max(1, *map(len, column))) for column in zip(*rows)]
    group = nodes.tgroup("", *(nodes.colspec(colwidth=width) for width in widths), cols=len(widths))
    group += [nodes.thead("", _row(rows[0])), nodes.tbody("", *map(_row, rows[1:]))]
    return nodes.table("", group)


def _tables(path: str) -> list[nodes.Node]:
    """The tables of a widget's CSV file: an empty line between two, and a line "# caption" above each."""
    found: list[nodes.Node] = []
    with open(path, encoding="utf-8-sig", newline="") as file:
        blocks = [list(block) for filled, block in itertools.groupby(csv.reader(file), bool) if filled]
    for (caption, *others), *rows in blocks:
        if others or not caption.startswith("# ") or len({len(row) for row in rows}) != 1:
            raise ValueError
        found += [nodes.paragraph("", "", nodes.strong("", caption[2:])), _table(rows)]
    if not found:
        raise ValueError
    return found


class RidgeDirective(SphinxDirective):
    """``.. ridge:: WIDGET``, with attributes as options and a fallback as content."""

    required_arguments = 1
    has_content = True
    # Any name passes: which attributes there are depends on the widget, so run() checks them.
    option_spec = defaultdict(lambda: _text, {name: _text for name in OWN})

    def warn(self, message: str) -> None:
        """Warns, naming the line of the directive."""
        logger.warning("ridge: %s", message, location=self.get_location(), type="ridge")

    def run(self) -> list[nodes.Node]:
        widget = self.arguments[0]
        node = ridge(tag=f"ridge-{widget}", docname=self.env.docname)
        self.state.nested_parse(self.content, self.content_offset, node)
        if widget not in ATTRIBUTES:
            self.warn(f'the widget must be one of {", ".join(sorted(ATTRIBUTES))}, given "{widget}"')
            return node.children

        allowed = [*ATTRIBUTES[widget], *OWN]
        for name in self.options:
            if name not in allowed:
                self.warn(f'{widget} has no attribute "{name}"; it takes {", ".join(sorted(allowed))}')
        settings = {name: self.options[name] for name in sorted(self.options) if name in ATTRIBUTES[widget]}
        said = ", ".join(f"{name} {value}".strip() for name, value in settings.items() if name not in OF_EVERY_WIDGET)
        node["settings"] = settings
        node["title"] = f"Ridgepoint, {widget}" + (f": {said}" if said else "")
        if picture := self.options.get("picture"):
            image = nodes.image(uri=picture, alt=node["title"])
            self.set_source_info(image)
            node += image
        if table := self.options.get("table"):
            node += self.tables(table)
        return [node]

    def tables(self, name: str) -> list[nodes.Node]:
        """The tables of a file, or a warning."""
        relative, path = self.env.relfn2path(name)
        self.env.note_dependency(relative)
        try:
            return [ridge_tables("", *_tables(path), tag="noscript", settings={})]
        except OSError as error:
            self.warn(f"the table {name} cannot be read: {error.strerror}")
        except (ValueError, csv.Error):
            self.warn(f"{name} is not a table that a widget saved")
        return []


class WithoutWidget(SphinxPostTransform):
    """Replaces widgets by their title and fallback, except on web pages."""

    default_priority = 100

    def run(self, **kwargs: Any) -> None:
        for node in list(self.document.findall(ridge)):
            if not _is_web(self.app):
                for tables in list(node.findall(ridge_tables)):
                    tables.replace_self(tables.children)
                node.replace_self([self.heading(node), *node.children])
            elif all(isinstance(child, ridge_tables) for child in node):
                node.insert(0, nodes.Text(node["title"]))

    def heading(self, node: ridge) -> nodes.paragraph:
        """The title, and where the widget is live."""
        line = nodes.paragraph("", "", nodes.strong("", node["title"]), nodes.Text(" (interactive in the HTML edition"))
        if self.config.html_baseurl:
            suffix = self.config.html_link_suffix or self.config.html_file_suffix or ".html"
            address = f"{self.config.html_baseurl.rstrip('/')}/{node['docname']}{suffix}"
            line += [nodes.Text(": "), nodes.reference("", address, refuri=address)]
        line += nodes.Text(")")
        return line


def _visit(self: HTML5Translator, node: ridge | ridge_tables) -> None:
    # starttag() escapes the values; tags and names are those of custom-elements.json.
    self.body.append(self.starttag(node, node["tag"], "", **node["settings"]))


def _depart(self: HTML5Translator, node: ridge | ridge_tables) -> None:
    self.body.append(f"</{node['tag']}>\n")


def _is_web(app: Sphinx) -> bool:
    return app.builder.format == "html" and app.builder.name != "epub"


def _configure(app: Sphinx, config: Config) -> None:
    # Python's cache of this file stands in _static, and is not for readers.
    config.exclude_patterns = [*config.exclude_patterns, "**/__pycache__"]


def _look_for_script(app: Sphinx) -> None:
    script = app.config.ridgepoint_script
    folders = [Path(app.confdir, folder) for folder in app.config.html_static_path]
    if _is_web(app) and "://" not in script and not any((folder / script).is_file() for folder in folders):
        logger.warning("ridge: %s is not in html_static_path, so no widget will run", script, type="ridge")


def _add_script(app: Sphinx, page: str, template: str, context: dict[str, Any], doctree: nodes.document | None) -> None:
    script = app.config.ridgepoint_script
    on_every_page = [name for name, _ in app.config.html_js_files]
    if doctree and any(doctree.findall(ridge)) and script not in on_every_page:
        app.add_js_file(script, **({} if script.endswith(".classic.js") else {"type": "module"}))


def setup(app: Sphinx) -> dict[str, Any]:
    """Registers the directive with Sphinx."""
    app.add_config_value("ridgepoint_script", "rp/ridgepoint.js", "html")
    app.add_node(ridge, html=(_visit, _depart))
    app.add_node(ridge_tables, html=(_visit, _depart))
    app.add_directive("ridge", RidgeDirective)
    app.add_post_transform(WithoutWidget)
    app.connect("config-inited", _configure)
    app.connect("builder-inited", _look_for_script)
    app.connect("html-page-context", _add_script)
    version = json.loads((HERE / "integrity.json").read_text(encoding="utf-8"))["version"]
    return {"version": version, "parallel_read_safe": True, "parallel_write_safe": True}
