// The page for an iframe: embed.html?widget=quantization&hardware=A100 is one widget with these attributes. It tells the host
// how high it is; a host that answers, with ridgepoint-frame.js, shows all of it, and any other a scrollbar.

import widgets from "#widgets";
import { bring } from "./bring.js";

const main = document.querySelector("main")!;
main.querySelector("ridge-frame")!.remove();
const say = (text: string): void => {
  const line = document.createElement("p");
  line.role = "alert";
  line.textContent = text;
  main.append(line);
};

const query = new URLSearchParams(location.search);
const wanted = query.get("widget") ?? "";
query.delete("widget");
const widget = widgets.find(({ name }) => name === wanted);
if (widget) {
  const element = document.createElement(widget.tag);
  // The host is told no height of an empty page, which would move what stands below the frame twice.
  element.className = "reserve";
  // The frame itself may be lazy; inside, there is nothing to scroll to.
  element.setAttribute("loading", "eager");
  element.setAttribute("url-state", "");
  for (const [name, value] of query) {
    if (widget.attributes.includes(name)) element.setAttribute(name, value);
    else say(`${name} is not a setting of the ${wanted} widget and was ignored.`);
  }
  // The page around the widget goes with it.
  document.documentElement.style.colorScheme = query.get("theme") ?? "";
  main.append(element);
  bring(widget.script).catch((error: Error) => {
    element.className = "";
    say(`${error.message}, so there is no widget here.`);
  });
} else {
  say(`Add ?widget= to the address, with one of ${widgets.map(({ name }) => name).join(", ")}${wanted ? `; ${wanted} is not one` : ""}.`);
}

// A height is no secret, so whoever holds the frame may hear it; who answers must be the same.
const page = document.documentElement;
new ResizeObserver(() => parent.postMessage({ ridgepoint: "height", height: Math.ceil(page.getBoundingClientRect().height) }, "*")).observe(page);
addEventListener("message", ({ source, data }: MessageEvent<{ ridgepoint?: string } | null>) => {
  if (source === parent && data?.ridgepoint === "resized") page.classList.add("fitted");
});
