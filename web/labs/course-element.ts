// <ridge-course>: progress over all labs, and handing in several.

import { save as saveFile } from "../ui/save.js";
import { confirmed } from "./confirm.js";
import { progress, submissions, type Begun, type Outline } from "./course.js";
import { find, onSubmit } from "./dom.js";
import { Notices } from "./notices.js";
import { totals, type LabState } from "./state.js";
import { forgetAll } from "./store.js";
import { handInAll, unchecked } from "./unchecked.js";
import { inPoints } from "./verdict.js";

class RidgeCourse extends HTMLElement {
  private labs: Outline[] = [];

  connectedCallback(): void {
    this.labs = JSON.parse(find("#labs", this).textContent!) as Outline[];
    document.documentElement.classList.add("lab-live");
    this.show();
    // Another window goes on with a lab, or the reader comes back from one.
    addEventListener("storage", () => this.show());
    addEventListener("pageshow", () => this.show());
    onSubmit(find("#submissions", this), () => this.download());
    find("#delete", this).addEventListener("click", () => this.askToDelete());
  }

  private begun(): Map<string, Begun> {
    const now = new Date().toISOString();
    const found = new Map<string, Begun>();
    for (const lab of this.labs) {
      let one: Begun | undefined;
      try {
        one = progress(lab, localStorage, now);
      } catch {
        // This browser keeps nothing.
      }
      if (one) found.set(lab.name, one);
    }
    return found;
  }

  private show(): void {
    const begun = this.begun();
    let [done, exercises] = [0, 0];
    for (const lab of this.labs) {
      const home = find(`[data-lab="${CSS.escape(lab.name)}"]`, this);
      const one = begun.get(lab.name);
      const sum = one && totals(one.lab, one.state);
      const count = lab.exercises.length;
      const bar = find<HTMLProgressElement>("progress", home);
      bar.max = Math.max(count, 1);
      const finished = sum?.done ?? 0;
      bar.value = finished;
      const points = sum && !lab.exam ? `, ${inPoints(sum.points)} of ${inPoints(sum.of)} points` : "";
      find(".standing", home).textContent = sum ? `${sum.done} of ${count} done${points}. ${sum.done === count ? "Finished." : "Open it to go on."}` : "Not begun.";
      done += finished;
      exercises += count;
    }
    find("#all", this).textContent = `${done} of ${exercises} exercises done, ${begun.size} of ${this.labs.length} labs begun.`;
    for (const key of ["name", "id"] as const) {
      const field = find<HTMLInputElement>(`#student-${key}`, this);
      const known = [...begun.values()].map(({ state }) => state.student[key]).find(Boolean);
      if (known && !field.value) field.value = known;
    }
  }

  private askToDelete(): void {
    const text = "This deletes your answers to every lab, your name and id, what you have measured or entered of a device or a model, and the colours you have chosen. It cannot be undone: hand in first.";
    confirmed({ id: "delete-title", title: "Delete everything?", text, act: "Delete everything", keep: "Keep it" }, () => {
      forgetAll();
      for (const key of ["name", "id"]) find<HTMLInputElement>(`#student-${key}`, this).value = "";
      this.show();
      find("#deleted", this).textContent = "Everything that this site kept in this browser is deleted.";
    });
  }

  private download(): void {
    const begun = [...this.begun().values()];
    const refused = find(".refused", this);
    refused.textContent = begun.length === 0 ? "There is nothing to hand in yet: no lab has been begun in this browser." : "";
    if (begun.length === 0) return;
    const left = begun.flatMap(({ lab, state }) => {
      const count = unchecked(lab, state).length;
      return count === 0 ? [] : [{ said: `${lab.title}: ${count === 1 ? "1 exercise is" : `${count} exercises are`} filled in but not checked`, address: `./${lab.name}/index.html` }];
    });
    handInAll(left, new Notices(find("#left-out", this)), "Download anyway", () => this.save(begun));
  }

  private save(begun: Begun[]): void {
    const student: LabState["student"] = {};
    for (const key of ["name", "id"] as const) {
      const value = find<HTMLInputElement>(`#student-${key}`, this).value.trim();
      if (value) student[key] = value;
    }
    const text = `${JSON.stringify(submissions(begun, student), null, 2)}\n`;
    saveFile(new Blob([text], { type: "application/json" }), "submissions.json");
  }
}

export const defineCourse = (): void => customElements.define("ridge-course", RidgeCourse);
