// What the npm package has of `ridgepoint`: labs of one's own and their grading, with Node alone.

import { accessSync, constants, copyFileSync, existsSync, mkdirSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, relative, resolve } from "node:path";
import { parseArgs } from "node:util";
import { LabError } from "../problems.js";
import { Misuse } from "./misuse.js";
import { preview } from "./preview.js";
import { beside, builder, builtLabs, writeFrame, writeKeys, writeLabs, writePackages } from "./site.js";
import { buildLabs, EMPTY } from "../all.js";
import { labsIn } from "../order.js";

const HELP = `ridgepoint lab COMMAND [--labs FOLDER]

  new NAME       a lab to begin with, in FOLDER/NAME
  check [NAME…]  whether all labs in FOLDER, or these, can be built, and what is wrong with them
  build          a site with all labs of FOLDER, to be put on any web server
  preview        the same on this machine, built again when a file changes
  scorm [NAME…]  a SCORM 1.2 package of each lab, or of these, for a learning-management system

  --labs FOLDER  where the labs are (default labs)
  --out FOLDER   where the site of build goes (default site), and the packages of scorm (default scorm)
  --keys FOLDER  of build and scorm: every lab as an exam, without keys, hints and explanations, and what grades
                 them, with ridgepoint grade --labs FOLDER, apart from it
  --port NUMBER  of preview (default 8000)

ridgepoint grade FILES…

  scores submissions to these labs; ridgepoint grade --help lists its flags
`;

/** The command's own, as WebAssembly; it ends the program with its exit code. */
function grade(args: string[]): void {
  const run = createRequire(import.meta.url)("./grade.cjs") as (module: { arguments: string[] }) => unknown;
  run({ arguments: args });
}

/** A path as a shell takes it. */
const quoted = (path: string): string => (/^[\w./-]+$/.test(path) ? path : `'${path.replaceAll("'", "'\\''")}'`);

/** One folder at a time: Node 20 never comes back from a recursive mkdir in a folder that takes no other, as /proc. */
function makeFolder(folder: string): void {
  if (existsSync(folder)) return;
  makeFolder(dirname(folder));
  mkdirSync(folder);
}

function create(labs: string, name: string | undefined, more: string | undefined): void {
  if (more !== undefined) throw new Misuse(`ridgepoint lab new makes one lab at a time, given also ${JSON.stringify(more)}`);
  if (name === undefined) throw new Misuse("ridgepoint lab new needs a name for the lab, such as my-lab");
  if (!/^[a-z0-9][a-z0-9-]*$/.test(name)) throw new Misuse(`a lab is named in lower case, digits and dashes, given ${JSON.stringify(name)}`);
  const folder = join(labs, name);
  if (existsSync(folder)) throw new Misuse(`${folder} is there already`);
  makeFolder(folder);
  for (const [file, content] of Object.entries(EMPTY.files)) writeFileSync(join(folder, file), content);
  copyFileSync(beside("labs/lab.schema.json"), join(labs, "lab.schema.json"));
  console.log(`${folder} has a lab to begin with. Next: ridgepoint lab preview --labs ${quoted(labs)}`);
}

function needed(labs: string): void {
  if (existsSync(labs) && !statSync(labs).isDirectory()) throw new Misuse(`--labs must name a folder, given the file ${labs}`);
  if (existsSync(join(labs, "lab.json"))) throw new Misuse(`${labs} is a lab; --labs must name the folder around it, ${quoted(join(labs, ".."))}`);
  const found = existsSync(labs) && readdirSync(labs, { withFileTypes: true }).some((entry) => entry.isDirectory());
  if (!found) throw new Misuse(`there is no lab in the folder ${labs}; --labs names another, such as ${quoted(beside("labs"))}, and ridgepoint lab new NAME makes one`);
}

/** The folder is made here, so that nothing is built in vain. */
function writable(out: string): void {
  if (existsSync(out) && !statSync(out).isDirectory()) throw new Misuse(`--out must name a folder, given the file ${out}`);
  try {
    makeFolder(out);
    accessSync(out, constants.W_OK);
  } catch (error) {
    throw new Misuse(`--out must name a folder that can be written, given ${out}: ${(error as Error).message}`);
  }
}

/** Keys neither go where students get them nor over the labs that they are made from. */
function apart(keys: string, labs: string, out: string): void {
  const isWithin = (folder: string): boolean => !relative(resolve(folder), resolve(keys)).startsWith("..");
  if (isWithin(out)) throw new Misuse(`--keys must lie outside ${out}, which students get, given ${keys}`);
  if (isWithin(labs)) throw new Misuse(`--keys must lie outside ${labs}, which has the labs themselves, given ${keys}`);
}

/** The labs of the folder that are named, each once; all where none is. */
function chosen(labs: string, names: string[]): string[] {
  const there = labsIn(labs);
  const unknown = names.find((name) => !there.includes(name));
  if (unknown !== undefined) throw new Misuse(`there is no lab ${JSON.stringify(unknown)} in the folder ${labs}; there are ${there.join(", ")}`);
  return names.length > 0 ? [...new Set(names)] : there;
}

async function run(args: string[]): Promise<void> {
  if (args[0] === "grade") return grade(args.slice(1));
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { labs: { type: "string", default: "labs" }, out: { type: "string" }, keys: { type: "string" }, port: { type: "string", default: "8000" }, help: { type: "boolean", short: "h", default: false } },
  });
  const [group, command, ...rest] = positionals;
  if (values.help || group === undefined || (group === "lab" && command === undefined)) return void console.log(HELP);
  if (group !== "lab") throw new Misuse(`this package has ridgepoint lab and ridgepoint grade, and not ${group}: the other commands are compiled for a machine`);
  const { labs } = values;
  if (command === "new") return create(labs, rest[0], rest[1]);
  if (!["check", "build", "preview", "scorm"].includes(command ?? "")) throw new Misuse(`ridgepoint lab has new, check, build, preview and scorm, given ${JSON.stringify(command)}`);
  const takesNames = command === "check" || command === "scorm";
  if (rest.length > 0 && !takesNames) throw new Misuse(`ridgepoint lab ${command} takes no ${JSON.stringify(rest[0])}; --labs names the folder`);
  needed(labs);
  const port = Number(values.port);
  if (!Number.isInteger(port) || port < 0 || port > 65535) throw new Misuse(`--port must be a whole number up to 65535, given ${values.port}`);
  if (command === "preview") {
    if (values.keys !== undefined) throw new Misuse("--keys goes with build and scorm: a preview is for who writes the labs");
    return preview(labs, port);
  }
  const names = chosen(labs, rest);
  const { out = command === "scorm" ? "scorm" : "site" } = values;
  const { keys } = values;
  if (keys !== undefined) {
    if (command === "check") throw new Misuse("--keys goes with build and scorm: a check publishes nothing");
    apart(keys, labs, out);
    writable(keys);
  }
  if (command !== "check") writable(out);
  const using = { ...(await builder()), exams: keys !== undefined };
  const remarked = (remarks: string[]): void => remarks.forEach((remark) => console.warn(remark));
  if (command === "check") {
    // Labs that are named are checked by themselves, without the pages around them.
    const { pages, remarks } = rest.length > 0 ? builtLabs(labs, names, using) : buildLabs(labs, using);
    remarked(remarks);
    return console.log(`${rest.length > 0 ? names.join(", ") : `All labs in ${labs}`} can be built: ${pages.size} ${pages.size === 1 ? "page" : "pages"}`);
  }
  if (command === "scorm") {
    const { files, remarks } = await writePackages(labs, names, out, using);
    if (keys !== undefined) writeKeys(labs, names, keys);
    remarked(remarks);
    return console.log(files.join("\n"));
  }
  const { pages, remarks } = writeLabs(labs, out, using);
  writeFrame(out);
  if (keys !== undefined) writeKeys(labs, names, keys);
  remarked(remarks);
  console.log(`${out} has ${pages} pages of labs; open it through a web server${keys === undefined ? "" : `. Grade with ridgepoint grade --labs ${quoted(keys)}`}`);
}

run(process.argv.slice(2)).catch((error: unknown) => {
  const { code, syscall } = error as NodeJS.ErrnoException;
  const known = error instanceof LabError || error instanceof Misuse || syscall !== undefined || code?.startsWith("ERR_PARSE_ARGS");
  // Of an unknown flag Node goes on about positional arguments, of which there are none.
  const said = (error as Error).message.replace(/^(Unknown option '[^']*').*/s, "$1: there are --labs, --out, --keys, --port and --help");
  console.error(known ? (error instanceof LabError ? said : `ridgepoint: ${said}`) : error);
  process.exitCode = 2;
});
