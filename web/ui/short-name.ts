/**
 * A device or a model as people say it: H100, RTX 5090, MacBook Pro M4 Max, Llama 3 8B. Its vendor, its form factor and its later
 * version of the same shape stand in its entry; the size of its memory stays where a device of that name is sold with two.
 */
export const shortName = (name: string): string =>
  name
    .replace(/ \((?:(M\d \w+), )?.*\)$/, (_, chip?: string) => (chip ? ` ${chip}` : ""))
    .replace(/^(NVIDIA|AMD|Intel|Google|AWS|Apple|Qualcomm|Nordic|Espressif) ((GeForce|Instinct) )?/, "")
    .replace(/ \/ \S+/, "")
    .replace(/ (SXM\d?|Grace Hopper|Generation|Blackwell Workstation)\b/g, "")
    .replace(/^(.+) (\d+)GB$/, (_, device: string, size: string) => (/^[AV]100$/.test(device) ? `${device} ${size}\u00a0GB` : device));
