// The lab as students will see it, in a frame: one of the pages that the compiler made, written into a frame that is empty.
// So written, it has the address of the page around it, as any page beside the labs' folders would.

/**
 * What leads up from a page in a lab's folder has a step less to go from beside it. The policy is that of the page around the
 * frame: in one of the lab's own, Firefox takes 'self' for the empty page that the frame had.
 */
const besideFolders = (html: string): string => html.replace(/<meta http-equiv="content-security-policy"[^>]*>/, "").replaceAll('"../', '"./');

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

  constructor(
    private frame: HTMLIFrameElement,
    private readonly list: HTMLSelectElement,
  ) {
    list.addEventListener("change", () => this.#open(list.value));
  }

  get isEmpty(): boolean {
    return this.#pages.size === 0;
  }

  /** The pages of a draft in place of those before; the reader stays where the reader is. */
  show(pages: readonly [string, string][]): void {
    this.#pages = new Map(pages);
    const addresses = [...this.#pages.keys()];
    // A lab with variants asks who the student is before it shows one.
    const first = addresses.find((address) => /\/variant-/.test(address)) ?? addresses[0]!;
    this.list.replaceChildren(...addresses.map((address) => new Option(called(address), address)));
    this.list.parentElement!.hidden = addresses.length === 1;
    if (this.#pages.has(this.#at)) this.#open(this.#at, this.frame.contentDocument?.defaultView?.scrollY);
    else this.#open(first);
  }

  /** In a frame of its own: what runs in the one before cannot be taken back. */
  #open(address: string, scrolled = 0): void {
    this.#at = address;
    this.list.value = address;
    const fresh = this.frame.cloneNode() as HTMLIFrameElement;
    fresh.hidden = false;
    this.frame.replaceWith(fresh);
    this.frame = fresh;
    const page = fresh.contentDocument!;
    fresh.contentWindow!.ridgepointHost = { page: (asked) => this.#parsed(asked) };
    page.open();
    page.write(besideFolders(this.#pages.get(address)!));
    page.close();
    page.addEventListener("click", (event) => this.#follow(event));
    fresh.addEventListener("load", () => {
      // Loaded again from within, or left by going back, the frame has another page than was written into it.
      if (fresh.contentDocument === page) fresh.contentWindow!.scrollTo(0, scrolled);
      else if (fresh === this.frame) this.#open(address);
    });
  }

  #named(address: string): string | undefined {
    return [...this.#pages.keys()].find((one) => address.split("#")[0] === `./${one.replace(/^.*\//, "")}`);
  }

  /** A page of the draft for another that takes its lab, as that of the student's numbers; parsed so, nothing in it runs. */
  #parsed(address: string): Document | undefined {
    const page = this.#named(address);
    return page === undefined ? undefined : new DOMParser().parseFromString(besideFolders(this.#pages.get(page)!), "text/html");
  }

  /** Links to the lab's other pages lead to those of the draft, and those out of the lab beside this page, which would be gone from the frame. */
  #follow(event: Event): void {
    const link = (event.target as Element).closest?.("a[href]");
    if (!link) return;
    const address = link.getAttribute("href")!;
    event.preventDefault();
    // In place of the entry in the browser's history, for what was written is in none of them.
    if (address.startsWith("#")) return this.frame.contentWindow!.location.replace(address);
    const page = this.#named(address);
    if (page) this.#open(page);
    else window.open((link as HTMLAnchorElement).href, "_blank", "noopener");
  }
}
