// What a teacher chose or dropped, as the files of `ridgepoint grade`: submissions, alone or in a zip as systems hand them
// out, and labs of one's own.

import { unzipSync } from "fflate";

/** A file, under the path that it has within what was chosen. */
export interface Chosen {
  path: string;
  size: number;
  /** Its bytes up to this many. */
  read(most_bytes: number): Promise<Uint8Array>;
}

export interface Gathered {
  /** Each under the path that `ridgepoint grade` names it by. */
  submissions: Map<string, Uint8Array>;
  /** `labs/NAME/lab.json`. */
  labs: Map<string, Uint8Array>;
  /** What is neither, and why. */
  left: string[];
}

/** A submission that is longer is refused by the command, which needs one byte more to see it. */
const MOST_BYTES = 2 ** 20;
const MOST_ZIP_BYTES = 2 ** 28;
export const MOST_SUBMISSIONS = 5000;

export const nothing = (): Gathered => ({ submissions: new Map(), labs: new Map(), left: [] });

/** Without a way out of the folder that it is put in. */
const within = (path: string): string => path.split(/[\\/]/).filter((part) => !/^\.{0,2}$/.test(part)).join("/");

/** A lab's file, by the name of the folder around it. */
const labOf = (path: string): string | undefined => /(?:^|\/)([A-Za-z0-9_-]+)\/lab\.json$/.exec(path)?.[1];

/** `ada.json`, and of a second file of that name `ada (2).json`. */
function free(path: string, taken: ReadonlyMap<string, unknown>): string {
  let name = path;
  for (let again = 2; taken.has(name); again += 1) name = path.replace(/(\.\w+)?$/, ` (${again})$1`);
  return name;
}

function take(path: string, bytes: Uint8Array, to: Gathered): void {
  const lab = labOf(path);
  if (lab) to.labs.set(`labs/${lab}/lab.json`, bytes);
  else if (/(^|\/)lab\.json$/.test(path)) to.left.push(`${path}: which lab this is, the folder around it says; choose the folder that contains your labs`);
  else if (to.submissions.size >= MOST_SUBMISSIONS) to.left.push(`${path}: a class has at most ${MOST_SUBMISSIONS} submissions here; the command takes any number`);
  else to.submissions.set(free(`submissions/${path}`, to.submissions), bytes);
}

function takeZip(path: string, bytes: Uint8Array, to: Gathered): void {
  const tooLong: string[] = [];
  const isWanted = ({ name, originalSize }: { name: string; originalSize: number }): boolean => {
    if (!name.endsWith(".json") || name.startsWith("__MACOSX/")) return false;
    if (originalSize > MOST_BYTES) tooLong.push(name);
    return originalSize <= MOST_BYTES;
  };
  let found: [string, Uint8Array][];
  try {
    found = Object.entries(unzipSync(bytes, { filter: isWanted }));
  } catch (error) {
    to.left.push(`${path}: this zip cannot be read (${(error as Error).message})`);
    return;
  }
  for (const name of tooLong) to.left.push(`${path}, ${name}: it must be at most ${MOST_BYTES} bytes, and is longer`);
  if (found.length === 0 && tooLong.length === 0) to.left.push(`${path}: there is no .json file in this zip`);
  for (const [name, content] of found) take(within(name), content, to);
}

/** Adds these files to what is there already. */
export async function gather(chosen: readonly Chosen[], to: Gathered): Promise<void> {
  for (const { path: given, size, read } of chosen) {
    const path = within(given);
    const isZip = path.endsWith(".zip");
    if (!isZip && !path.endsWith(".json")) {
      to.left.push(`${path}: a submission is a .json file, or several are in a .zip`);
      continue;
    }
    if (isZip && size > MOST_ZIP_BYTES) {
      to.left.push(`${path}: a zip must be at most ${MOST_ZIP_BYTES / 2 ** 20} MiB, and is larger`);
      continue;
    }
    try {
      const bytes = await read(isZip ? MOST_ZIP_BYTES : MOST_BYTES + 1);
      if (isZip) takeZip(path, bytes, to);
      else take(path, bytes, to);
    } catch (error) {
      to.left.push(`${path}: the file cannot be read (${(error as Error).message})`);
    }
  }
}

/** Of a folder of labs the labs alone; what else is in it is theirs. */
export const onlyLabs = (chosen: readonly Chosen[]): Chosen[] => chosen.filter(({ path }) => labOf(within(path)) !== undefined);
