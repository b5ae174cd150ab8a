// What a teacher chose or dropped, as the files of `ridgepoint grade`: submissions, alone or in a zip as systems hand them
// out, and labs of one's own. A lab is taken from where labs are asked for and from nowhere else, so that no student hands
// in the key.

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
  /** What could not be taken, and why. */
  left: string[];
  /** How many submissions were there already, to the last byte. */
  doubled: number;
  /** How many files of folders and zips are of other kinds. */
  others: number;
}

/** A submission that is longer is refused by the command, which needs one byte more to see it. */
const MOST_BYTES = 2 ** 20;
const MOST_ZIP_BYTES = 2 ** 28;
export const MOST_SUBMISSIONS = 5000;

export const nothing = (): Gathered => ({ submissions: new Map(), labs: new Map(), left: [], doubled: 0, others: 0 });

/** Without a way out of the folder that it is put in. */
const within = (path: string): string => path.split(/[\\/]/).filter((part) => !/^\.{0,2}$/.test(part)).join("/");

/** A lab's file, by the name of the folder around it. */
const labOf = (path: string): string | undefined => /(?:^|\/)([A-Za-z0-9_-]+)\/lab\.json$/.exec(within(path))?.[1];

/** `ada.json`, and of a second file of that name `ada (2).json`. */
function free(path: string, taken: ReadonlyMap<string, unknown>): string {
  let name = path;
  for (let again = 2; taken.has(name); again += 1) name = path.replace(/(\.\w+)?$/, ` (${again})$1`);
  return name;
}

const isSame = (one: Uint8Array, other: Uint8Array): boolean => one.length === other.length && one.every((byte, at) => byte === other[at]);

function take(path: string, bytes: Uint8Array, to: Gathered): void {
  if (/(^|\/)lab\.json$/i.test(path)) to.left.push(`${path}: this is a lab and not a submission; labs are chosen under “Labs of your own”`);
  else if ([...to.submissions.values()].some((one) => isSame(one, bytes))) to.doubled += 1;
  else if (to.submissions.size >= MOST_SUBMISSIONS) to.left.push(`${path}: a class has at most ${MOST_SUBMISSIONS} submissions here; the command takes any number`);
  else to.submissions.set(free(`submissions/${path}`, to.submissions), bytes);
}

function takeZip(path: string, bytes: Uint8Array, to: Gathered): void {
  const isWanted = ({ name, originalSize }: { name: string; originalSize: number }): boolean => {
    if (name.endsWith("/") || name.startsWith("__MACOSX/")) return false;
    if (/\.zip$/i.test(name)) to.left.push(`${path}, ${name}: unpack this zip first`);
    else if (!/\.json$/i.test(name)) to.others += 1;
    else if (originalSize > MOST_BYTES) to.left.push(`${path}, ${name}: it must be at most 1 MiB, and is larger`);
    return /\.json$/i.test(name) && originalSize <= MOST_BYTES;
  };
  let found: [string, Uint8Array][];
  try {
    found = Object.entries(unzipSync(bytes, { filter: isWanted }));
  } catch (error) {
    to.left.push(`${path}: this zip cannot be read (${(error as Error).message})`);
    return;
  }
  if (found.length === 0) to.left.push(`${path}: there is no submission in this zip`);
  for (const [name, content] of found) take(within(name), content, to);
}

/** Adds these submissions to what is there already. */
export async function gather(chosen: readonly Chosen[], to: Gathered): Promise<void> {
  for (const { path: given, size, read } of chosen) {
    const path = within(given);
    const isZip = /\.zip$/i.test(path);
    if (!isZip && !/\.json$/i.test(path)) {
      if (path.includes("/")) to.others += 1;
      else to.left.push(`${path}: a submission is a .json file, and several can be in a .zip`);
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

/** Adds the labs of a folder, in which the rest is theirs; gives how many there are. */
export async function gatherLabs(chosen: readonly Chosen[], to: Gathered): Promise<number> {
  const labs = chosen.flatMap(({ path, read }) => (labOf(path) === undefined ? [] : { name: labOf(path)!, read }));
  for (const { name, read } of labs) to.labs.set(`labs/${name}/lab.json`, await read(MOST_BYTES + 1));
  return labs.length;
}

const counted = (count: number, one: string, many: string): string[] => (count === 0 ? [] : [count === 1 ? one : `${count} ${many}`]);

/** What there is to say of what was not taken. */
export const remarksOf = ({ left, doubled, others }: Gathered): string[] => [
  ...left,
  ...counted(doubled, "1 file was here already", "files were here already"),
  ...counted(others, "1 file of another kind was skipped", "files of other kinds were skipped"),
];
