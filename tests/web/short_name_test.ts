import { readdirSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { paths } from "../../web/build/bundle.js";
import { importModule } from "../../web/build/module.js";
import { deviceName, entryName, type Entry } from "../../web/ui/engine.js";
import { shortName } from "../../web/ui/short-name.js";

const folder = new URL("../../core/data/hardware/", import.meta.url);
const NAMES = readdirSync(folder).map((file) => (JSON.parse(readFileSync(new URL(file, folder), "utf8")) as { name: string }).name);

it.each([
  ["NVIDIA H100 SXM5 80GB", "H100"],
  ["NVIDIA H100 PCIe 80GB", "H100 PCIe"],
  ["NVIDIA A100 SXM4 80GB", "A100 80\u00a0GB"],
  ["NVIDIA GeForce RTX 4090", "RTX 4090"],
  ["NVIDIA GH200 Grace Hopper 96GB", "GH200"],
  ["AMD Instinct MI300X", "MI300X"],
  ["Apple M1 Max (32-core GPU)", "M1 Max"],
  ["Apple MacBook Pro (M4 Max, 40-core GPU)", "MacBook Pro M4 Max"],
  ["Llama 3 / 3.1 8B", "Llama 3 8B"],
  ["My own", "My own"],
])("%s is %s", (name, short) => expect(shortName(name)).toBe(short));

it("tells any two devices of the registry apart, in at most 22 letters", () => {
  const short = NAMES.map(shortName);
  expect(new Set(short).size).toBe(NAMES.length);
  expect(short.filter((one) => one === "" || one.length > 22)).toEqual([]);
});

it("one of the list is called by its name there, one of the reader's own as the reader calls it, and what is neither as it is written", () => {
  const list = [{ id: "H100", name: "NVIDIA H100 SXM5 80GB" }] as Entry[];
  expect([entryName(list, "H100"), deviceName(list, "H100")]).toEqual(["NVIDIA H100 SXM5 80GB", "H100"]);
  expect([entryName(list, "H900"), entryName(list, undefined), entryName(undefined, "H100")]).toEqual(["H900", "", "H100"]);
  const own = { name: "NVIDIA H100 SXM5 80GB", memory_capacity_bytes: 1 };
  expect([entryName(list, own), deviceName(list, own)]).toEqual([own.name, own.name]);
  expect(["id", "name"].map((key) => entryName(list, { [key]: "Mine" }))).toEqual(["Mine", "Mine"]);
  expect([entryName(list, {}), entryName(list, { name: 5 })]).toEqual(["your own", "your own"]);
});

it("is what the engine's own sentences call every device", async () => {
  type Engine = { hardware(): { id: string; name: string }[]; explain(request: Record<"baseline" | "proposal", object>): { text: string } };
  const { loadRidgepoint } = (await importModule(paths.engine)) as { loadRidgepoint(): Promise<Engine> };
  const engine = await loadRidgepoint();
  /** Of a format that the device has. */
  const said = (hardware: string): string | undefined =>
    ["fp16", "int8", "fp32"].flatMap((precision) => {
      try {
        const side = { model: "ResNet50", hardware, precision };
        return [/ on (.+), (?:FP16|INT8|FP32), batch 1/.exec(engine.explain({ baseline: side, proposal: side }).text)![1]!];
      } catch (error) {
        if ((error as { code?: string }).code) return [];
        throw error;
      }
    })[0];
  expect(engine.hardware().map(({ id }) => said(id))).toEqual(engine.hardware().map(({ name }) => shortName(name)));
});
