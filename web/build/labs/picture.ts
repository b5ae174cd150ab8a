// A drawing of a lab's folder, in its page: it takes the page's colours, and its figures are the engine's.

import { escapeHtml } from "../../labs/html.js";
import type { LabFolder } from "./folder.js";

/** What a drawing may consist of. Nothing here runs, loads or styles; names would meet those of the page. */
const ELEMENTS = new Set(["svg", "g", "path", "rect", "circle", "ellipse", "line", "polyline", "polygon", "text", "tspan"]);
const FORBIDDEN = /^(on\w*|style|href|xlink:href|src|id)$/;

function wrongIn(drawing: string): string | undefined {
  const element = [...drawing.matchAll(/<\/?([\w:-]+)/g)].map(([, name]) => name!).find((name) => !ELEMENTS.has(name));
  if (element) return `it has <${element}>, and may consist of ${[...ELEMENTS].join(", ")}`;
  const attribute = [...drawing.matchAll(/\s([\w:-]+)\s*=/g)].map(([, name]) => name!).find((name) => FORBIDDEN.test(name));
  if (attribute) return `it has the attribute ${attribute}, which may not stand in a drawing`;
  return /^<svg [^>]*viewBox="[\d. ]+"[^>]*>/.test(drawing) ? undefined : "it must begin with <svg and have a viewBox";
}

/** `shows`: what the drawing says, for whoever does not see it, and the words below it. */
export function pictureHtml(folder: LabFolder, file: string, shows: string, figure: (name: string) => string): string {
  if (!/^[\w-]+\.svg$/.test(file)) throw new Error(`a picture is an SVG file of the lab's folder, not ${file}`);
  if (!shows.trim()) throw new Error(`${file} needs a description: ![what it shows](${file})`);
  const source = folder.read(file);
  if (source === undefined) throw new Error(`there is no ${file} beside lab.md`);
  const drawing = source.replace(/<!--[\s\S]*?-->/g, "").trim();
  const wrong = wrongIn(drawing);
  if (wrong) throw new Error(`${file}: ${wrong}`);
  const filled = (text: string): string => text.replace(/\{\{\s*([\w-]+)\s*\}\}/g, (_, name: string) => escapeHtml(figure(name)));
  const title = filled(escapeHtml(shows));
  return `<figure class="picture">${filled(drawing).replace(/^<svg /, `<svg role="img" aria-label="${title}" `)}<figcaption>${title}</figcaption></figure>\n`;
}
