"""Fits the calibrated assumptions to measurements, by least absolute deviation of the logarithm.

    python3 fit.py COMPARISONS.csv OUT_FOLDER REPORT.json LEFT_OUT.json
    python3 fit.py --check COMPARISONS.csv FOLDER      whether the engine predicts what this script does

LEFT_OUT.json, for fit_serving.py: parameters with each document left out. COMPARISONS.csv is what `ridgepoint validate --csv` writes: each point with its measured time and the terms of its steps.
The model of a step is that of fit_model.py; `--check` compares it with the engine's.

All software share a fit that knows what kernels each has. A software's own parameters go from there towards its own
measurements by sources / (sources + 1), a document of n points counting n / (n + 10) of a source: one document says as
much of its author and machine as of the software. Errors are of whole documents left out, or of whole devices.
"""

import itertools
import json
import sys
from collections import Counter, defaultdict
from pathlib import Path

import numpy as np
from fit_model import (
    ACTIVATIONS,
    BAND,
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
    LEAST_TOKENS,
    MICRO_BATCH,
    MOVING,
    NEEDS,
    PARAMETERS,
    PRODUCT,
    SCORE,
    SCORED_CACHE,
    START,
    UNPACKED,
    WHOLE_SOURCE,
    WIDENED,
    Terms,
    bounded,
    effective,
    evened,
    fit,
    one_more,
    read,
    significant,
)

SHARED_PENALTY, OWN_PENALTY = 6, 0.1  # of one unit of squared distance, against the sum of |log error| over the points
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


def is_long(row):
    """Whether a prompt, and each of its passes, is long enough to be fitted."""
    return row["first_tokens"] > LEAST_TOKENS and not 0 < row["first_micro_batch"] <= LEAST_TOKENS


def parts(rows):
    """What moves data, what computes, and batches that a prompt's kernels take, of what is fitted."""
    rows = [row for row in rows if row["fitted"]]
    moving, rest = ([row for row in rows if row["moving"] == moves] for moves in (True, False))
    batches, others = ([row for row in rest if by_columns(row) == so] for so in (True, False))
    return moving, [row for row in others if not row["prompt"] or is_long(row)], batches


def by_columns(row):
    """Whether it is a batch that its software takes by the kernels of prompts."""
    return "columns" in KERNELS.get(row["software"], set()) and not row["prompt"] and not row["moving"]


def is_launched(row):
    """Whether its software launches each kernel by itself, so that it says little of what others take."""
    return "launches" in KERNELS.get(row["software"], set())


def is_mixture(row):
    """Whether its network routes tokens to experts, which says more of that than of what all software does."""
    return row["further_expert_layers"] > 0 or row["first_expert_layers"] > 0


def is_routed(row):
    """Whether it tells of routing, which is fitted to a software alone."""
    return is_mixture(row) and "experts" in KERNELS.get(row["software"], set())


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


def sources(rows):
    return sum(count / (count + WHOLE_SOURCE) for count in Counter(row["document"] for row in rows).values())


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
    for some, which in zip(parts(rows), own_parameters(rows[0]["software"])):
        own, weight = fit(some, which, z, z, OWN_PENALTY, even=False), sources(some) / (sources(some) + 1)
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


def ratios_of(rows, predicted):
    return np.array([row["measured_s"] / predicted[row["id"]] for row in rows])


def spread(rows, predicted):
    """The band of one more document; software that one document tells of twice counts twice.

    A software of which one document tells is no better known than that: its author and machine are one of many.
    """
    groups = defaultdict(list)
    for row, ratio in zip(rows, np.log(ratios_of(rows, predicted))):
        groups[row["document"], row["software"]].append(ratio)
    return one_more(groups.values())


def weighted_quantiles(own, others, predicted):
    """Of a software's ratios, in which those of other software count as one source more."""
    groups = [(rows, amount) for rows, amount in ((own, sources(own)), (others, 1)) if rows]
    values = np.concatenate([ratios_of(rows, predicted) for rows, _ in groups])
    weights = np.concatenate([evened(rows) * amount / len(rows) for rows, amount in groups])
    order = np.argsort(values)
    place = (np.cumsum(weights[order]) - weights[order] / 2) / weights.sum()
    documents = effective(list(Counter(row["document"] for row in own + others).values()))
    return np.interp(BAND, place, values[order]) ** (1 + WIDENED / documents)


def limits(own, others, predicted):
    """The band of a software's ratios."""
    moving = (own or others)[0]["moving"]
    low, high = spread(own + others, predicted) if moving else weighted_quantiles(own, others, predicted)
    return min(1.0, float(low)), max(1.0, float(high))


def speedups(rows, predicted, same, differ):
    """Measured and predicted ratio of each pair of rows that agree in `same` and differ in `differ`."""
    groups = defaultdict(list)
    for row in rows:
        groups[tuple(row[key] for key in same)].append(row)
    return [
        (a["measured_s"] / b["measured_s"], predicted[a["id"]] / predicted[b["id"]])
        for group in groups.values()
        for a, b in itertools.combinations(group, 2)
        if a[differ] != b[differ]
    ]


def residuals(rows, predicted, others):
    """Of the rows left out; without any, those of other software, and no points."""
    low, high = limits(rows, others, predicted)
    errors = np.abs(1 / ratios_of(rows or others, predicted) - 1)
    documents = len({row["document"] for row in rows})
    return {"points": len(rows), "documents": documents, "median_error": float(np.median(errors)), "low": low, "high": high}


def residuals_of_pairs(pairs, fallback):
    if not pairs:
        return {**fallback, "points": 0, "documents": 0}
    low, high = np.quantile([m / p for m, p in pairs] + [p / m for m, p in pairs], BAND)
    errors = [abs(p / m - 1) for m, p in pairs]
    return {"points": len(pairs), "documents": 0, "median_error": float(np.median(errors)), "low": float(low), "high": float(high)}


def coverage(rows, predicted, others):
    """How many of a software's points lie in a band that is drawn without their document."""
    inside = 0
    for document in {row["document"] for row in rows}:
        rest, elsewhere = ([row for row in some if row["document"] != document] for some in (rows, others))
        low, high = limits(rest, elsewhere, predicted)
        inside += sum(low <= ratio <= high for ratio in ratios_of([row for row in rows if row["document"] == document], predicted))
    return inside


def summary(rows, predicted):
    errors = np.abs([predicted[row["id"]] / row["measured_s"] - 1 for row in rows])
    documents = len({row["document"] for row in rows})
    return {"points": len(rows), "documents": documents, "median_error": float(np.median(errors)), "ninth_decile": float(np.quantile(errors, 0.9))}


def pair_summary(pairs):
    different = [(m, p) for m, p in pairs if max(m, 1 / m) > 1.1]
    return {
        "pairs": len(different),
        "ordered": sum((m > 1) == (p > 1) for m, p in different) / len(different),
        "median_error": float(np.median([abs(p / m - 1) for m, p in pairs])),
    }


def rounded(entry):
    return {key: significant(value) if isinstance(value, float) else value for key, value in entry.items()}


def why(index, rows, found):
    """What a parameter rests on: `found` are its values with one document left out."""
    if index in (EXPERTS, LAUNCH):
        rows = [row for row in parts(rows)[0] if is_routed(row) or is_launched(row)]
    elif index in MOVING + COMPUTING + BATCHED:
        rows = next(part for part, some in zip(parts(rows), (MOVING, COMPUTING, BATCHED)) if index in some)
    if not rows:
        return "no measurements of this software say anything of it; as for all software together"
    text = f"{len(rows)} points of {len({row['document'] for row in rows})} documents"
    return text + (f"; {min(found):.3g} to {max(found):.3g} when one document is left out" if found else "")


SAME_BUT_DEVICE = ("software", "model", "precision", "batch", "table")
SAME_BUT_PRECISION = ("software", "model", "hardware", "batch", "table")


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
    moving, computing, batches = parts(own)
    moving_others, computing_others, _ = parts(others)
    if of_images:  # one set of residuals for both: these points are not told apart by what they wait for
        moving, moving_others = computing, computing_others
    members, fitted = image_parameters_of(bounded(z)) if of_images else parameters_of(software, bounded(z))
    entry = {"id": software, "name": NAMES[software], **members}
    entry["moving"] = rounded(residuals(moving, predicted, moving_others))
    entry["computing"] = rounded(residuals(computing, predicted, computing_others))
    pairs = speedups(moving, predicted, SAME_BUT_DEVICE, "hardware") + speedups(moving, predicted, SAME_BUT_PRECISION, "precision")
    entry["ratio"] = rounded(residuals_of_pairs(pairs, entry["moving"]))
    if len({row["document"] for row in batches}) > 1:  # other software's batches say nothing of such kernels
        entry["batches"] = rounded(residuals(batches, predicted, []))
    entry["estimated"] = [{"field": PARAMETERS[index][0], "why": why(index, own, [bounded(z)[index] for z in found])} for index in fitted]
    return entry


def by_software(rows, predicted, unknown):
    """Errors of each software's points, known and not, and how many lie in its band."""
    found = {}
    for software in sorted({row["software"] for row in rows}):
        own, others = ([row for row in rows if (row["software"] == software) == same] for same in (True, False))
        found[software] = {**summary(own, predicted), "median_error_unknown": summary(own, unknown)["median_error"], "in_band": coverage(own, predicted, others) / len(own)}
    return found


def three_ways(rows, documents, devices):
    """Errors of documents left out with the software known and unknown, and of devices left out."""
    each = by_software(rows, documents.known, documents.unknown)
    inside = sum(entry["points"] * entry["in_band"] for entry in each.values())
    general = [row for row in rows if not is_launched(row)]
    return {
        "software_known": {**summary(rows, documents.known), "in_band": inside / len(rows)},
        "software_known_device_left_out": summary(rows, devices.known),
        "software_unknown": {**summary(general, documents.unknown), "in_band": coverage(general, documents.unknown, []) / len(general)},
    }, each


def by_document(rows, predicted):
    """Errors of each document that was left out, with its address."""
    return [
        {"document": name, "url": next(row["url"] for row in rows if row["document"] == name), **summary([row for row in rows if row["document"] == name], predicted)}
        for name in sorted({row["document"] for row in rows})
    ]


def report_of(rows, documents, devices):
    fitted = [row for row in rows if row["fitted"]]
    named = [row for row in fitted if row["software"] != "unknown"]
    decode = [row for row in named if row["moving"]]
    prompts = [row for row in named if row["prompt"] and is_long(row)]
    batches = [row for row in named if not row["images"] and not row["prompt"] and not row["moving"]]
    of_decode, decode_by_software = three_ways(decode, documents, devices)
    of_decode["kernels_not_fitted"] = summary([row for row in rows if not row["fitted"] and row["moving"]], documents.unknown)
    of_prompts, prompts_by_software = three_ways(prompts, documents, devices)
    of_batches, batches_by_software = three_ways(batches, documents, devices)
    of_int4 = [row for row in decode if float(row["weight_bits"] or 16) == 16 or 3.5 <= float(row["weight_bits"]) <= 5.5]
    kinds = {"decode_of_one_sequence": decode, "prompts": prompts, "batches": batches, "images": [row for row in named if row["images"]]}
    return {
        "decode_of_one_sequence": of_decode,
        "decode_by_software": decode_by_software,
        "prompts": of_prompts,
        "prompts_by_software": prompts_by_software,
        "batches": of_batches,
        "batches_by_software": batches_by_software,
        "by_document": {kind: by_document(some, documents.known) for kind, some in kinds.items()},
        "order_of_devices": pair_summary(speedups(decode, documents.known, SAME_BUT_DEVICE, "hardware")),
        "order_of_devices_left_out": pair_summary(speedups(decode, devices.known, SAME_BUT_DEVICE, "hardware")),
        "int4_over_fp16": pair_summary(speedups(of_int4, documents.known, SAME_BUT_PRECISION, "precision")),
        "by_kind": {
            kind: {
                "software_known": summary([row for row in named if row["kind"] == kind], documents.known),
                "software_unknown": summary([row for row in named if row["kind"] == kind], documents.unknown),
            }
            for kind in sorted({row["kind"] for row in named})
        },
    }


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
