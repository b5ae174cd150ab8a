// Controls stay in reach of the charts they drive: a rail beside them where there is room, and on a phone a bar at the foot of the
// window, which holds one control and opens to all of them.

import { html, type TemplateResult } from "lit";

const toggle = ({ currentTarget }: Event): void => {
  const button = currentTarget as HTMLElement;
  button.setAttribute("aria-expanded", String(button.parentElement!.classList.toggle("open")));
};

/** The bar holds the control that was used last. */
const follow = ({ target }: Event): void => hold((target as Element).closest(".control"));

/** `first`: the field that the bar holds until another is used; without it, the first slider. */
export const rail = (controls: TemplateResult, first = ""): TemplateResult => html`<div class="rail" part="controls" data-first=${first} @input=${follow}>
  <button type="button" class="more" aria-expanded="false" @click=${toggle}>All settings</button>
  ${controls}
</div>`;

/** Makes a control the one that its bar holds. */
export function hold(control: Element | null | undefined): void {
  const bar = control?.closest(".rail");
  for (const one of bar?.querySelectorAll(".held") ?? []) one.classList.remove("held");
  control?.classList.add("held");
}

/** For bars that hold nothing yet, or nothing any more. */
export function holdFirst(root: ParentNode): void {
  for (const bar of root.querySelectorAll<HTMLElement>(".rail:not(:has(.held))")) {
    hold(bar.querySelector(`[data-field="${bar.dataset["first"]}"]`) ?? bar.querySelector(".control:has([type=range]:enabled)") ?? bar.querySelector(".control"));
  }
}
