// A page of the site that its script brings to life has a tag around what is to live; ridgepoint-check.js says so where nothing
// defines that tag.

/** The script of the page has run. `name`: of the tag, after ridge-page-. */
export const started = (name: string): void => customElements.define(`ridge-page-${name}`, class extends HTMLElement {});
