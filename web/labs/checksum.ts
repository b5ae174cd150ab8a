/**
 * FNV-1a of 32 bits over JSON values in their order: each under its name, numbers by their eight bytes. It shows that a file was
 * edited by hand, and no more: anyone can work it out anew.
 */
export function checksum(value: unknown): string {
  let hash = 0x811c9dc5;
  const eat = (bytes: Uint8Array): void => bytes.forEach((byte) => (hash = Math.imul(hash ^ byte, 0x01000193)));
  const walk = (one: unknown): void => {
    if (typeof one === "number") eat(new Uint8Array(new Float64Array([one]).buffer));
    else if (typeof one !== "object" || one === null) eat(new TextEncoder().encode(String(one)));
    else
      for (const [name, part] of Object.entries(one)) {
        walk(name);
        walk(part);
      }
  };
  walk(value);
  return (hash >>> 0).toString(16).padStart(8, "0");
}
