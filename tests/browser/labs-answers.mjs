// What is answered in a lab: the right answers as the engine has them, wrong ones, and how a widget is brought to a goal.
// `page` is any browser's page that can `evaluate` a function with one argument.

/** Any answer of the right shape: the engine then says what it expects. */
export const ANY = {
  choice: ({ options }) => Object.keys(options)[0],
  number: () => 1,
  table: () => ({}),
  order: ({ items }) => Object.keys(items),
};

/** As the page adds points up. */
export const rounded = (points) => Number(points.toFixed(6));

/** What is left of an exercise's points when the second try is right. */
export const secondTry = ({ kind, options, points = 1 }) => points * (1 - 1 / (kind === "choice" ? Object.keys(options).length - 1 : 3));

/** A number that no tolerance takes for the expected one. */
export const far = (value) => value * 3 + Math.sign(value || 1);

/** What the controls of a widget can be set to, as the reader has them before their eyes. */
export const offered = (page, name) =>
  page.evaluate((widget) => {
    const root = document.querySelector(`#widget-${widget} > *`).shadowRoot;
    const powers = [1, 2, 4, 8, 16, 32, 64, 128, 256, 512];
    return [...root.querySelectorAll("[data-field]")]
      .filter((control) => control.checkVisibility() && !control.querySelector(":disabled"))
      .map((control) => {
        const select = control.querySelector("select");
        const number = control.querySelector("input[role=spinbutton]") !== null;
        return { path: control.dataset.field, number, values: select ? [...select.options].map(({ value }) => value).filter(Boolean) : number ? [1, 1.5, 1.25, 1.75].flatMap((between) => powers.map((power) => between * power)) : [] };
      })
      .filter(({ values }) => values.length > 0);
  }, name);

export const changed = (request, changes) => {
  const copy = structuredClone(request);
  for (const { path, value } of changes) {
    const steps = path.split(".");
    steps.slice(0, -1).reduce((at, step) => at[step], copy)[steps.at(-1)] = value;
  }
  return copy;
};

/** Few changes first: one control, numbers before lists; the same control on every side; any two, those with the fewest values first; or three numbers, each by powers of two. */
export function* attempts(controls) {
  const changesOf = ({ path, values }) => values.map((value) => ({ path, value }));
  const ordered = [...controls.filter(({ number }) => number), ...controls.filter(({ number }) => !number)];
  const singles = ordered.flatMap(changesOf);
  const last = (path) => path.split(".").at(-1);
  for (const one of singles) yield [one];
  for (const one of singles) yield singles.filter(({ path, value }) => last(path) === last(one.path) && value === one.value);
  const pairs = ordered.flatMap((one, index) => ordered.slice(index + 1).map((other) => [one, other]));
  const size = ([one, other]) => one.values.length * other.values.length;
  for (const pair of pairs.sort((a, b) => size(a) - size(b))) for (const one of changesOf(pair[0])) for (const other of changesOf(pair[1])) yield [one, other];
  const powers = controls.filter(({ number }) => number).map(({ path, values }) => values.filter((value) => Number.isInteger(Math.log2(value))).map((value) => ({ path, value })));
  if (powers.length === 3) for (const one of powers[0]) for (const two of powers[1]) for (const three of powers[2]) yield [one, two, three];
}

export function reach({ score }, exercise, { variables, definitions }, request, controls) {
  for (const changes of attempts(controls)) {
    try {
      if (score({ exercise, answer: changed(request, changes), variables, definitions }).correct) return changes;
    } catch {
      // A request that the engine refuses is no way to the goal.
    }
  }
  return undefined;
}

export const requestOf = (page, widget) => page.evaluate((name) => document.querySelector(`#widget-${name} > *`).request, widget);

/** Everything that a reload must bring back. */
export const progress = (page) =>
  page.evaluate(() => ({
    done: document.querySelector("#progress-text").innerText,
    exercises: [...document.querySelectorAll("[data-exercise]")].map((home) => ({
      id: home.dataset.exercise,
      inputs: [...home.querySelectorAll("input, textarea")].map((input) => (input.type === "radio" ? input.checked : input.value)),
      items: [...home.querySelectorAll("[data-item]")].map((item) => item.dataset.item),
      closed: home.querySelector("fieldset").disabled,
      feedback: home.querySelector(".feedback").innerText,
      explained: home.querySelector(".explanation")?.open ?? null,
    })),
    reveals: [...document.querySelectorAll("[data-reveal]")].map((reveal) => [reveal.open, reveal.querySelector(".predicted").innerText]),
    names: [...document.querySelectorAll("#submission input")].map(({ value }) => value),
  }));
