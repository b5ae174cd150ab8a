// <ridge-variants>: stands in the page of a lab with variants until the student has given an id, and then puts the lab
// with that student's numbers in its own place. Who draws is the engine, as `ridgepoint grade` does.

import { find, onSubmit } from "./dom.js";
import { remember, remembered } from "./student.js";

export type VariantLists = Record<string, unknown[]>;

interface Gate {
  name: string;
  course?: string;
  variants: VariantLists;
}

interface Drawing {
  variant(request: { variants: VariantLists; lab: string; student: string }): { key: string };
}

/** Another page of this site. The browser parses it as it does the pages it opens, so no text is made into markup here. */
const page = (address: string): Promise<Document> =>
  new Promise((done, failed) => {
    const request = new XMLHttpRequest();
    request.responseType = "document";
    request.onload = () => (request.status === 200 && request.responseXML ? done(request.responseXML) : failed(new Error(`${address}: HTTP status ${request.status}`)));
    request.onerror = () => failed(new Error(`${address} did not load`));
    request.open("GET", address);
    request.send();
  });

class RidgeVariants extends HTMLElement {
  connectedCallback(): void {
    const gate = JSON.parse(find("#lab", this).textContent!) as Gate;
    const input = find<HTMLInputElement>("#variant-id", this);
    document.documentElement.classList.add("lab-live");
    const given = window.ridgepointHost?.student?.id ?? remembered(gate.course);
    onSubmit(find("form", this), () => void this.open(gate, input.value.trim()));
    if (given) void this.open(gate, given);
  }

  private async open(gate: Gate, id: string): Promise<void> {
    const refused = find(".refused", this);
    refused.textContent = "";
    if (id === "") {
      refused.textContent = "Enter your id first.";
      return find("#variant-id", this).focus();
    }
    try {
      const { loadRidgepoint } = await import("#engine");
      const engine = (await loadRidgepoint({ calls: "all" })) as unknown as Drawing;
      const { key } = engine.variant({ variants: gate.variants, lab: gate.name, student: id });
      const lab = (window.ridgepointHost?.page?.(`./variant-${key}.html`) ?? (await page(`./variant-${key}.html`))).querySelector("ridge-lab");
      if (!lab) throw new Error(`variant-${key}.html holds no lab`);
      remember(gate.course, id);
      const own = document.importNode(lab, true);
      own.setAttribute("data-student", id);
      this.replaceWith(own);
    } catch (error) {
      refused.textContent = `Your lab could not be opened: ${error instanceof Error ? error.message : String(error)}. Try again.`;
      find<HTMLInputElement>("#variant-id", this).value = id;
    }
  }
}

export const defineVariants = (): void => customElements.define("ridge-variants", RidgeVariants);
