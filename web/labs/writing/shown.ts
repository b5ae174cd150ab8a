// The lab as students will see it, in a frame: one of the pages that the compiler made. The frame loads a page of its own
// (frame.ts), which asks for the lab's and becomes it.

/** The frame's page is beside the labs' folders: what leads up from a page in one has a step less to go. */
const besideFolders = (html: string): string => html.replaceAll('"../', '"./');

/** The address of a page within the site, as the list of them names it. */
function called(address: string): string {
  const file = address.replace(/^.*\//, "");
  if (file === "index.html") return "The lab";
  if (file === "answers.html") return "Answers";
  return file === "model-note.html" ? "Model note" : file.replace(/\.html$/, "").replace("variant-", "Variant ");
}

export class Shown {
  #pages = new Map<string, string>();
  #at = "";
  #scrolled = 0;

  constructor(
    private readonly frame: HTMLIFrameElement,
    private readonly list: HTMLSelectElement,
  ) {
    list.addEventListener("change", () => this.#open(list.value));
    addEventListener("message", ({ source, origin, data }) => {
      const html = this.#pages.get(this.#at);
      if (source === frame.contentWindow && origin === location.origin && data === "ridgepoint-draft" && html !== undefined) frame.contentWindow!.postMessage(besideFolders(html), location.origin);
    });
    frame.addEventListener("load", () => this.#loaded());
  }

  /** The pages of a draft in place of those before; the reader stays where the reader is. */
  show(pages: readonly [string, string][]): void {
    this.#pages = new Map(pages);
    const addresses = [...this.#pages.keys()];
    // A lab with variants asks who the student is before it shows one.
    const first = addresses.find((address) => /\/variant-/.test(address)) ?? addresses[0]!;
    this.list.replaceChildren(...addresses.map((address) => new Option(called(address), address)));
    this.list.parentElement!.hidden = addresses.length === 1;
    const at = this.#pages.has(this.#at) ? this.#at : first;
    if (at === this.#at) this.#scrolled = this.frame.contentWindow!.scrollY;
    this.#open(at, this.#scrolled);
  }

  #open(address: string, scrolled = 0): void {
    this.#at = address;
    this.#scrolled = scrolled;
    this.list.value = address;
    this.frame.hidden = false;
    this.frame.src = this.frame.dataset["page"]!;
  }

  /** Links to the lab's other pages lead to those of the draft, and those out of the lab nowhere: the draft would be gone from its frame. */
  #loaded(): void {
    const { contentDocument, contentWindow } = this.frame;
    contentWindow!.scrollTo(0, this.#scrolled);
    contentDocument!.addEventListener("click", (event) => {
      const link = (event.target as Element).closest?.("a[href]");
      const address = link?.getAttribute("href") ?? "#";
      if (address.startsWith("#")) return;
      event.preventDefault();
      const page = [...this.#pages.keys()].find((one) => address.split("#")[0] === `./${one.replace(/^.*\//, "")}`);
      if (page) this.#open(page);
      else window.open((link as HTMLAnchorElement).href, "_blank", "noopener");
    });
  }
}
