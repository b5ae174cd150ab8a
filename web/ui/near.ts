/** Calls `then` once one of the elements is near the window, or at once where browsers do not tell. Returns what ends the wait. */
export function whenNear(elements: Iterable<Element>, then: () => void): () => void {
  if (typeof IntersectionObserver === "undefined") {
    then();
    return () => {};
  }
  const observer = new IntersectionObserver(
    (entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
      observer.disconnect();
      then();
    },
    // Far enough ahead that what is fetched then is ready when the reader arrives.
    { rootMargin: "600px" },
  );
  for (const element of elements) observer.observe(element);
  return () => observer.disconnect();
}
