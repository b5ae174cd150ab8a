// The server of the browser tests: a folder on a free port, with pages that exist in a test only.

import { readFile } from "node:fs/promises";
import { extname, join } from "node:path";
import { text } from "node:stream/consumers";
import { serve as serveFolder } from "../../scripts/lib/serve.mjs";

/** Goes first into every page: what goes wrong there is told before the page goes on. */
const RECORDER = `{
  const tell = (text) => { const post = new XMLHttpRequest(); post.open("POST", "/fault", false); post.send(text); };
  addEventListener("error", ({ message, target }) => tell(message ?? "not loaded: " + (target.src ?? target.href)), true);
  addEventListener("unhandledrejection", ({ reason }) => tell("unhandled: " + reason));
  addEventListener("securitypolicyviolation", ({ violatedDirective, blockedURI }) => tell("against the policy: " + violatedDirective + " " + blockedURI));
  const { error } = console;
  console.error = (...words) => { tell(words.join(" ")); error.apply(console, words); };
}`;

/**
 * @param {string} root the folder served
 * @param {{headers?: Record<string, string>, pages?: Record<string, string | null>, faults?: string[]}} options headers of
 *   every answer, pages and scripts that exist in the test only (null: one that does not), and where pages are to record what goes
 *   wrong on them, for browsers that do not tell
 * @returns {Promise<{address: string, requests: string[], close: () => Promise<void>}>}
 */
export async function serve(root, { headers = {}, pages = {}, faults } = {}) {
  const requests = [];
  const recorded = (html) => (faults ? html.replace(/(?<=<head>)/, '<script src="/recorder.js"></script>') : html);
  const { server, address } = await serveFolder(root, {
    headers,
    async instead(asked, request) {
      const path = asked.replace(/\/$/, "/index.html");
      requests.push(path);
      if (path in pages) return pages[path] === null ? { status: 404 } : { type: extname(path) === ".js" ? "text/javascript" : undefined, body: recorded(pages[path]) };
      if (!faults) return undefined;
      if (path === "/recorder.js") return { type: "text/javascript", body: RECORDER };
      if (path === "/fault") {
        faults.push(await text(request));
        return { status: 204 };
      }
      const html = extname(path) === ".html" && (await readFile(join(root, path), "utf8").catch(() => undefined));
      return html ? { body: recorded(html) } : undefined;
    },
  });
  return {
    address: address.slice(0, -1),
    requests,
    close: () =>
      new Promise((closed) => {
        server.closeAllConnections();
        server.close(closed);
      }),
  };
}
