// A file that the reader brings: what "Save as JSON" wrote, or a request alone.

type Values = Record<string, unknown>;

const isRecord = (value: unknown): value is Values => typeof value === "object" && value !== null && !Array.isArray(value);

/** Far above any request. */
const LONGEST = 1_000_000;

/** The request in a file's text; throws what to tell the reader. */
export function requestIn(text: string): Values {
  if (text.length > LONGEST) throw new Error("The file is too large: no widget saves so much");
  let read: unknown;
  try {
    read = JSON.parse(text);
  } catch {
    throw new Error("The file is not JSON; use one saved here with “Save as JSON”");
  }
  const found = isRecord(read) && "request" in read ? read["request"] : read;
  if (!isRecord(found) || Object.keys(found).length === 0) throw new Error("The file holds no request; use one saved here with “Save as JSON”");
  return found;
}
