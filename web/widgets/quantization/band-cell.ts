// A band within a table.

import { html, nothing, range, type Band, type TemplateResult } from "#shared";

/** Below the figure of a table's cell. */
export const bandCell = (one: Band | null): TemplateResult | typeof nothing => (one ? html`<small>${range(one.low, one.high, one.unit)}</small>` : nothing);
