// The widgets of a lab's page. They live by themselves: here they are listened to, asked where they stand, and put back.

import { all } from "./dom.js";
import type { LabState } from "./state.js";
import type { WidgetStanding } from "./widget-state.js";

type Element = HTMLElement & { request: Record<string, unknown>; refused: string[]; reset(): void };

export class Widgets {
  private readonly known = new Map<string, { element: Element; initial: Record<string, unknown> | undefined }>();

  constructor(
    home: ParentNode,
    private readonly state: () => LabState,
    private readonly moved: (name: string, standing: WidgetStanding) => void,
  ) {
    for (const place of all("[data-widget]", home)) this.listen(place.dataset["widget"]!, place.firstElementChild as Element);
  }

  /** Where a widget stands; one that has not been in view yet is started for it. */
  async standing(name: string): Promise<WidgetStanding> {
    const widget = this.known.get(name)!;
    const { element } = widget;
    if (!widget.initial) {
      await new Promise<void>((ready, failed) => {
        element.addEventListener("ridge-ready", () => ready(), { once: true });
        element.addEventListener("ridge-error", (event) => !widget.initial && failed(new Error(((event as CustomEvent).detail as { message: string }).message)), { once: true });
        element.setAttribute("loading", "eager");
      });
    }
    return { initial: widget.initial!, request: element.request, refused: element.refused };
  }

  /** Puts those that run where the state has them. */
  place(): void {
    for (const name of this.known.keys()) this.placeOne(name);
  }

  /** The requests of those that run. */
  requests(): Record<string, unknown> {
    return Object.fromEntries([...this.known].flatMap(([name, { element, initial }]) => (initial ? [[name, element.request]] : [])));
  }

  private placeOne(name: string): void {
    const { element, initial } = this.known.get(name)!;
    if (!initial) return;
    const changed = this.state().widgets[name]?.changed;
    if (changed) element.request = changed;
    else if (JSON.stringify(element.request) !== JSON.stringify(initial)) element.reset();
  }

  private listen(name: string, element: Element): void {
    const widget: { element: Element; initial: Record<string, unknown> | undefined } = { element, initial: undefined };
    this.known.set(name, widget);
    element.addEventListener("ridge-ready", () => {
      widget.initial = element.request;
      this.placeOne(name);
    });
    element.addEventListener("ridge-change", () => {
      if (widget.initial) this.moved(name, { initial: widget.initial, request: element.request });
    });
  }
}
