// The files of a lab, wherever they are: in a folder of this machine, or in a page that edits them.

export interface LabFolder {
  /** The folder's name, which is the lab's. */
  name: string;
  /** As messages name it: the folder around it, and its own name. */
  shown: string;
  /** The text of a file; nothing where there is none of that name. */
  read(file: string): string | undefined;
}
