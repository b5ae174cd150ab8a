// What other sites show of a link to a page: its heading, a sentence, and a drawing of what the engine says.

import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { GREYS, REGIMES } from "../../ui/palette.js";
import { CARD } from "./card-size.js";
import { png } from "./raster.js";

export interface Card {
  /** As in a page, with its entities. */
  heading: string;
  text: string;
  /** `<svg class="drawing" …>`, CARD_DRAWING wide. */
  drawing: string;
}

/** In the units of a widget's drawings, whose letters are then large enough to be read. */
export const CARD_DRAWING = 400;

const light: Record<string, string> = {
  ...Object.fromEntries(Object.entries(GREYS).map(([name, [light]]) => [name, light])),
  ...Object.fromEntries(Object.entries(REGIMES).map(([name, { light }]) => [name, light])),
};

/** The rules of drawings in the light palette; comments and custom properties are beyond resvg. */
const rules = readFileSync(fileURLToPath(new URL("../../ui/styles/drawings.css", import.meta.url)), "utf8")
  .replace(/\/\*[^]*?\*\//g, "")
  .replace(/var\(--(\w+)\)/g, (_, name: string) => light[name]!);

/** Lines of words no longer than a width. Letters of Noto Sans are 0.57 of their size wide on average, bold ones 0.6. */
function lines(text: string, width: number, size: number, letter: number): string[] {
  const result: string[] = [];
  for (const word of text.split(/\s+/)) {
    const longer = result.length > 0 ? `${result.at(-1)} ${word}` : word;
    if (result.length > 0 && longer.replace(/&\w+;/g, "x").length * size * letter <= width) result[result.length - 1] = longer;
    else result.push(word);
  }
  return result;
}

const MARGIN = 64, COLUMN = 500;

const text = (words: string[], y: number, size: number, more: string): string =>
  words.map((line, row) => `<text x="${MARGIN}" y="${y + row * size * 1.25}" font-size="${size}" ${more}>${line}</text>`).join("");

export function cardSvg({ heading, text: sentence, drawing }: Card): string {
  const size = heading.length > 45 ? 40 : 46;
  const title = lines(heading, COLUMN, size, 0.6);
  const below = 200 + (title.length - 1) * size * 1.25 + 60;
  const said = lines(sentence, COLUMN, 24, 0.57);
  const room = Math.floor((CARD.height - MARGIN - below) / 30) + 1;
  const shown = said.length > room ? [...said.slice(0, room - 1), `${said[room - 1]!.replace(/[\s.,:;]+$/, "")} …`] : said;
  const [, left = "0", top = "0", width = "1", height = "1"] = /viewBox="(\S+) (\S+) (\S+) (\S+)"/.exec(drawing) ?? [];
  const scale = Math.min(536 / Number(width), 470 / Number(height));
  const placed = { width: Number(width) * scale, height: Number(height) * scale };
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${CARD.width}" height="${CARD.height}">
<style>${rules} text { font-family: "Noto Sans" }</style>
<rect width="${CARD.width}" height="${CARD.height}" fill="${light["page"]}"/>
<path d="M1,18L12,4H25" transform="translate(${MARGIN},58) scale(2)" fill="none" stroke="${light["accent"]}" stroke-width="2.5" stroke-linejoin="round" stroke-linecap="round"/>
<text x="130" y="92" font-size="30" font-weight="700" fill="${light["ink"]}">Ridgepoint</text>
${text(title, 200, size, `font-weight="700" fill="${light["ink"]}"`)}
${text(shown, below, 24, `fill="${light["muted"]}"`)}
${drawing.replace(/^<svg[^>]*>/, `<svg class="drawing" x="${CARD.width - MARGIN - placed.width}" y="${110 + (470 - placed.height) / 2}" width="${placed.width}" height="${placed.height}" viewBox="${left} ${top} ${width} ${height}">`)}
</svg>`;
}

export const cardPng = (card: Card): Promise<Buffer> => png(cardSvg(card));
