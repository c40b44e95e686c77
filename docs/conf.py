"""The site that `make docs` builds of the pages: Sphinx, with MyST for Markdown, and an API reference made of docstrings.

The source folder is the checkout, so that links between pages are the same here and where they are read as files:

    sphinx-build -c docs -b html . build/site
"""

from __future__ import annotations

import hloom

project = "hloom"
author = "the authors of hloom"
project_copyright = author
release = version = hloom.__version__

root_doc = "docs/index"
include_patterns = ["README.md", "CHANGELOG.md", "CONTRIBUTING.md", "SECURITY.md", "benchmarks/README.md",
                    "docs/*.md", "docs/*.rst"]
extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx.ext.autosummary"]
html_theme = "alabaster"
html_theme_options = {"description": "StableHLO and XLA-HLO for Python", "page_width": "72rem", "fixed_sidebar": True}

myst_heading_anchors = 4
autosummary_generate = False
autodoc_member_order = "bysource"
autodoc_typehints = "signature"
# No highlighter knows mlir and hlo, and links to folders have no page; tests/project/test_documents.py follows all links.
suppress_warnings = ["misc.highlighting_failure", "myst.xref_missing"]

for name in hloom.__all__:  # what is loaded when it is first asked for: autodoc looks at what there is
    setattr(hloom, name, getattr(hloom, name))
