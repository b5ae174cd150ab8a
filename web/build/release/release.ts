// build/release/VERSION: what one release hands out. The files that pages embed, under a path that never changes again; the
// npm package; the site as an archive that runs by double click; and the hashes of all.

import { execFileSync } from "node:child_process";
import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { paths } from "../bundle.js";
import { version } from "../version.js";
import { offline } from "./offline.js";
import { zip } from "../zip.js";

const folder = `${paths.release}/${version}`;
rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });

/** What only the command of the npm package reads. Documentation generators would make pages of what ends in .md. */
const isOfCommand = (name: string): boolean => /^(labs\/|lab-|grade\.(cjs|wasm)$)/.test(name);
const { files } = JSON.parse(readFileSync(`${paths.dist}/package.json`, "utf8")) as { files: string[] };
for (const name of files.filter((one) => !isOfCommand(one))) {
  mkdirSync(dirname(`${folder}/${name}`), { recursive: true });
  copyFileSync(`${paths.dist}/${name}`, `${folder}/${name}`);
}
copyFileSync(`${paths.dist}/README.md`, `${folder}/README.txt`);
execFileSync("npm", ["pack", "--silent", "--pack-destination", folder], { cwd: paths.dist });

const root = `ridgepoint-${version}`;
const inside = new Map([[`${root}/README.txt`, Buffer.from("Ridgepoint: open index.html in a browser. No server and no network is needed; your answers stay in the browser.\n")]]);
for (const [name, bytes] of await offline()) inside.set(`${root}/${name}`, Buffer.from(bytes));
writeFileSync(`${folder}/${root}-offline.zip`, zip(inside));
