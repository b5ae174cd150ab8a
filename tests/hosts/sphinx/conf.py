import os
import sys

sys.path.append(os.path.abspath("_static/rp"))

project = "A Sphinx site"
extensions = ["myst_parser", "ridgepoint_sphinx"]
html_theme = "alabaster"
html_baseurl = "https://docs.example/course/"
html_static_path = ["_static"]
# For tags written as HTML; a page that has the directive alone needs no such line.
html_js_files = [("rp/ridgepoint.js", {"type": "module"})]
