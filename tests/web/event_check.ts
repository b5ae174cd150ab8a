// Whether an event carries what events.schema.json says.

import Ajv from "ajv/dist/2020.js";
import { eventSchema } from "../../web/build/release/events.js";

/** Without a package more, ajv knows no dates. */
const check = new Ajv({ allowUnionTypes: true, formats: { "date-time": (text) => !Number.isNaN(Date.parse(text)) } }).compile(eventSchema());

/** What is wrong with the details of events, each by the event's name; as a listener gets them that sends them on. */
export function wrongDetails(details: Record<string, object>): string[] {
  check(JSON.parse(JSON.stringify(details)));
  return (check.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
}
