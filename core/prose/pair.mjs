// Writes a C++ source that puts the phrases of another language beside the English ones: pair.mjs OUT LANGUAGE. The names are
// read from core/model/phrases; those that core/prose/LANGUAGE does not have are left out.

import { readdirSync, readFileSync, writeFileSync } from "node:fs";

const [out, language] = process.argv.slice(2);
const core = new URL("../", import.meta.url);
const read = (folder) => readdirSync(new URL(folder, core)).map((name) => readFileSync(new URL(`${folder}/${name}`, core), "utf8"));

const headers = readdirSync(new URL("model/phrases", core)).sort();
const defined = new Set(read(`prose/${language}`).flatMap((text) => [...text.matchAll(/^const (?:Phrase|std::array<Phrase, .*?>) (\w+)\{/gm)].map(([, name]) => name)));

const declared = read("model/phrases").flatMap((text) =>
  [...text.replace(/\/\/.*$/gm, "").matchAll(/extern const (Phrase|std::array<Phrase, [^;]*?>) ([^;]+);/g)].flatMap(([, type, names]) =>
    names.split(",").map((name) => ({ type, name: name.trim() })),
  ),
);
const both = declared.filter(({ name }) => defined.has(name));

const row = ({ type, name }) => {
  const [english, other] = [`phrases::${name}`, `${language}_phrases::${name}`];
  return type === "Phrase" ? `{&${english}, &${other}}` : `{${english}.data(), ${other}.data(), ${english}.size()}`;
};

writeFileSync(out, `${headers.map((name) => `#include "model/phrases/${name}"`).join("\n")}
#include "prose/catalogues.hpp"

namespace ridgepoint {
namespace ${language}_phrases {
${both.map(({ type, name }) => `extern const ${type} ${name};`).join("\n")}
}

std::span<const TranslatedPhrase> ${language}_catalogue() {
    static const TranslatedPhrase rows[] = {
        ${both.map(row).join(",\n        ")}};
    return rows;
}
}
`);
