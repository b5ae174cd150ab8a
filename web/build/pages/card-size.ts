/** As networks ask for it: 1.91 to 1, and 1200 pixels wide. */
export const CARD = { width: 1200, height: 630 };
