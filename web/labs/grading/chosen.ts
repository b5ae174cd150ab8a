// The files behind a field for files, and behind what is dropped on a page, folders with all that is in them.

import type { Chosen } from "./gather.js";

const chosen = (file: File, path: string): Chosen => ({ path, size: file.size, read: async (most) => new Uint8Array(await file.slice(0, most).arrayBuffer()) });

export const ofField = (field: HTMLInputElement): Chosen[] => [...field.files!].map((file) => chosen(file, file.webkitRelativePath || file.name));

const fileOf = (entry: FileSystemFileEntry): Promise<File> => new Promise((done, failed) => entry.file(done, failed));
const someOf = (reader: FileSystemDirectoryReader): Promise<FileSystemEntry[]> => new Promise((done, failed) => reader.readEntries(done, failed));

async function below(entry: FileSystemEntry): Promise<Chosen[]> {
  if (entry.isFile) return [chosen(await fileOf(entry as FileSystemFileEntry), entry.fullPath)];
  const reader = (entry as FileSystemDirectoryEntry).createReader();
  const found: Chosen[] = [];
  // A reader hands out a folder in pieces, and an empty one at the end.
  for (let some = await someOf(reader); some.length > 0; some = await someOf(reader)) for (const one of some) found.push(...(await below(one)));
  return found;
}

/** Asked at once: when the event is over, the browser takes the entries back. */
export async function ofDrop({ items, files }: DataTransfer): Promise<Chosen[]> {
  const entries = [...items].flatMap((item) => item.webkitGetAsEntry() ?? []);
  if (entries.length === 0) return [...files].map((file) => chosen(file, file.name));
  return (await Promise.all(entries.map(below))).flat();
}
