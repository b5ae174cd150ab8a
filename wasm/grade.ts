/**
 * `ridgepoint grade` in a page: the command itself, which reads and writes files in memory. Its WebAssembly is in this
 * script, so that it also runs in a page opened from a file.
 */

import instantiate from "#grade-glue";
import bytes from "#grade-wasm";

export interface Outcome {
  /** The command's exit status: 0 where all files were graded, 2 where some were refused. */
  status: number;
  /** What it printed: a table, CSV or JSON, as its flags ask. */
  output: string;
  /** A line for each file that it refused, and why. */
  errors: string;
  /** What it wrote into the folder `written`, by name: the pages of `--feedback written`. */
  written: Map<string, Uint8Array>;
}

let compiled: Promise<WebAssembly.Module> | undefined;

/**
 * Runs `ridgepoint grade` with these arguments, in a folder that has these files: `labs/NAME/lab.json` of each lab, and
 * submissions under the paths that the arguments name. Each run begins anew.
 * @example (await grade(["--csv", "a.json"], new Map([["labs/load/lab.json", lab], ["a.json", submission]]))).output
 */
export async function grade(args: readonly string[], files: ReadonlyMap<string, Uint8Array>): Promise<Outcome> {
  const module = await (compiled ??= WebAssembly.compile(bytes));
  const lines = { output: "", errors: "" };
  let status = 0;
  const { FS, callMain } = await instantiate({
    instantiateWasm(imports, done) {
      void WebAssembly.instantiate(module, imports).then(done);
      return {};
    },
    print: (line) => (lines.output += `${line}\n`),
    printErr: (line) => (lines.errors += `${line}\n`),
    onExit: (code) => (status = code),
  });
  FS.mkdirTree("/class/written");
  FS.chdir("/class");
  for (const [path, content] of files) {
    FS.mkdirTree(`/class/${path}`.replace(/\/[^/]*$/, ""));
    FS.writeFile(path, content);
  }
  callMain([...args]);
  const written = new Map(FS.readdir("written").filter((name) => !/^\.+$/.test(name)).map((name) => [name, FS.readFile(`written/${name}`)]));
  return { status, ...lines, written };
}
