// A state of a widget that is to be reached.

import { escapeHtml } from "../html.js";
import type { BuildKind, Of, PageKind } from "../kind.js";
import { isRecord } from "../types.js";
import { changes } from "../widget-state.js";

type Setting = Of<"setting">;

export const page: PageKind<Setting> = {
  graded: true,
  fits: (_, value) => isRecord(value),
  // Its controls are the widget's, which keeps its own state.
  draft: () => undefined,
  fill() {},
  async given({ widget }, _, around) {
    const { initial, request, refused = [] } = await around.widget(widget);
    if (refused.length > 0) return { refused: "One of the widget’s settings is not possible; the message beside it says why. Change it first: no try was used." };
    const untouched = Object.keys(changes(initial, request)).length === 0;
    return untouched ? { refused: "Change something in the widget first: as it stands, it is where it began." } : { value: request };
  },
  inWords: (_, value) =>
    isRecord(value) ? Object.entries(value).map(([name, one]) => `${name.replace(/_/g, " ")} ${isRecord(one) ? JSON.stringify(one) : String(one)}`).join(", ") : "—",
  remark: (_exercise, _kept, hinted) => (hinted ? "" : " The widget is not there yet: compare what it shows with each condition of the question."),
  repeated: "Nothing in the widget has changed since you last checked, so no try was used.",
  interaction: (_, value, { free }) => ({ type: "performance", response: free(Object.entries(value as object).map(([name, one]) => `${name}=${typeof one === "object" ? JSON.stringify(one) : String(one)}`).join(";")) }),
};

export const build: BuildKind<Setting> = {
  act: "Check the widget",
  inputs: ({ widget }) => `<p class="aside">Use the controls of the <a href="#widget-${escapeHtml(widget)}">widget</a>, then check where they stand.</p>`,
  widget: ({ widget }) => widget,
  keyed(exercise, { at, wrong, sound, hint, value, widgets }) {
    if (!widgets.known.includes(exercise.widget)) wrong(at("widget"), `there is no widget ${exercise.widget}`);
    const widget = widgets.requests.get(exercise.widget);
    if (!widget) return {};
    const state = { state: widget.request };
    // At the start a formula need not come to every field that it names.
    const fields = new Set([...Object.keys(widget.request), ...widget.fields.map((path) => path.split(".")[0]!)]);
    const fieldsIn = (formula: string, where: string): void => {
      for (const [, name] of formula.replace(/'[^']*'/g, "''").matchAll(/\bstate\.(\w+)/g)) if (!fields.has(name!)) wrong(where, `state has no ${name}; it has ${[...fields].join(", ")}`);
    };
    fieldsIn(exercise.goal, at("goal"));
    const goal = sound(() => value(exercise.goal, at("goal"), state));
    if (goal.sound && typeof goal.value !== "boolean") wrong(at("goal"), `must give true or false, and gives ${JSON.stringify(goal.value)}`);
    if (goal.value === true) wrong(at("goal"), "is met before the student has moved anything");
    const hints = exercise.hints?.map(({ when, text }, index) => {
      fieldsIn(when, at("hints", index, "when"));
      value(when, at("hints", index, "when"), state);
      return { when, text: hint(index, text, at("hints", index, "text")) };
    });
    return { changed: hints ? { hints } : {} };
  },
};
