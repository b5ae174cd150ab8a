// Words are in the catalogues, core/prose/english and others beside it, and nowhere in core/model; each catalogue has those it needs.

import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

const core = fileURLToPath(new URL("../../core", import.meta.url));

function sources(folder) {
  const names = readdirSync(`${core}/${folder}`).filter((name) => /\.(cpp|hpp)$/.test(name));
  assert.ok(names.length > 0, folder);
  return names.map((name) => [`${folder}/${name}`, readFileSync(`${core}/${folder}/${name}`, "utf8")]);
}

const withoutComments = (text) => text.replace(/\/\/.*$/gm, "");

/** The names that solvers have for what they say: `extern const Phrase a, b;` and arrays of them. */
const names = sources("model/phrases").flatMap(([, text]) =>
  [...withoutComments(text).matchAll(/extern const (?:Phrase|std::array<Phrase, [^;]*?>) ([^;]+);/g)].flatMap(([, list]) =>
    list.split(",").map((name) => name.trim()),
  ),
);

test("solvers say nothing in words: no string of core/model is a sentence", () => {
  const mostWords = 2;
  for (const [file, text] of sources("model")) {
    for (const [, string] of withoutComments(text).matchAll(/"((?:[^"\\\n]|\\.)*)"/g)) {
      assert.ok(string.trim().split(/\s+/).length <= mostWords, `${file}: "${string}" belongs in core/prose/english`);
    }
  }
});

/** The phrases of a language: what stands between the braces of each name, an array's phrases one after the other. */
const catalogue = (language) =>
  new Map(
    sources(`prose/${language}`).flatMap(([, text]) =>
      [...text.matchAll(/^const (?:Phrase|std::array<Phrase, .*?>) (\w+)\{((?:"(?:[^"\\]|\\.)*"|[^"])*?)\};/gms)].map(([, name, inside]) => [name, inside.replace(/"\s*"/g, "")]),
    ),
  );
const languages = readdirSync(`${core}/prose`, { withFileTypes: true }).filter((entry) => entry.isDirectory()).map(({ name }) => name);

for (const language of languages)
  test(`${language} has a phrase for each name, once, and none besides`, () => {
    assert.ok(names.length > 100, "the names were found");
    const defined = sources(`prose/${language}`).flatMap(([, text]) =>
      [...text.matchAll(/^const (?:Phrase|std::array<Phrase, .*?>) (\w+)\{/gm)].map(([, name]) => name),
    );
    assert.deepEqual(defined.sort(), [...names].sort());
  });

/**
 * The places of a phrase, in any order. A capital first letter is a matter of the language's word order, and words for one or for
 * several ({0:?fits|fit}) are its own.
 */
const places = (text) => [...text.matchAll(/\{\d+(?!:\?)[^{}"]*\}/g)].map(([place]) => place.replace(":^", "")).sort();

for (const language of languages.filter((name) => name !== "english"))
  test(`a phrase in ${language} shows the values that the English one does, in the same formats`, () => {
    const english = catalogue("english"), other = catalogue(language);
    assert.equal(english.size, names.length);
    for (const [name, text] of english) assert.deepEqual(places(other.get(name) ?? ""), places(text), name);
  });

test("each phrase is said somewhere", () => {
  const said = [...sources("model"), ...sources("model/phrases"), ...sources("moe_router"), ...sources("prose")].map(([, text]) => text).join("\n");
  for (const name of names) {
    const uses = said.match(new RegExp(`phrases::${name}\\b|return ${name}\\[`, "g"));
    assert.ok(uses, `nothing says phrases::${name}`);
  }
});
