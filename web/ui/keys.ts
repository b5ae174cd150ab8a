// Keys pressed in a widget stay in it: documentation generators turn the page at a letter, presentations the slide at an arrow.

/** Keys of the browser, and those that leave a widget or a dialog around it. */
const PASSED = /^(Tab|Escape|F\d+)$/;

/** What a control or chart did not use goes on where it is one of the browser's, or a shortcut with a modifier. */
export function keepKeys(event: KeyboardEvent): void {
  const { key, ctrlKey, metaKey, altKey, defaultPrevented } = event;
  if (ctrlKey || metaKey || altKey) return;
  if (defaultPrevented || !PASSED.test(key)) event.stopPropagation();
}
