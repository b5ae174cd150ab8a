/**
 * The worker of a page that was opened from a file. There a browser starts none from a file beside the page, but it does from text
 * that the page holds, and a script brings that text once it is wanted. Of a worker it has what the widgets use.
 */

/** The script of a worker, which leaves on its own tag what the worker runs. */
type Tag = HTMLScriptElement & { work?: () => void };

const texts = new Map<string, Promise<string>>();

/** Where the text of a worker is in the page. What did not load may load another time. */
function textOf(script: string): Promise<string> {
  const known = texts.get(script);
  if (known) return known;
  const text = new Promise<string>((done, failed) => {
    const tag: Tag = document.createElement("script");
    tag.src = script;
    tag.onload = () => done(URL.createObjectURL(new Blob([`(${tag.work})()`], { type: "text/javascript" })));
    tag.onerror = () => {
      tag.remove();
      texts.delete(script);
      failed();
    };
    document.head.append(tag);
  });
  texts.set(script, text);
  return text;
}

export class FileWorker {
  onmessage: (event: MessageEvent) => void = () => {};
  onerror: (event: ErrorEvent) => void = () => {};
  readonly #worker: Promise<Worker | undefined>;

  constructor(script: URL) {
    this.#worker = textOf(script.href).then(
      (text) => {
        const worker = new Worker(text);
        worker.onmessage = (event) => this.onmessage(event);
        worker.onerror = (event) => this.onerror(event);
        return worker;
      },
      () => {
        this.onerror(new ErrorEvent("error"));
        return undefined;
      },
    );
  }

  postMessage(message: unknown): void {
    void this.#worker.then((worker) => worker?.postMessage(message));
  }

  terminate(): void {
    void this.#worker.then((worker) => worker?.terminate());
  }
}
