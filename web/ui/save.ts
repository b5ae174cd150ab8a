// Files for the reader.

/** Hands a file to the reader. */
export function save(blob: Blob, name: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  // The download has its own reference by now.
  setTimeout(() => URL.revokeObjectURL(link.href), 0);
}
