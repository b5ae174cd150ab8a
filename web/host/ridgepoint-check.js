// For a page with Ridgepoint's widgets, before their script: says so, with what is known of the cause, where that script did
// not run at all. In the JavaScript of 2009, since browsers too old for the widgets are one of the causes.
(function () {
  "use strict";
  var heard = [];
  function listen(name, describe) {
    addEventListener(name, function (event) { var line = describe(event); if (line && heard.indexOf(line) < 0) heard.push(line); }, true);
  }
  listen("error", function (event) {
    if (event.target && event.target.src) return "not loaded: " + event.target.src;
    return event.message && event.message + " (" + event.filename + ":" + event.lineno + ")";
  });
  listen("securitypolicyviolation", function (event) { return "forbidden by " + event.violatedDirective + ": " + event.blockedURI; });

  function make(name, text, parent) {
    var element = document.createElement(name);
    element.textContent = text;
    if (parent) parent.appendChild(element);
    return element;
  }

  // What each tag needs on its page.
  var SCRIPTS = "%scripts%", OF_LABS = { lab: "lab.js", variants: "lab.js" };

  /** What the reader, or the page's author, is told of a widget that did not start. */
  function cause(name) {
    var kind = name.replace("ridge-", ""), script = SCRIPTS[kind] || OF_LABS[kind];
    // The one that stands for whichever embed.html is asked for.
    if (!script && name !== "ridge-frame") return "There is no widget <" + name + ">; there are <ridge-" + Object.keys(SCRIPTS).join(">, <ridge-") + ">.";
    if (location.protocol === "file:") {
      return "This widget did not start: browsers run no modules in pages that are opened as files. Serve the folder, or take the offline archive" + (script === "ridgepoint.js" ? " or ridgepoint.classic.js." : ".");
    }
    if (script !== "ridgepoint.js" && window.customElements && customElements.get("ridge-roofline")) return "This widget did not start: <" + name + "> needs " + script + " beside ridgepoint.js.";
    return "This widget did not start: its script is missing, is blocked, or needs a newer browser. What stands below does without it.";
  }

  function tell(widget) {
    var text = ["Ridgepoint, " + widget.localName + ": its script did not run"].concat(heard, location.href.split("#")[0], navigator.userAgent).join("\n");
    var box = make("div", "");
    box.className = "ridgepoint-failed";
    box.setAttribute("role", "alert");
    make("p", cause(widget.localName), box);
    var shown = make("pre", text, box);
    shown.style.whiteSpace = "pre-wrap";
    shown.style.overflowWrap = "anywhere";
    var button = make("button", "Copy", box);
    button.type = "button";
    var said = make("span", "", box);
    said.setAttribute("role", "status");
    function selected() {
      getSelection().selectAllChildren(shown);
      said.textContent = " The browser blocked copying. The text is selected: copy it yourself.";
    }
    button.onclick = function () {
      if (!navigator.clipboard) return selected();
      navigator.clipboard.writeText(text).then(function () { said.textContent = " Copied."; }, selected);
    };
    box.style.marginBottom = "1em";
    widget.parentNode.insertBefore(box, widget);
    widget.style.minHeight = "0";
    // A host may bring the script later, after all.
    if (window.customElements) customElements.whenDefined(widget.localName).then(function () { box.parentNode.removeChild(box); widget.style.minHeight = ""; });
  }

  addEventListener("load", function () {
    var all = document.getElementsByTagName("*"), silent = [];
    for (var i = 0; i < all.length; i++) {
      var name = all[i].localName;
      if (/^ridge-/.test(name) && !(window.customElements && customElements.get(name))) silent.push(all[i]);
    }
    silent.forEach(function (widget) {
      // Where its own script is on the way, ridgepoint.js, which asked for it, leaves a promise here and tells what comes of it.
      if (!widget.coming) tell(widget);
    });
  });
})();
