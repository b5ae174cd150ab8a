// A question before something is deleted for good.

import { button, make } from "./dom.js";

/** `id`: of the title, which names the dialog. */
export function confirmed({ id, title, text, act, keep }: { id: string; title: string; text: string; act: string; keep: string }, agreed: () => void): void {
  const dialog = make("dialog") as HTMLDialogElement;
  dialog.setAttribute("aria-labelledby", id);
  const heading = make("h2", title);
  heading.id = id;
  const line = make("p", "", "buttons");
  line.append(
    button(act, () => {
      dialog.close();
      agreed();
    }),
    button(keep, () => dialog.close()),
  );
  dialog.append(heading, make("p", text), line);
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}
