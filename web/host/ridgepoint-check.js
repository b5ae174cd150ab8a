// For a page with Ridgepoint's widgets, or one of the site that its script brings to life: before that script, says so, with what
// is known of the cause, where it did not run at all. In the JavaScript of 2009, since browsers too old for the widgets are one of the causes.
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

  // What each tag needs on its page. A page of the site has a tag of its own around what its script brings to life (web/ui/started.ts).
  var SCRIPTS = "%scripts%", OF_LABS = /-(lab|variants|course)$/;

  function defined(name) { return window.customElements && customElements.get(name); }

  /** What the reader, or the page's author, is told of a widget that did not start. */
  function cause(name) {
    var script = SCRIPTS[name.slice(6)] || OF_LABS.test(name) && "lab.js", isPage = /-(page|frame|course)/.test(name);
    if (!script && !isPage) return "There is no widget <" + name + ">; there are <ridge-" + Object.keys(SCRIPTS).join(">, <ridge-") + ">.";
    var failed = "This " + (isPage ? "page" : "widget") + " did not start: ";
    if (location.protocol === "file:") {
      return failed + "browsers run no modules in pages that are opened as files. Serve the folder, or take the offline archive" + (script === "ridgepoint.js" ? " or ridgepoint.classic.js." : ".");
    }
    if (!isPage && script !== "ridgepoint.js" && defined("ridge-roofline")) return failed + "<" + name + "> needs " + script + " beside ridgepoint.js.";
    return failed + "its script is missing, is blocked, or needs a newer browser.";
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
      // Where its own script is on the way, ridgepoint.js, which asked for it, leaves a promise and tells what comes of it; and where
      // lab.js has run, what it brings for a page of its own is on the way.
      if (/^ridge-/.test(name) && !all[i].coming && !defined(name) && !(OF_LABS.test(name) && defined("ridge-lab"))) silent.push(all[i]);
    }
    silent.forEach(tell);
  });
})();
