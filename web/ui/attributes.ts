// What stands on a widget's tag and is no setting of it: told, since a misspelt name would otherwise change nothing in silence.

import { attributeName } from "./names.js";

/** Attributes of HTML and ARIA, and those that frameworks leave on what they render. */
const ANYONES =
  /^(id|class|style|slot|lang|dir|title|hidden|role|part|exportparts|tabindex|inert|translate|draggable|spellcheck|nonce|autofocus|popover|accesskey|is|contenteditable|enterkeyhint|inputmode|item\w+)$|^(data|aria|hx|v|x|ng)-|^on|^[^a-z]|[:.@]/;

/** Attributes of every widget, beside the fields of its request. */
const EVERY = ["loading", "lock", "hide", "controls", "view", "theme", "label", "url-state"];

/** Names of controls stand in these. */
const LISTS = ["lock", "hide", "controls"];

/** What `hide` knows beside controls. */
export const PARTS = ["answer", "band", "settings", "tools"];

const VALUES: Record<string, readonly string[]> = {
  theme: ["auto", "light", "dark"],
  loading: ["lazy", "eager", "click"],
  show: ["model", "measured", "projection"],
};

/** Stands in `lock` and `hide` for all controls. */
export const ALL_CONTROLS = "controls";

/**
 * `fields`: the attributes that set something here; `controls`: the paths that may be locked or hidden; `views`: the figures;
 * `readouts`: what else may be hidden.
 */
export function strangers(given: Iterable<{ name: string; value: string }>, fields: readonly string[], controls: Iterable<string>, views: readonly string[] = [], readouts: readonly string[] = []): string[] {
  const known = new Set([...EVERY, ...fields]);
  const kept = new Set([ALL_CONTROLS, "assumptions", ...fields, ...[...controls].map(attributeName)]);
  return [...given].flatMap(({ name, value }) => {
    if (!known.has(name)) return ANYONES.test(name) ? [] : [`${name} is not a setting of this widget`];
    const allowed = name === "view" ? [...views, "table"] : VALUES[name];
    if (allowed && value && !allowed.includes(value)) return [`${name} takes ${allowed.slice(0, -1).join(", ")} or ${allowed.at(-1)}, not “${value.slice(0, 40)}”`];
    if (!LISTS.includes(name)) return [];
    return value.split(/\s+/).filter((one) => one && !kept.has(one) && !(name === "hide" && (PARTS.includes(one) || readouts.includes(one)))).map((one) => `${name} names “${one.slice(0, 40)}”, which is not a control of this widget`);
  });
}
