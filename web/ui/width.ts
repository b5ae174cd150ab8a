/** Tells the width of an element's content in whole CSS pixels, at once and whenever it changes, until the returned function is called. */
export function followWidth(element: Element, changed: (width: number) => void): () => void {
  let last = -1;
  const measure = (): void => {
    const width = Math.floor(element.clientWidth);
    if (width !== last) changed((last = width));
  };
  measure();
  const observer = new ResizeObserver(measure);
  observer.observe(element);
  return () => observer.disconnect();
}
