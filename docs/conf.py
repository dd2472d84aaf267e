"""How Sphinx builds the documentation: ``sphinx-build -W docs docs/_build/html`` from the project's root.

The built site asks nothing of the internet: fonts and scripts are files of the theme, and formulas are MathML.
"""

import sys
from pathlib import Path

HERE = Path(__file__).parent
# The tables are generated from this tree, not from an installed package.
sys.path.insert(0, str(HERE.parent))

from docutils import nodes  # noqa: E402
from docutils.utils.math.latex2mathml import tex2mathml  # noqa: E402

from core import __version__  # noqa: E402
from docs.generated import PAGES, api  # noqa: E402

project = "Helped & Hurt"
author = "The Helped & Hurt maintainers"
version = release = __version__
language = "en"
# Two hyphens begin an option.
smartquotes = False

extensions = [
    "myst_parser",
    "sphinx.ext.autodoc",
    "sphinx.ext.autosummary",
    "numpydoc",
    "sphinx_design",
]
exclude_patterns = ["_build", "_generated"]
myst_enable_extensions = ["colon_fence", "deflist", "dollarmath"]
myst_heading_anchors = 4
suppress_warnings = ["myst.header"]  # an included page may begin below the first level

default_role = "obj"
autodoc_typehints = "none"
autosummary_generate = True
numpydoc_show_class_members = False

html_theme = "pydata_sphinx_theme"
html_title = project
html_static_path = ["_static"]
html_css_files = ["style.css"]
html_favicon = html_logo = "../dashboard/static/mark.svg"
html_show_sourcelink = False
html_show_copyright = False
# Only chapters with pages of their own have a list of them beside the text.
html_sidebars = {name: [] for name in ("*", "api/*")}
html_copy_source = False
html_theme_options = {
    "logo": {"text": project},
    "show_prev_next": True,
    "secondary_sidebar_items": ["page-toc"],
    "navbar_align": "left",
    "header_links_before_dropdown": 6,
    "footer_start": [],
    "footer_end": [],
    "pygments_light_style": "a11y-high-contrast-light",
    "pygments_dark_style": "a11y-high-contrast-dark",
}


def write_generated():
    """Write the pages that are made from the registries, where they changed, before Sphinx looks for pages."""
    folder = HERE / "_generated"
    folder.mkdir(exist_ok=True)
    pages = {folder / f"{name}.md": make for name, make in PAGES.items()} | {HERE / "api.md": api}
    for path, make in pages.items():
        text = make()
        if not path.exists() or path.read_text(encoding="utf-8") != text:
            path.write_text(text, encoding="utf-8")


write_generated()


def inline_formula(self, node):
    """Write a formula within a line as MathML."""
    self.body.append(str(tex2mathml(node.astext(), as_block=False)))
    raise nodes.SkipNode


def block_formula(self, node):
    """Write a formula of its own as MathML."""
    self.body.append(f'<div class="math">{tex2mathml(node.astext(), as_block=True)}</div>')
    raise nodes.SkipNode


def setup(app):
    """Register how formulas are written."""
    app.add_html_math_renderer("mathml", (inline_formula, None), (block_formula, None))
    app.config.html_math_renderer = "mathml"
