// What the events of widgets and labs carry, described once: as JSON Schema (events.schema.json) for whoever stores or checks
// them, and as TypeScript (in elements.d.ts) for whoever listens.

interface Shape {
  $ref?: string;
  description?: string;
  type?: string | string[];
  const?: string | number;
  format?: string;
  minimum?: number;
  items?: Shape;
  properties?: Record<string, Shape>;
  required?: string[];
  additionalProperties?: Shape | false;
}

const ref = (name: string): Shape => ({ $ref: `#/$defs/${name}` });
const text = (description: string): Shape => ({ type: "string", description });
const time = (description: string): Shape => ({ type: "string", format: "date-time", description });
const count = (description: string): Shape => ({ type: "integer", minimum: 0, description });
const amount = (description: string): Shape => ({ type: "number", minimum: 0, description });
const yes = (description: string): Shape => ({ type: "boolean", description });
/** Exactly these properties; of those with a question mark, any. */
function object(description: string, given: Record<string, Shape>): Shape {
  const properties = Object.fromEntries(Object.entries(given).map(([name, shape]) => [name.replace("?", ""), shape]));
  return { description, type: "object", properties, required: Object.keys(given).filter((name) => !name.endsWith("?")), additionalProperties: false };
}

const OF_A_LAB = { lab: text("The lab’s name, that of its folder."), version: { type: "integer", minimum: 1, description: "The lab’s version." } };
/** Its shape is its exercise’s: a number, a choice, an order, cells by name, or a text. */
const ANSWER: Shape = { description: "The answer: a number, an option, a list of items in order, cells by their names, or a text." };

const DEFINITIONS: Record<string, Shape> = {
  RidgeMoment: object("What a widget says when it has a result.", {
    request: { type: "object", description: "What the engine was asked, as schema.json describes it." },
    result: { description: "What it answered, as schema.json describes it." },
  }),
  RidgeProblem: object("What the engine refused, or why a widget does not run.", {
    code: text("Which kind of problem it is: out_of_range, unknown_name, load_failed …"),
    field: text("The field of the request that it is about; empty where it is about none."),
    message: text("The problem in a sentence."),
  }),
  RidgeAnswer: object("An answer in a lab that was checked and kept.", {
    ...OF_A_LAB,
    exercise: text("The exercise’s id."),
    answer: ANSWER,
    tries: { type: "integer", minimum: 1, description: "Which try it was." },
    predicted: yes("Whether it was a prediction, which is recorded once."),
    points: amount("The points that it has earned."),
    of: amount("The points that can be earned."),
    correct: { type: ["boolean", "null"], description: "Null where nothing is graded: free texts, and all of an exam." },
  }),
  RidgeHandIn: object("A lab that was handed in.", { ...OF_A_LAB, submission: ref("RidgeSubmission") }),
  RidgeSubmission: object("What submission.json holds, and `ridgepoint grade` reads.", {
    format: { const: "ridgepoint-submission" },
    version: { const: 1 },
    lab: OF_A_LAB.lab,
    lab_version: OF_A_LAB.version,
    engine: object("What the lab’s page was built with.", { version: text("The engine’s version."), data: text("A digest of its data on devices and models.") }),
    "variant?": text("Which of the lab’s variants it is, where it has them: 2-0-1."),
    student: object("Who hands it in, as the student says.", { "name?": text("The name."), "id?": text("The id.") }),
    started_at: time("When the lab was begun."),
    finished_at: time("When it was handed in."),
    restarts: count("How often the student started over."),
    linked: count("How often answers were taken from a link."),
    answers: {
      description: "By the exercise’s id.",
      type: "object",
      additionalProperties: object("One answer.", {
        value: ANSWER,
        at: time("When it was last given."),
        tries: { type: "integer", minimum: 1, description: "How many there were." },
        predicted: yes("Whether it was a prediction."),
        "earlier?": { type: "array", items: ANSWER, description: "What was answered before." },
      }),
    },
    widgets: { description: "By the widget’s name in the lab, the request where it was left.", type: "object", additionalProperties: {} },
    shown: object("The score as the page showed it; `ridgepoint grade` computes its own.", { points: amount("Points."), of: amount("Of how many.") }),
    checksum: text("Of all of the above: it shows an edit, and is no proof against one."),
  }),
};

/** Each event by its name, and what its `detail` is. */
const EVENTS: Record<string, string> = {
  "ridge-ready": "RidgeMoment",
  "ridge-change": "RidgeMoment",
  "ridge-error": "RidgeProblem",
  "ridge-answer": "RidgeAnswer",
  "ridge-submission": "RidgeHandIn",
};

/** By the event’s name, what its `detail` is. */
export const eventSchema = (): object => ({
  $schema: "https://json-schema.org/draft/2020-12/schema",
  title: "The details of Ridgepoint’s events",
  type: "object",
  properties: Object.fromEntries(Object.entries(EVENTS).map(([name, detail]) => [name, ref(detail)])),
  additionalProperties: false,
  $defs: DEFINITIONS,
});

function typeOf({ $ref, type, const: only, items, properties, required = [], additionalProperties: others }: Shape): string {
  if ($ref) return $ref.split("/").pop()!;
  if (only !== undefined) return JSON.stringify(only);
  if (Array.isArray(type)) return type.map((one) => typeOf({ type: one })).join(" | ");
  if (type === "array") return `${typeOf(items!)}[]`;
  if (properties) return `{ ${Object.entries(properties).map(([name, shape]) => `${name}${required.includes(name) ? "" : "?"}: ${typeOf(shape)}`).join("; ")} }`;
  if (type === "object") return `Record<string, ${others ? typeOf(others) : "unknown"}>`;
  return type === "integer" ? "number" : (type ?? "unknown");
}

const memberOf = ([name, shape]: [string, Shape], required: string[]): string =>
  `${shape.description ? `  /** ${shape.description} */\n` : ""}  ${name}${required.includes(name) ? "" : "?"}: ${typeOf(shape)};`;

/** The same as declarations. */
export const eventTypes = (): string => `${Object.entries(DEFINITIONS).map(([name, { description, properties, required }]) =>
  `/** ${description} */\nexport interface ${name} {\n${Object.entries(properties!).map((one) => memberOf(one, required!)).join("\n")}\n}`).join("\n\n")}

/** The events of widgets and of labs; all bubble, and leave shadow roots. */
export interface RidgeEvents {
${Object.entries(EVENTS).map(([name, detail]) => `  "${name}": CustomEvent<${detail}>;`).join("\n")}
}

declare global {
  interface HTMLElementEventMap extends RidgeEvents {}
  interface DocumentEventMap extends RidgeEvents {}
}
`;
