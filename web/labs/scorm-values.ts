// Times, status and answers as SCORM 1.2 writes them: everything is a string.

import { kindOf } from "./kinds.js";
import type { Standing } from "./store.js";
import type { Exercise } from "./types.js";

const two = (value: number): string => String(Math.floor(value)).padStart(2, "0");

/** HH:MM:SS; the standard's hours have four digits at most. */
export const clock = (milliseconds: number): string => {
  const seconds = Math.min(Math.max(milliseconds / 1000, 0), 9999 * 3600);
  return `${two(seconds / 3600)}:${two((seconds / 60) % 60)}:${two(seconds % 60)}`;
};

/** A time of day. */
export const moment = (at: Date): string => `${two(at.getHours())}:${two(at.getMinutes())}:${two(at.getSeconds())}`;

export const percent = ({ points, of }: Pick<Standing, "points" | "of">): number => Math.min(100, Math.max(0, Number(((100 * points) / of).toFixed(2))));

/** Passed is for who has done everything and reached the mastery score; the percentage speaks for all others. */
export function status({ done, exercises, points, of }: Standing, mastery: number | undefined): "incomplete" | "completed" | "passed" {
  if (done < exercises) return "incomplete";
  return mastery !== undefined && of > 0 && percent({ points, of }) >= mastery ? "passed" : "completed";
}

/** One letter or digit, by its place in the lab. */
const letter = (keys: object, key: unknown): string | undefined => "abcdefghijklmnopqrstuvwxyz0123456789"[Object.keys(keys).indexOf(String(key))];

/** An answer as the standard's interactions have it: one letter for an option or an item, up to 255 characters for what is free. */
export const interaction = (exercise: Exercise, value: unknown): { type: string; response: string } =>
  kindOf(exercise).interaction(exercise, value, { free: (text) => text.slice(0, 255), letter });
