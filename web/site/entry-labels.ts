// The words for the fields of a device or a model. Another language has its own in place of this.

import { label as fieldLabel } from "../ui/labels.js";

/** What the pickers group devices by is called as in the zoo's table. */
export const label = (path: string): string => (path === "class" ? "Kind" : fieldLabel(path));
