// The service worker: the site as one version, kept whole for use without a network. The list of its files, each with the hash of its
// content, is written in when the site is built; a new list is a new worker, which waits until the last page of the old one is closed. So
// no page ever gets files of two versions, and an update is there at the next visit.

interface File {
  path: string;
  /** As an integrity attribute has it. */
  integrity: string;
}

declare const VERSION: string;
declare const FILES: readonly File[];

interface Lasting extends Event {
  waitUntil(work: Promise<unknown>): void;
}
interface Asked extends Lasting {
  readonly request: Request;
  respondWith(answer: Promise<Response>): void;
}

const PREFIX = "ridgepoint ";
const NAME = `${PREFIX}${VERSION}`;
const integrities = new Map(FILES.map(({ path, integrity }) => [new URL(path, location.href).href, integrity]));

/** The name under which a file is kept holds its hash, so that a later version finds what it has unchanged. */
const nameOf = (address: string, integrity: string): string => `${address}?${encodeURIComponent(integrity)}`;

/** The file as this version has it, or an error: another version's does not match the hash. */
async function fetched(address: string, integrity: string): Promise<Response> {
  const answer = await fetch(address, { integrity, cache: "no-cache" });
  if (!answer.ok) throw new Error(`${address}: ${answer.status}`);
  return answer;
}

async function keep(): Promise<void> {
  const cache = await caches.open(NAME);
  await Promise.all([...integrities].map(async ([address, integrity]) => {
    const name = nameOf(address, integrity);
    await cache.put(name, (await caches.match(name)) ?? (await fetched(address, integrity)));
  }));
}

async function forgetOthers(): Promise<void> {
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name.startsWith(PREFIX) && name !== NAME).map((name) => caches.delete(name)));
}

async function answer(address: string, integrity: string): Promise<Response> {
  const cache = await caches.open(NAME);
  // Gone only where the browser needed the room.
  return (await cache.match(nameOf(address, integrity))) ?? fetched(address, integrity);
}

addEventListener("install", (event) => (event as Lasting).waitUntil(keep()));
addEventListener("activate", (event) => (event as Lasting).waitUntil(forgetOthers()));
addEventListener("fetch", (event) => {
  const asked = event as Asked;
  const { origin, pathname } = new URL(asked.request.url);
  const address = origin + pathname.replace(/\/$/, "/index.html");
  const integrity = integrities.get(address);
  if (asked.request.method === "GET" && integrity) asked.respondWith(answer(address, integrity));
});

export {};
