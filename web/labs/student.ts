// The id that a student gave last, in any lab of a course; a browser that keeps nothing is asked each time.

const keyOf = (course: string | undefined): string => `ridgepoint.student${course ? `.${course}` : ""}`;

export function remembered(course: string | undefined): string {
  try {
    return localStorage.getItem(keyOf(course)) ?? "";
  } catch {
    return "";
  }
}

export function remember(course: string | undefined, id: string): void {
  try {
    localStorage.setItem(keyOf(course), id);
  } catch {
    // The page asks again next time.
  }
}

/** Forgets who reads, so that another can begin. */
export function forgetStudent(course: string | undefined): void {
  try {
    localStorage.removeItem(keyOf(course));
  } catch {
    // Nothing was kept.
  }
}
