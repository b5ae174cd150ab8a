// A lab in a learning-management system that speaks SCORM 1.2: finds the system's API, keeps progress there
// instead of in the browser, reports score, status and answers, and ends the session when the page goes.
// Only packages for such systems have this script; it runs before the page's own.

import { worth } from "./kinds.js";
import { decimal } from "./numbers.js";
import { clock, interaction, moment, percent, status } from "./scorm-values.js";
import { restore } from "./state.js";
import type { Saved, Store } from "./store.js";
import { fromSuspend, toSuspend } from "./suspend.js";
import type { PageLab } from "./types.js";

/** All take and return strings. */
interface Api {
  LMSInitialize(empty: ""): string;
  LMSGetValue(element: string): string;
  LMSSetValue(element: string, value: string): string;
  LMSCommit(empty: ""): string;
  LMSFinish(empty: ""): string;
  LMSGetLastError(): string;
  LMSGetErrorString(code: string): string;
}

/** In a window or one of the seven above it; a window of another site lets nobody look, nor past it. */
function findIn(from: Window | null): { api?: Api; foreign?: true } {
  try {
    let at = from;
    for (let level = 0; at && level <= 7; level += 1) {
      const { API: api } = at as unknown as { API?: Api };
      if (api?.LMSInitialize) return { api };
      if (at.parent === at) break;
      at = at.parent;
    }
    return {};
  } catch {
    return { foreign: true };
  }
}

class RefusedError extends Error {}

/** A call that failed throws, with the system's own words for it. */
class Session {
  private ended = false;
  private readonly begun = Date.now();

  constructor(private readonly api: Api) {
    this.ask(() => api.LMSInitialize(""));
  }

  /** Empty for what this system does not have. */
  optional(element: string): string {
    try {
      return this.get(element);
    } catch {
      return "";
    }
  }

  get(element: string): string {
    const value = this.asked(() => this.api.LMSGetValue(element));
    const code = String(this.api.LMSGetLastError());
    if (code !== "0") throw new RefusedError(this.words(code));
    return value;
  }

  set(element: string, value: string): void {
    this.ask(() => this.api.LMSSetValue(element, value));
  }

  commit(): void {
    this.ask(() => this.api.LMSCommit(""));
  }

  end(): void {
    if (this.ended) return;
    try {
      this.set("cmi.core.session_time", clock(Date.now() - this.begun));
      // So that the next launch resumes, after the last answer too.
      this.set("cmi.core.exit", "suspend");
      this.commit();
    } finally {
      this.ask(() => this.api.LMSFinish(""));
      this.ended = true;
    }
  }

  private ask(call: () => string): void {
    if (this.asked(call) !== "true") throw new RefusedError(this.words(String(this.api.LMSGetLastError())));
  }

  private asked(call: () => string): string {
    if (this.ended) throw new RefusedError("the session has ended; open the lab there again");
    return String(call());
  }

  private words(code: string): string {
    return code === "0" ? "it gives no reason" : `error ${code}: ${String(this.api.LMSGetErrorString(code))}`;
  }
}

/** An error of the system's window is no Error of this one. */
const reason = (error: unknown): string => (error as Partial<Error> | undefined)?.message ?? String(error);

const WHERE = "in your course";
const LASTS = "Your answers last while the page is open.";

function courseStore(lab: PageLab, session: Session): Store {
  let fields = session.optional("cmi.interactions._children").split(",").map((field) => field.trim());
  let interactions = Number(session.optional("cmi.interactions._count"));
  const mastery = session.optional("cmi.student_data._children").includes("mastery_score") ? session.get("cmi.student_data.mastery_score") : "";
  const needed = mastery === "" ? lab.mastery : Number(mastery);
  const [name, id] = [session.optional("cmi.core.student_name"), session.optional("cmi.core.student_id")];
  let waiting: [element: string, value: string][] = [];
  let unreadable = false;
  const refused = (error: unknown): Saved => ({ saved: false, why: `Your course’s system has not taken your answers (${reason(error)}). ${LASTS}` });

  /** Writes down what was answered since; a system that refuses a part of it is not asked again. */
  function report(): string | undefined {
    try {
      for (const [element, value] of waiting) session.set(element, value);
      return undefined;
    } catch (error) {
      fields = [];
      return reason(error);
    } finally {
      waiting = [];
    }
  }

  return {
    where: WHERE,
    pause: 5000,
    links: false,
    student: { ...(name ? { name } : {}), ...(id ? { id } : {}) },

    load(now) {
      unreadable = true;
      let data: string;
      try {
        data = session.get("cmi.suspend_data");
      } catch {
        return null;
      }
      const found = fromSuspend(data);
      const restored = found && restore(found.raw, lab, now);
      unreadable = data !== "" && !restored;
      if (restored) return { ...restored, ...(found.cut.length > 0 ? { cut: found.cut } : {}) };
      return unreadable ? null : undefined;
    },

    keep(state, standing, over) {
      if (unreadable && !over) return { saved: false, contested: "unreadable", why: "Your course’s system holds progress in this lab that the page cannot read. It is left as it is, and nothing is saved, until you choose." };
      const packed = toSuspend(state);
      if (!packed) return { saved: false, why: `Your answers are longer than the 4096 characters your course’s system can hold. ${LASTS}` };
      try {
        session.set("cmi.suspend_data", packed.data);
        if (session.get("cmi.suspend_data") !== packed.data) throw new RefusedError("it gives back something else");
        unreadable = false;
        // Until every answer has its verdict again the score is what the system knows.
        if (standing.scored) {
          if (standing.of > 0) {
            session.set("cmi.core.score.min", "0");
            session.set("cmi.core.score.max", "100");
            session.set("cmi.core.score.raw", String(percent(standing)));
          }
          session.set("cmi.core.lesson_status", status(standing, needed));
        }
        const unheard = report();
        session.commit();
        return { saved: true, cut: packed.cut, ...(unheard ? { remark: `Your course’s system has your answers and your score, but does not record each try (${unheard}).` } : {}) };
      } catch (error) {
        return refused(error);
      }
    },

    graded(exercise, { value, at, verdict }) {
      const { type, response } = interaction(exercise, value);
      const record: Record<string, string> = {
        id: exercise.id,
        type,
        time: moment(new Date(at)),
        weighting: decimal(worth(exercise)),
        student_response: response,
        result: verdict?.correct === true ? "correct" : verdict?.correct === false ? "wrong" : "neutral",
      };
      const known = Object.entries(record).filter(([field]) => fields.includes(field));
      waiting.push(...known.map(([field, text]): [string, string] => [`cmi.interactions.${interactions}.${field}`, text]));
      interactions += 1;
    },

    leave() {
      try {
        session.end();
      } catch (error) {
        // The reader is gone; what was refused before has been told.
        console.warn(error);
      }
    },
  };
}

function begin(): void {
  const near = findIn(window);
  const { api, foreign } = near.api ? near : { ...near, ...findIn(window.opener as Window | null) };
  const alone = (why: string): void => {
    window.ridgepointHost = { message: `${why} What you do is saved in this browser only, and no score is reported. Download the submission when you are done.` };
  };
  if (!api) return alone(foreign ? "The page around this lab is on another site, so the lab cannot reach your course’s system." : "This lab has not been opened from your course’s system.");
  try {
    const session = new Session(api);
    if (["not attempted", "unknown", ""].includes(session.get("cmi.core.lesson_status"))) session.set("cmi.core.lesson_status", "incomplete");
    const id = session.optional("cmi.core.student_id");
    window.ridgepointHost = { ...(id ? { student: { id } } : {}), store: (lab) => courseStore(lab, session) };
  } catch (error) {
    return alone(`Your course’s system has not opened a session (${reason(error)}).`);
  }
  // A page that the browser had put aside comes back after its session has ended.
  addEventListener("pageshow", ({ persisted }) => persisted && location.reload());
}

begin();
