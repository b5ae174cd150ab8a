project = "A Sphinx site"
extensions = ["myst_parser"]
html_theme = "alabaster"
html_static_path = ["_static"]
html_js_files = [("rp/ridgepoint.js", {"type": "module"})]
