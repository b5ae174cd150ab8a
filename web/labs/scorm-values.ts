// Times, numbers, status and answers as SCORM 1.2 writes them: everything is a string.

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

/** A number without an exponent, which the standard's decimals do not have. */
export const decimal = (value: number): string => {
  const short = String(Number(value.toPrecision(12)));
  return !short.includes("e") ? short : Math.abs(value) >= 1 ? BigInt(Math.round(value)).toString() : Number(short).toFixed(18).replace(/\.?0+$/, "");
};

export const percent = ({ points, of }: Pick<Standing, "points" | "of">): number => Math.min(100, Math.max(0, Number(((100 * points) / of).toFixed(2))));

/** Passed is for who has done everything and reached the mastery score; the percentage speaks for all others. */
export function status({ done, exercises, points, of }: Standing, mastery: number | undefined): "incomplete" | "completed" | "passed" {
  if (done < exercises) return "incomplete";
  return mastery !== undefined && of > 0 && percent({ points, of }) >= mastery ? "passed" : "completed";
}

/** What a choice or an order is named by: one letter or digit, by its place in the lab. */
const named = (keys: object, key: unknown): string | undefined => "abcdefghijklmnopqrstuvwxyz0123456789"[Object.keys(keys).indexOf(String(key))];

/** An answer as the standard's interactions have it: one letter for an option or an item, up to 255 characters for what is free. */
export function interaction(exercise: Exercise, value: unknown): { type: string; response: string } {
  const free = (text: string): string => text.slice(0, 255);
  switch (exercise.kind) {
    case "choice": {
      const letter = named(exercise.options, value);
      return letter === undefined ? { type: "fill-in", response: free(String(value)) } : { type: "choice", response: letter };
    }
    case "number":
      return { type: "numeric", response: decimal(value as number) };
    case "table":
      return { type: "fill-in", response: free(Object.entries(value as Record<string, number>).map(([cell, one]) => `${cell}=${decimal(one)}`).join(";")) };
    case "order":
      return { type: "sequencing", response: (value as string[]).map((key) => named(exercise.items, key)).join(",") };
    case "setting":
      return { type: "performance", response: free(Object.entries(value as object).map(([name, one]) => `${name}=${typeof one === "object" ? JSON.stringify(one) : String(one)}`).join(";")) };
    case "text":
      return { type: "fill-in", response: free(String(value)) };
  }
}
