// Picks points by software and device, and reads them out under the pointer or by arrow keys. Each row of the table has its mark
// in both drawings, in the same order.

const rows = [...document.querySelectorAll<HTMLTableRowElement>("#points tbody tr")];
const plots = [...document.querySelectorAll<HTMLElement>(".plot[data-name]")];
const marks = plots.map((plot) => [...plot.querySelectorAll<SVGUseElement>("use")]);
const [software, device] = ["software", "device"].map((id) => document.getElementById(id) as HTMLSelectElement) as [HTMLSelectElement, HTMLSelectElement];
const count = document.getElementById("count")!;
const readout = document.getElementById("readout")!;

const shown = (index: number): boolean => !rows[index]!.hidden;

const pick = (): void => {
  rows.forEach((row, index) => {
    row.hidden = (software.value !== "" && row.dataset["software"] !== software.value) || (device.value !== "" && row.cells[2]!.textContent !== device.value);
    for (const some of marks) some[index]!.toggleAttribute("hidden", row.hidden);
  });
  count.textContent = `${rows.filter((row) => !row.hidden).length} of ${rows.length} points`;
  read(undefined);
};

let at: number | undefined;
function read(index: number | undefined, plot = 0): void {
  for (const some of marks) if (at !== undefined) some[at]!.classList.remove("at");
  at = index;
  if (index !== undefined) for (const some of marks) some[index]!.classList.add("at");
  readout.textContent = index === undefined ? "" : marks[plot]![index]!.querySelector("title")!.textContent;
}

plots.forEach((plot, which) => {
  plot.tabIndex = 0;
  plot.role = "group";
  plot.ariaLabel = `${plot.closest("figure")!.querySelector("h3")!.textContent}. Left and right arrow keys read its points.`;
  plot.addEventListener("pointermove", ({ clientX, clientY }) => {
    let [nearest, least] = [undefined as number | undefined, 24];
    marks[which]!.forEach((mark, index) => {
      if (!shown(index)) return;
      const { left, top, width, height } = mark.getBoundingClientRect();
      const distance = Math.hypot(left + width / 2 - clientX, top + height / 2 - clientY);
      if (distance < least) [nearest, least] = [index, distance];
    });
    if (nearest !== at) read(nearest, which);
  });
  plot.addEventListener("pointerleave", () => read(undefined));
  plot.addEventListener("blur", () => read(undefined));
  plot.addEventListener("keydown", (event) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    const listed = rows.map((_, index) => index).filter(shown);
    if (event.key === "Escape") read(undefined);
    else if (step && listed.length > 0) read(listed.at(((at === undefined ? (step > 0 ? -1 : 0) : listed.indexOf(at)) + step) % listed.length), which);
    else return;
    event.preventDefault();
  });
});

software.addEventListener("change", pick);
device.addEventListener("change", pick);

export {};
