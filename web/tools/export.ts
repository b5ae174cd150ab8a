// A drawing as a file. Colours come from the page's style sheets, which a saved file has not, so they
// are written into the copy. The bitmap is painted shape by shape on a canvas: an <img> of the SVG
// would need img-src blob:, which a strict policy does not give.

import { textWidth, type EngineContext, type ExportKind, type ToolboxOf } from "#shared";
import { csv } from "./csv.js";

type Values = Record<string, unknown>;

const isRecord = (value: unknown): value is Values => typeof value === "object" && value !== null && !Array.isArray(value);

/** A model or a device in full, since a picture leaves its page. */
const nameIn = (entries: readonly { id: string; name: string }[], value: unknown): string =>
  isRecord(value) ? String(value["name"] ?? "your own") : (entries.find(({ id }) => id === value)?.name ?? String(value));

/** Each model of a request and the device it runs on, those of both sides of a comparison too. */
function subjects(request: Values, lab: EngineContext): string[] {
  const own = [...("model" in request ? [nameIn(lab.models, request["model"])] : []), ...("hardware" in request ? [nameIn(lab.hardware, request["hardware"])] : [])];
  const inner = Object.entries(request).flatMap(([name, value]) => (isRecord(value) && !/model|hardware/.test(name) ? subjects(value, lab) : []));
  return [...new Set([...(own.length > 0 ? [own.join(", ")] : []), ...inner])];
}

/** Drawings one under another, the numbers of the tables, or request and result whole. */
export async function exported(kind: ExportKind, of: ToolboxOf, theme: string): Promise<Blob> {
  const { request, result, tables } = of.now()!;
  const lab = of.lab()!;
  if (kind === "json") return new Blob([JSON.stringify({ request, result, engine: lab.engine.version }, null, 2)], { type: "application/json" });
  if (kind === "csv") return new Blob([csv(tables)], { type: "text/csv" });
  const root = of.root();
  const pictures = [...root.querySelectorAll("figure")].map((figure) => ({
    heading: figure.querySelector(".heading")!.textContent!,
    drawing: figure.querySelector<SVGSVGElement>("svg.drawing")!,
  }));
  if (pictures.length === 0) throw new Error("this widget has no chart");
  const about = [root.querySelector("section")!.getAttribute("aria-label")!, ...subjects(request, lab)];
  if (kind === "png") return onSheet(about, pictures, theme, png);
  if (kind === "svg") return onSheet(about, pictures, theme, (sheet, page) => new Blob([standaloneSvg(sheet, page)], { type: "image/svg+xml" }));
  throw new Error(`export takes svg, png, csv or json, not ${String(kind)}`);
}

const KEPT = ["fill", "fill-opacity", "stroke", "stroke-width", "stroke-dasharray", "stroke-opacity", "stroke-linejoin", "paint-order", "opacity", "font-size", "font-weight", "font-family", "text-anchor", "dominant-baseline"] as const;

function standaloneSvg(drawing: SVGSVGElement, page: string): string {
  const copy = drawing.cloneNode(true) as SVGSVGElement;
  const originals = [drawing, ...drawing.querySelectorAll<SVGElement>("*")];
  const copies = [copy, ...copy.querySelectorAll<SVGElement>("*")];
  originals.forEach((original, index) => {
    const style = getComputedStyle(original);
    const target = copies[index]!;
    if (style.display === "none") target.setAttribute("display", "none");
    for (const name of KEPT) {
      const value = style.getPropertyValue(name);
      if (value && value !== "none" && value !== "normal") target.setAttribute(name, value);
      else if (value === "none" && (name === "fill" || name === "stroke")) target.setAttribute(name, "none");
    }
    for (const name of ["class", "tabindex", "part", "style"]) target.removeAttribute(name);
  });
  const { width, height } = drawing.viewBox.baseVal;
  copy.setAttribute("xmlns", "http://www.w3.org/2000/svg");
  copy.setAttribute("width", String(width));
  copy.setAttribute("height", String(height));
  const back = document.createElementNS("http://www.w3.org/2000/svg", "rect");
  back.setAttribute("width", String(width));
  back.setAttribute("height", String(height));
  back.setAttribute("fill", page);
  copy.insertBefore(back, copy.firstElementChild?.nextSibling ?? null);
  return `<?xml version="1.0" encoding="UTF-8"?>\n${new XMLSerializer().serializeToString(copy).replace(/<!--[^>]*-->/g, "")}\n`;
}

interface Picture {
  heading: string;
  drawing: SVGSVGElement;
}

const PAD = 24;

/**
 * Drawings one under another below lines that say what they are of, as one drawing on the light page that papers and
 * slides have unless another theme is asked for. Stands unseen beside its originals, whose styles it needs, while `use` copies it.
 */
function onSheet<T>(lines: string[], pictures: Picture[], theme: string, use: (sheet: SVGSVGElement, page: string) => T): T {
  const make = <K extends keyof SVGElementTagNameMap>(name: K, parent: Element, text = ""): SVGElementTagNameMap[K] => {
    const element = document.createElementNS("http://www.w3.org/2000/svg", name);
    element.textContent = text;
    parent.append(element);
    return element;
  };
  const sheet = make("svg", pictures[0]!.drawing.closest(".root")!);
  sheet.setAttribute("class", "drawing");
  make("title", sheet, lines.join(", "));
  let y = PAD;
  let width = 0;
  const line = (text: string): void => {
    const element = make("text", sheet, text);
    element.setAttribute("class", "strong");
    element.setAttribute("x", String(PAD));
    element.setAttribute("y", String((y += 18)));
    width = Math.max(width, textWidth(text, 13));
  };
  lines.forEach(line);
  for (const { heading, drawing } of pictures) {
    y += PAD;
    line(heading);
    const group = make("g", sheet);
    group.setAttribute("transform", `translate(${PAD},${(y += 12)})`);
    for (const child of drawing.children) if (child.localName !== "title") group.append(child.cloneNode(true));
    y += drawing.viewBox.baseVal.height;
    width = Math.max(width, drawing.viewBox.baseVal.width);
  }
  const size = [Math.ceil(width + 2 * PAD), Math.ceil(y + PAD)] as const;
  sheet.setAttribute("viewBox", `0 0 ${size.join(" ")}`);
  Object.assign(sheet.style, { position: "absolute", visibility: "hidden", width: `${size[0]}px`, height: `${size[1]}px`, colorScheme: theme, background: "var(--page)" });
  try {
    return use(sheet, getComputedStyle(sheet).backgroundColor);
  } finally {
    sheet.remove();
  }
}

const attribute = (element: Element, name: string): number => Number(element.getAttribute(name) ?? 0);

function outline(element: SVGElement): Path2D | undefined {
  const path = new Path2D();
  switch (element.localName) {
    case "path":
      return new Path2D(element.getAttribute("d") ?? "");
    case "rect":
      path.rect(attribute(element, "x"), attribute(element, "y"), attribute(element, "width"), attribute(element, "height"));
      return path;
    case "line":
      path.moveTo(attribute(element, "x1"), attribute(element, "y1"));
      path.lineTo(attribute(element, "x2"), attribute(element, "y2"));
      return path;
    case "circle":
      path.arc(attribute(element, "cx"), attribute(element, "cy"), attribute(element, "r"), 0, 2 * Math.PI);
      return path;
    default:
      return undefined;
  }
}

function paint(context: CanvasRenderingContext2D, element: SVGElement, top: SVGSVGElement, density: number): void {
  const style = getComputedStyle(element);
  if (style.display === "none") return;
  const place = (element as SVGGraphicsElement).getScreenCTM?.();
  const frame = top.getScreenCTM();
  context.save();
  if (place && frame && element !== top) {
    const { a, b, c, d, e, f } = frame.inverse().multiply(place);
    context.setTransform(a * density, b * density, c * density, d * density, e * density, f * density);
  }
  context.globalAlpha *= Number(style.opacity || 1);
  const shape = outline(element);
  if (shape) {
    if (style.fill !== "none" && element.localName !== "line") {
      context.fillStyle = style.fill;
      const whole = context.globalAlpha;
      context.globalAlpha = whole * Number(style.fillOpacity || 1);
      context.fill(shape);
      context.globalAlpha = whole;
    }
    if (style.stroke !== "none") {
      context.strokeStyle = style.stroke;
      context.lineWidth = Number.parseFloat(style.strokeWidth);
      context.setLineDash(style.strokeDasharray === "none" ? [] : style.strokeDasharray.split(/[ ,]+/).map(Number.parseFloat));
      context.stroke(shape);
    }
  } else if (element.localName === "text") {
    context.font = `${style.fontWeight} ${style.fontSize} ${style.fontFamily}`;
    context.fillStyle = style.fill;
    context.textAlign = style.textAnchor === "middle" ? "center" : style.textAnchor === "end" ? "right" : "left";
    context.textBaseline = style.dominantBaseline === "central" || style.dominantBaseline === "middle" ? "middle" : "alphabetic";
    const at = [element.textContent?.trim() ?? "", attribute(element, "x"), attribute(element, "y")] as const;
    if (style.stroke !== "none") {
      context.strokeStyle = style.stroke;
      context.lineWidth = Number.parseFloat(style.strokeWidth);
      context.lineJoin = "round";
      context.strokeText(...at);
    }
    context.fillText(...at);
  } else {
    for (const child of element.children) paint(context, child as SVGElement, top, density);
  }
  context.restore();
}

function png(drawing: SVGSVGElement, page: string, density = 2): Promise<Blob> {
  const { width, height } = drawing.viewBox.baseVal;
  const canvas = document.createElement("canvas");
  canvas.width = Math.ceil(width * density);
  canvas.height = Math.ceil(height * density);
  const context = canvas.getContext("2d")!;
  context.fillStyle = page;
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.scale(density, density);
  paint(context, drawing, drawing, density);
  return new Promise((done, failed) =>
    canvas.toBlob((blob) => (blob ? done(blob) : failed(new Error("the browser could not write the picture"))), "image/png"),
  );
}
