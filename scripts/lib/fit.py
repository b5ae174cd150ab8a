"""Fits the calibrated assumptions to measurements, by least absolute deviation of the logarithm.

    python3 fit.py COMPARISONS.csv OUT_FOLDER REPORT.json LEFT_OUT.json
    python3 fit.py --check COMPARISONS.csv FOLDER      whether the engine predicts what this script does

LEFT_OUT.json, for fit_serving.py: parameters with each document left out. COMPARISONS.csv is what `ridgepoint validate
--csv` writes: each point with its measured time and the terms of its steps. The model of a step is that of fit_model.py;
`--check` compares it with the engine's.

All software share a fit that knows what kernels each has. A software's own parameters go from there towards its own
measurements by sources / (sources + k), a document of n points counting n / (n + 10) of a source: one document says as
much of its author and machine as of the software, and of what moves data as much as two. Errors are of whole documents
left out, or of whole devices.
"""

import datetime
import json
import sys
from collections import defaultdict
from pathlib import Path

from fit_errors import SAME_BUT_DEVICE, SAME_BUT_PRECISION, residuals, residuals_of_pairs, report_of, speedups
from fit_model import (
    ACTIVATIONS,
    BATCHED,
    CACHE,
    COMPUTING,
    DEFAULT_ACTIVATIONS,
    EFFICIENCY,
    EXPERTS,
    HIDDEN,
    IMAGES,
    JOULES,
    KERNELS,
    LAUNCH,
    MICRO_BATCH,
    MOVING,
    NEEDS,
    PARAMETERS,
    PRODUCT,
    SCORE,
    SCORED_CACHE,
    START,
    UNPACKED,
    Terms,
    bounded,
    fit,
    read,
    significant,
)
from fit_rows import is_launched, is_mixture, is_routed, own_batches, parts, sources

SHARED_PENALTY, OWN_PENALTY = 6, 0.1  # of one unit of squared distance, against the sum of |log error| over the points
SHARED_WEIGHT = (2, 1, 1)  # what all software say of one, in sources of its own: of moving data, computing, batches
NAMES = {
    "unknown": "all software together",
    "exllamav2": "ExLlamaV2",
    "gpt-fast": "gpt-fast",
    "llama.cpp-cuda": "llama.cpp with CUDA",
    "llama.cpp-cuda-2024": "llama.cpp with CUDA, until May 2024",
    "llama.cpp-metal": "llama.cpp with Metal",
    "llama.cpp-metal-2024": "llama.cpp with Metal, until May 2024",
    "lmdeploy": "LMDeploy TurboMind",
    "tensorrt-llm": "TensorRT-LLM",
    "tinychat": "TinyChat",
    "transformers": "Hugging Face Transformers",
    "mxnet": "MXNet, images",
    "pytorch": "PyTorch, images",
    "tensorflow-xla": "TensorFlow with XLA, images",
    "tensorrt": "TensorRT, images",
}


def fit_shared(rows):
    """Parameters of all software together, which is taken to have the kernels that are known of it, and that of unknown.

    Of passes, those over images: of encoders one software alone is measured.
    """
    if rows and rows[0]["images"]:
        z = fit([row for row in rows if "images" in row["kind"]], IMAGES, START, START, OWN_PENALTY)
        return z, z
    moving, computing, batches = parts([row for row in rows if not is_mixture(row) and not is_launched(row)])
    z = fit(moving, MOVING, START, START, SHARED_PENALTY)
    unknown = fit(moving, [CACHE], START, z, SHARED_PENALTY, known=False)
    general = [index for index in COMPUTING if index not in NEEDS]
    known = fit(batches, BATCHED, START, fit(computing, COMPUTING, START, z, SHARED_PENALTY), SHARED_PENALTY)
    return known, fit(computing, general, START, unknown, SHARED_PENALTY, known=False)


def own_parameters(software):
    """What a software has of its own, of each of the parts."""
    kernels = KERNELS.get(software, set())
    of_kernels = [index for index, kernel in NEEDS.items() if kernel in kernels]
    cache = [] if SCORED_CACHE in of_kernels else [CACHE]
    moving, computing, batches = ([index for index in of_kernels if index in some] for some in (MOVING + [EXPERTS, LAUNCH], COMPUTING, BATCHED))
    return [0, 1, 2] + cache + moving, [EFFICIENCY, JOULES] + computing, batches


def fit_one(rows, prior):
    """The parameters of one software, between `prior` and its own measurements."""
    if not rows:
        return prior
    if rows[0]["images"]:
        return fit(rows, IMAGES, prior, prior, OWN_PENALTY, even=False)
    z = prior
    for some, which, shared in zip(parts(rows), own_parameters(rows[0]["software"]), SHARED_WEIGHT):
        own, weight = fit(some, which, z, z, OWN_PENALTY, even=False), sources(some) / (sources(some) + shared)
        z = z + (own - z) * weight
    return z


class LeftOut:
    """Each row's predicted time from parameters that have not seen its group: with the software known, and unknown."""

    def __init__(self, rows, key):
        self.known, self.unknown, self.parameters = {}, {}, defaultdict(dict)
        for group in sorted({row[key] for row in rows}):
            rest = [row for row in rows if row[key] != group]
            shared, unknown = fit_shared(rest)
            for software in sorted({row["software"] for row in rows if row[key] == group}):
                inside = [row for row in rows if row[key] == group and row["software"] == software]
                named = software != "unknown"
                z = fit_one([row for row in rest if row["software"] == software], shared) if named else unknown
                self.known.update(self.times(inside, z, True))
                if not inside[0]["images"]:
                    self.parameters[group][software] = parameters_of(software, bounded(z))[0]
                self.unknown.update(self.times(inside, unknown, False))

    @staticmethod
    def times(rows, z, known):
        return dict(zip([row["id"] for row in rows], Terms(rows, known).times(z)))

    def update(self, other):
        self.known.update(other.known)
        self.unknown.update(other.unknown)


def rounded(entry):
    return {key: significant(value) if isinstance(value, float) else value for key, value in entry.items()}


def basis(index, rows, found):
    """What a parameter rests on: `found` are its values with one document left out, which lie between low and high."""
    if index in (EXPERTS, LAUNCH):
        rows = [row for row in parts(rows)[0] if is_routed(row) or is_launched(row)]
    elif index in MOVING + COMPUTING + BATCHED:
        rows = next(part for part, some in zip(parts(rows), (MOVING, COMPUTING, BATCHED)) if index in some)
    if not rows:
        return {"why": "no measurements of this software say anything of it; as for all software together"}
    told = {"points": len(rows), "documents": len({row["document"] for row in rows})}
    return {**told, "low": significant(min(found)), "high": significant(max(found))} if found else told


def parameters_of(software, values):
    """The members of a software's file, by the index of the parameter that each is."""
    kernels = KERNELS.get(software, set())
    general = [0, 1, 2, SCORED_CACHE if "scores" in kernels else CACHE, 5, 6] + [index for index in (EXPERTS, LAUNCH) if NEEDS[index] in kernels]
    prompts = [HIDDEN, JOULES] + [index for index in [UNPACKED, SCORE, PRODUCT] + BATCHED if NEEDS[index] in kernels]
    entry = {PARAMETERS[index][0]: significant(values[index]) for index in general}
    entry["prompts"] = {PARAMETERS[index][0]: significant(values[index]) for index in prompts}
    if "fp16_accumulate" in kernels:
        entry["prompts"]["fp16_accumulate"] = True
    if "micro_batch" in kernels:
        entry["prompts"]["micro_batch"] = MICRO_BATCH
    return entry, general + prompts


def image_parameters_of(values):
    general = [0, 1, 5, 6, ACTIVATIONS]  # no image network unpacks weights, nor has a cache
    none = {PARAMETERS[index][0]: 0 for index in (2, CACHE)}
    return {**{PARAMETERS[index][0]: significant(values[index]) for index in general}, **none}, IMAGES


def entry_of(software, own, z, predicted, others, found):
    """The file of one software: parameters, residuals, and what each rests on."""
    of_images = own[0]["images"]
    moving, computing, _ = parts(own)
    moving_others, computing_others, _ = parts(others)
    if of_images:  # one set of residuals for both: these points are not told apart by what they wait for
        moving, moving_others = computing, computing_others
    members, fitted = image_parameters_of(bounded(z)) if of_images else parameters_of(software, bounded(z))
    entry = {"id": software, "name": NAMES[software], "date": datetime.date.today().isoformat(), **members}
    entry["moving"] = rounded(residuals(moving, predicted, moving_others))
    entry["computing"] = rounded(residuals(computing, predicted, computing_others))
    pairs = speedups(moving, predicted, SAME_BUT_DEVICE, "hardware") + speedups(moving, predicted, SAME_BUT_PRECISION, "precision")
    entry["ratio"] = rounded(residuals_of_pairs(pairs, entry["moving"]))
    if own_batches(own):
        entry["batches"] = rounded(residuals(own_batches(own), predicted, []))
    entry["estimated"] = [{"field": PARAMETERS[index][0], **basis(index, own, [bounded(z)[index] for z in found])} for index in fitted]
    return entry


def main(comparisons, out, report_path, left_out_path):
    rows = read(comparisons)
    families = [[row for row in rows if row["images"] == images] for images in (False, True)]
    documents, devices = LeftOut(families[0], "document"), LeftOut(families[0], "hardware")
    documents.update(LeftOut(families[1], "document"))
    devices.update(LeftOut(families[1], "hardware"))
    entries = []
    for family in families:
        without = {name: [row for row in family if row["document"] != name] for name in {row["document"] for row in family}}
        shared, unknown = fit_shared(family)
        rest = {name: fit_shared(some) for name, some in without.items()}
        for software in sorted({row["software"] for row in family} - {"unknown"}):
            own, others = ([row for row in family if (row["software"] == software) == same] for same in (True, False))
            found = [fit_one([row for row in without[name] if row["software"] == software], rest[name][0]) for name in {row["document"] for row in own}]
            entries.append(entry_of(software, own, fit_one(own, shared), documents.known, others, found))
        if not family[0]["images"]:
            entries.append(entry_of("unknown", [row for row in family if not is_launched(row)], unknown, documents.unknown, [], [both[1] for both in rest.values()]))
    for entry in entries:
        text = json.dumps(entry, indent=2, ensure_ascii=False) + "\n"
        (Path(out) / f"{entry['id']}.json").write_text(text, encoding="utf-8")
    # What the other fits say of their own kinds stays until they are run again.
    before = json.loads(Path(report_path).read_text(encoding="utf-8")) if Path(report_path).exists() else {}
    Path(report_path).write_text(json.dumps({**before, **report_of(rows, documents, devices)}, indent=2) + "\n", encoding="utf-8")
    Path(left_out_path).write_text(json.dumps(documents.parameters), encoding="utf-8")


def check(comparisons, folder):
    """Fails unless the engine, with the files of the folder in it, gives this script's times."""
    worst = 0.0
    for row in read(comparisons):
        entry = json.loads((Path(folder) / f"{row['software']}.json").read_text(encoding="utf-8"))
        given = {"activation_fraction": DEFAULT_ACTIVATIONS, **entry, **entry.get("prompts", {})}
        values = [given.get(name, 0) for name, _, _ in PARAMETERS]
        worst = max(worst, abs(Terms([row]).times_of(values)[0] / row["predicted_s"] - 1))
    print(f"largest difference between the engine and the fit: {worst:.1e}")
    if worst > 1e-9:
        sys.exit("fit.py: the model here is not the engine's")


if __name__ == "__main__":
    if sys.argv[1] == "--check":
        check(*sys.argv[2:])
    else:
        main(*sys.argv[1:])
