/**
 * What is worked out of something, kept until it is asked of something else: for what stays the same at each step of a slider.
 * `key`: of two with the same, the same is worked out.
 */
export function last<Of, Made>(make: (of: Of) => Made, key: (of: Of) => unknown = (of) => of): (of: Of) => Made {
  let kept: { key: unknown; made: Made } | undefined;
  return (of) => {
    const now = key(of);
    if (!kept || kept.key !== now) kept = { key: now, made: make(of) };
    return kept.made;
  };
}
