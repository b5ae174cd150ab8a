// The selectors that a lab's scripts use, over elements made for tests: names, ids, classes, attributes, :not and :scope, one
// inside another.

/** What a selector asks of an element. */
export interface Selected {
  readonly localName: string;
  readonly parentElement: Selected | null;
  getAttribute(name: string): string | null;
}

const STEP = /^(?:([\w-]+)|#([\w-]+)|\.([\w-]+)|\[([\w-]+)(?:="?([^"\]]*)"?)?\]|:not\(([^)]+)\)|(:scope))/;

/** Whether an element is what one step between blanks asks for. */
function isOne(step: string, element: Selected, scope: Selected): boolean {
  for (let rest = step; rest !== ""; ) {
    const found = STEP.exec(rest);
    if (!found) throw new Error(`tests/web/selectors.ts reads no ${step}`);
    const [whole, name, id, className, attribute, value, not, root] = found;
    rest = rest.slice(whole.length);
    const isWanted = name !== undefined ? element.localName === name
      : id !== undefined ? element.getAttribute("id") === id
      : className !== undefined ? (element.getAttribute("class") ?? "").split(" ").includes(className)
      : attribute !== undefined ? (value === undefined ? element.getAttribute(attribute) !== null : element.getAttribute(attribute) === value)
      : not !== undefined ? !isOne(not, element, scope)
      : root !== undefined && element === scope;
    if (!isWanted) return false;
  }
  return true;
}

function isLast(steps: readonly string[], element: Selected, scope: Selected): boolean {
  const before = steps.slice(0, -1);
  if (!isOne(steps.at(-1)!, element, scope)) return false;
  if (before.length === 0) return true;
  const parent = element.parentElement;
  if (before.at(-1) === ">") return parent !== null && isLast(before.slice(0, -1), parent, scope);
  for (let one = parent; one; one = one.parentElement) if (isLast(before, one, scope)) return true;
  return false;
}

/** Whether a selector, asked of `scope`, finds an element. */
export const matches = (selector: string, element: Selected, scope: Selected): boolean =>
  selector.split(",").some((one) => isLast(one.trim().split(/\s+/), element, scope));
