// What the npm package has of `ridgepoint`: labs of one's own and their grading, with Node alone.

import { copyFileSync, existsSync, mkdirSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { LabError } from "../problems.js";
import { preview } from "./preview.js";
import { beside, builder, writeFrame, writeLabs } from "./site.js";
import { buildLabs } from "../compile.js";
import labJson from "./template/lab.json?raw";
import labText from "./template/lab.md?raw";
import labNote from "./template/model-note.md?raw";

const HELP = `ridgepoint lab COMMAND [--labs FOLDER]

  new NAME       a lab to begin with, in FOLDER/NAME
  check          whether all labs in FOLDER can be built, and what is wrong with them
  build          a site with all labs of FOLDER, to be put on any web server
  preview        the same on this machine, built again when a file changes

  --labs FOLDER  where the labs are (default labs)
  --out FOLDER   of build: where the site goes (default site)
  --port NUMBER  of preview (default 8000)

ridgepoint grade FILES…

  scores submissions to these labs; ridgepoint grade --help lists its flags
`;

/** The command's own, as WebAssembly; it ends the program with its exit code. */
function grade(args: string[]): void {
  const run = createRequire(import.meta.url)("./grade.cjs") as (module: { arguments: string[] }) => unknown;
  run({ arguments: args });
}

class Misuse extends Error {}

/** A path as a shell takes it. */
const quoted = (path: string): string => (/^[\w./-]+$/.test(path) ? path : `'${path.replaceAll("'", "'\\''")}'`);

function create(labs: string, name: string | undefined, more: string | undefined): void {
  if (more !== undefined) throw new Misuse(`ridgepoint lab new makes one lab at a time, given also ${JSON.stringify(more)}`);
  if (name === undefined) throw new Misuse("ridgepoint lab new needs a name for the lab, such as my-lab");
  if (!/^[a-z0-9][a-z0-9-]*$/.test(name)) throw new Misuse(`a lab is named in lower case, digits and dashes, given ${JSON.stringify(name)}`);
  const folder = join(labs, name);
  if (existsSync(folder)) throw new Misuse(`${folder} is there already`);
  mkdirSync(folder, { recursive: true });
  for (const [file, content] of Object.entries({ "lab.json": labJson, "lab.md": labText, "model-note.md": labNote })) writeFileSync(join(folder, file), content);
  copyFileSync(beside("lab.schema.json"), join(labs, "lab.schema.json"));
  console.log(`${folder} has a lab to begin with. Next: ridgepoint lab preview --labs ${quoted(labs)}`);
}

function needed(labs: string): void {
  if (existsSync(labs) && !statSync(labs).isDirectory()) throw new Misuse(`--labs must name a folder, given the file ${labs}`);
  if (existsSync(join(labs, "lab.json"))) throw new Misuse(`${labs} is a lab; --labs must name the folder around it, ${quoted(join(labs, ".."))}`);
  const found = existsSync(labs) && readdirSync(labs, { withFileTypes: true }).some((entry) => entry.isDirectory());
  if (!found) throw new Misuse(`there is no lab in the folder ${labs}; --labs names another, and ridgepoint lab new NAME makes one`);
}

async function run(args: string[]): Promise<void> {
  if (args[0] === "grade") return grade(args.slice(1));
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { labs: { type: "string", default: "labs" }, out: { type: "string", default: "site" }, port: { type: "string", default: "8000" }, help: { type: "boolean", short: "h", default: false } },
  });
  const [group, command, ...rest] = positionals;
  if (values.help || group === undefined || (group === "lab" && command === undefined)) return void console.log(HELP);
  if (group !== "lab") throw new Misuse(`this package has ridgepoint lab and ridgepoint grade, and not ${group}: the other commands are compiled for a machine`);
  const { labs, out } = values;
  if (command === "new") return create(labs, rest[0], rest[1]);
  if (!["check", "build", "preview"].includes(command ?? "")) throw new Misuse(`ridgepoint lab has new, check, build and preview, given ${JSON.stringify(command)}`);
  if (rest.length > 0) throw new Misuse(`ridgepoint lab ${command} takes no ${JSON.stringify(rest[0])}; --labs names the folder`);
  needed(labs);
  const port = Number(values.port);
  if (!Number.isInteger(port) || port < 0 || port > 65535) throw new Misuse(`--port must be a whole number up to 65535, given ${values.port}`);
  if (command === "preview") return preview(labs, port);
  const using = await builder();
  const remarked = (remarks: string[]): void => remarks.forEach((remark) => console.warn(remark));
  if (command === "check") {
    const { pages, remarks } = buildLabs(labs, using);
    remarked(remarks);
    return console.log(`All labs in ${labs} can be built: ${pages.size} pages`);
  }
  writeFrame(out);
  const { pages, remarks } = writeLabs(labs, out, using);
  remarked(remarks);
  console.log(`${out} has ${pages} pages of labs; open it through a web server`);
}

run(process.argv.slice(2)).catch((error: unknown) => {
  const { code, syscall } = error as NodeJS.ErrnoException;
  const known = error instanceof LabError || error instanceof Misuse || syscall !== undefined || code?.startsWith("ERR_PARSE_ARGS");
  // Of an unknown flag Node goes on about positional arguments, of which there are none.
  const said = (error as Error).message.replace(/^(Unknown option '[^']*').*/s, "$1: there are --labs, --out, --port and --help");
  console.error(known ? (error instanceof LabError ? said : `ridgepoint: ${said}`) : error);
  process.exitCode = 2;
});
