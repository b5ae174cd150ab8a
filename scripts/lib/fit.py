"""Fits the calibrated assumptions to measurements, by least absolute deviation of the logarithm.

    python3 fit.py COMPARISONS.csv OUT_FOLDER REPORT.json
    python3 fit.py --check COMPARISONS.csv FOLDER      whether the engine predicts what this script does

COMPARISONS.csv is what `ridgepoint validate --csv` writes: each point with its measured time and the terms of its steps.
The model of a step is that of core/include/ridgepoint/step.hpp; `--check` compares them.

A software's parameters are drawn towards those of all other software (a penalty on the squared distance of their
logarithms), so that a few points cannot move a parameter that they say nothing of. Errors are of points left out:
whole tables of a document at a time, whole devices at a time, or, with the software unknown, whole documents.
"""

import csv
import itertools
import json
import math
import sys
from collections import Counter, defaultdict
from pathlib import Path

import numpy as np
from scipy.optimize import minimize

PENALTY = 0.1  # of one unit of squared distance, against the sum of |log error| over the points
BAND = (0.05, 0.95)
BORROWED = 10  # residuals of other software beside a software's own, when its band is drawn
VISION = ("mxnet", "pytorch", "tensorrt", "tensorflow-xla")
NAMES = {
    "unknown": "all software together",
    "exllamav2": "ExLlamaV2",
    "gpt-fast": "gpt-fast",
    "llama.cpp-cuda": "llama.cpp with CUDA",
    "llama.cpp-metal": "llama.cpp with Metal",
    "lmdeploy": "LMDeploy TurboMind",
    "tensorrt-llm": "TensorRT-LLM",
    "tinychat": "TinyChat",
    "transformers": "Hugging Face Transformers",
    "mxnet": "MXNet, images",
    "pytorch": "PyTorch, images",
    "tensorflow-xla": "TensorFlow with XLA, images",
    "tensorrt": "TensorRT, images",
}
# Name, start, and how it is written as a number without bounds.
LOG, SHARE = "log", "share"
PARAMETERS = [
    ("layer_overhead_s", 4e-5, LOG),
    ("bandwidth_efficiency", 0.9, SHARE),
    ("vector_flop_per_weight", 5.0, LOG),
    ("vector_flop_per_cache_byte", 60.0, LOG),
    ("efficiency", 0.5, SHARE),
    ("overlap", 0.7, SHARE),
    ("activation_fraction", 1.0, LOG),
]
MOVING, COMPUTING = [0, 1, 2, 3], [4, 5]
IMAGES = [0, 4, 5, 6]
DEFAULT_ACTIVATIONS = 0.1  # what the engine takes for images where no fit says more
OF_WEIGHTS = [2, 3]  # no image network unpacks weights, nor has a cache


def free(value, kind):
    return math.log(value) if kind == LOG else math.log(value / (1 - value))


def bounded(z):
    return np.array([math.exp(x) if kind == LOG else 1 / (1 + math.exp(-x)) for x, (_, _, kind) in zip(z, PARAMETERS)])


START = np.array([free(value, kind) for _, value, kind in PARAMETERS])


def read(path):
    rows = []
    for row in csv.DictReader(open(path, encoding="utf-8")):
        if row["left_out"] or row["algorithm"]:
            continue
        for key, value in row.items():
            if key.startswith(("first_", "further_")) or key.endswith(("_per_s", "_s")) or key == "batch":
                row[key] = float(value or 0)
        prefix = row["id"].rsplit("-", 1)[0]
        row["document"] = row["url"]
        row["table"] = f"{prefix}: {row['table']}"
        row["moving"] = row["kind"].startswith("decode") and row["batch"] <= 1
        row["fitted"] = row["fitted"] == "true"
        row["images"] = "images" in row["kind"]
        rows.append(row)
    return rows


class Terms:
    def __init__(self, rows):
        def column(name):
            return np.array([row[name] for row in rows], float)

        self.measured = column("measured_s")
        self.peak, self.bandwidth, self.dispatch = map(column, ("peak_flop_per_s", "bandwidth_bytes_per_s", "dispatch_s"))
        vector = column("vector_flop_per_s")
        self.vector = np.where(vector > 0, vector, np.inf)
        self.batch = column("batch")
        names = ("times", "work_flop", "weights_bytes", "weights", "cache_bytes", "layers", "activation_bytes")
        self.steps = [{name: column(f"{step}_{name}") for name in names} for step in ("first", "further")]

    def times(self, z):
        return self.times_of(bounded(z))

    def times_of(self, values):
        """Seconds of every point: step.hpp, with one dispatch for a prompt or pass and none for a decoded token."""
        overhead, bandwidth, weight, cache, efficiency, overlap, activation = values
        total = 0
        for step, dispatches in zip(self.steps, (1, 0)):
            traffic = step["weights_bytes"] + step["cache_bytes"] + activation * step["activation_bytes"]
            vector = weight * step["weights"] + cache * step["cache_bytes"] / self.batch
            memory = traffic / (self.bandwidth * bandwidth) + vector / self.vector
            compute = step["work_flop"] / (self.peak * efficiency)
            latency = np.maximum(memory, compute) + (1 - overlap) * np.minimum(memory, compute)
            total = total + step["times"] * (latency + overhead * step["layers"] + self.dispatch * dispatches)
        return total


def fit(rows, which, prior, start, weights=None, penalty=PENALTY):
    if not rows:
        return start
    terms = Terms(rows)
    weights = np.ones(len(rows)) if weights is None else weights

    def loss(part):
        z = start.copy()
        z[which] = part
        residual = np.log(terms.times(z) / terms.measured)
        return np.sum(weights * np.abs(residual)) + penalty * np.sum((part - prior[which]) ** 2)

    best = start[which]
    for _ in range(3):  # again from where it stopped: the simplex may have collapsed early
        best = minimize(loss, best, method="Nelder-Mead", options={"maxiter": 4000, "maxfev": 4000, "xatol": 1e-5, "fatol": 1e-7}).x
    z = start.copy()
    z[which] = best
    return z


def evened(rows):
    """Weights that let a document of many points count more, but not by their number."""
    count = Counter(row["document"] for row in rows)
    weights = np.array([1 / math.sqrt(count[row["document"]]) for row in rows])
    return weights * len(rows) / weights.sum() if rows else weights


def parts(rows):
    rows = [row for row in rows if row["fitted"]]
    return [row for row in rows if row["moving"]], [row for row in rows if not row["moving"]]


def fit_all(rows):
    """One set of parameters for rows of whatever software."""
    if rows and rows[0]["images"]:
        return fit(rows, IMAGES, START, START, evened(rows))
    moving, computing = parts(rows)
    z = fit(moving, MOVING, START, START, evened(moving))
    return fit(computing, COMPUTING, START, z, evened(computing))


def fit_one(rows, prior):
    """The parameters of one software. Decoding at batch 1 tells of what moves, all else of what computes."""
    if rows and rows[0]["images"]:
        return fit(rows, IMAGES, prior, prior)
    moving, computing = parts(rows)
    return fit(computing, COMPUTING, prior, fit(moving, MOVING, prior, prior))


def left_out(rows, key, train):
    """Each row's predicted time from the parameters that `train` finds without the row's group."""
    predicted = {}
    for group in sorted({row[key] for row in rows}):
        z = train([row for row in rows if row[key] != group])
        inside = [row for row in rows if row[key] == group]
        for row, time in zip(inside, Terms(inside).times(z)):
            predicted[row["id"]] = time
    return predicted


def quantiles(own, others=()):
    """The band of `own` ratios; those of other software count as BORROWED more of them, so that few are not too sure."""
    values = np.concatenate([own, others])
    weights = np.concatenate([np.ones(len(own)), np.full(len(others), BORROWED / max(1, len(others)))])
    order = np.argsort(values)
    place = (np.cumsum(weights[order]) - weights[order] / 2) / weights.sum()
    low, high = np.interp(BAND, place, values[order])
    return min(1.0, float(low)), max(1.0, float(high))


def ratios_of(rows, predicted):
    return np.array([row["measured_s"] / predicted[row["id"]] for row in rows])


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
    ratios, borrowed = ratios_of(rows, predicted), ratios_of(others, predicted)
    low, high = quantiles(ratios, borrowed)
    errors = np.abs(1 / (ratios if rows else borrowed) - 1)
    tables = len({row["table"] for row in rows})
    return {"points": len(rows), "tables": tables, "median_error": float(np.median(errors)), "low": low, "high": high}


def residuals_of_pairs(pairs, fallback):
    if not pairs:
        return {**fallback, "points": 0, "tables": 0}
    ratios = np.array([m / p for m, p in pairs] + [p / m for m, p in pairs])
    low, high = quantiles(ratios)
    errors = [abs(p / m - 1) for m, p in pairs]
    return {"points": len(pairs), "tables": 0, "median_error": float(np.median(errors)), "low": low, "high": high}


def coverage(rows, predicted, others):
    """Share of points inside a band drawn without their table."""
    inside = 0
    for table in {row["table"] for row in rows}:
        rest = [row for row in rows if row["table"] != table]
        low, high = quantiles(ratios_of(rest, predicted), ratios_of(others, predicted))
        inside += sum(low <= ratio <= high for ratio in ratios_of([row for row in rows if row["table"] == table], predicted))
    return inside / len(rows)


def summary(rows, predicted):
    errors = np.abs([predicted[row["id"]] / row["measured_s"] - 1 for row in rows])
    return {"points": len(rows), "median_error": float(np.median(errors)), "ninth_decile": float(np.quantile(errors, 0.9))}


def pair_summary(pairs):
    different = [(m, p) for m, p in pairs if max(m, 1 / m) > 1.1]
    ordered = sum((m > 1) == (p > 1) for m, p in different)
    return {
        "pairs": len(different),
        "ordered": ordered / len(different) if different else None,
        "median_error": float(np.median([abs(p / m - 1) for m, p in pairs])) if pairs else None,
    }


def significant(value):
    return float(f"{value:.3g}")


def rounded(entry):
    return {key: significant(value) if isinstance(value, float) else value for key, value in entry.items()}


def evidence(rows, which, key, train):
    """How far each parameter moves when one group of rows is left out."""
    found = [bounded(train([row for row in rows if row[key] != group])) for group in sorted({row[key] for row in rows})]
    return {i: (min(z[i] for z in found), max(z[i] for z in found)) for i in which} if len(found) > 1 else {}


def why(index, rows, z, spread):
    share = [row for row in rows if row["fitted"] and (row["images"] or row["moving"] == (index in MOVING))]
    if not share:
        return "no measurements of this software say anything of it; as for all other software together"
    residual = np.abs(Terms(share).times(z) / Terms(share).measured - 1)
    text = f"{len(share)} points of {len({row['table'] for row in share})} tables; median |residual| {np.median(residual) * 100:.1f} %"
    if index in spread:
        text += f"; {spread[index][0]:.3g} to {spread[index][1]:.3g} when one table is left out"
    return text


SAME_BUT_DEVICE = ("software", "model", "precision", "batch", "table")
SAME_BUT_PRECISION = ("software", "model", "hardware", "batch", "table")


def entry_of(software, own, prior, z, predicted, others):
    """The file of one software: parameters, residuals, and what each rests on."""
    of_images = own[0]["images"]
    moving, computing = parts(own)
    moving_others, computing_others = parts(others)
    if of_images:  # one set of residuals for both: these points are not told apart by what they wait for
        moving, moving_others = computing, computing_others
    key, train = ("document", fit_all) if software == "unknown" else ("table", lambda some: fit_one(some, prior))
    spread = evidence(own, range(len(PARAMETERS)), key, train)
    entry = {"id": software, "name": NAMES[software]}
    for index, (name, _, _) in enumerate(PARAMETERS):
        if index != IMAGES[-1] or of_images:
            entry[name] = 0 if of_images and index in OF_WEIGHTS else significant(bounded(z)[index])
    entry["moving"] = rounded(residuals(moving, predicted, moving_others))
    entry["computing"] = rounded(residuals(computing, predicted, computing_others))
    pairs = speedups(moving, predicted, SAME_BUT_DEVICE, "hardware") + speedups(moving, predicted, SAME_BUT_PRECISION, "precision")
    entry["ratio"] = rounded(residuals_of_pairs(pairs, entry["moving"]))
    fitted = IMAGES if of_images else MOVING + COMPUTING
    entry["estimated"] = [{"field": PARAMETERS[index][0], "why": why(index, own, z, spread)} for index in fitted]
    return entry


def report_of(rows, known, unknown, by_device):
    """Errors of points left out, by how they were left out."""
    fitted = [row for row in rows if row["fitted"] and row["software"] != "unknown"]
    decode = [row for row in fitted if row["moving"]]

    def covered(some, predicted, software):
        own = [row for row in some if row["software"] == software]
        return coverage(own, predicted, [row for row in some if row["software"] != software])

    by_software = {}
    for software in sorted({row["software"] for row in decode}):
        own = [row for row in decode if row["software"] == software]
        by_software[software] = {**summary(own, known), "in_band": covered(decode, known, software)}
    inside = sum(entry["points"] * entry["in_band"] for entry in by_software.values())
    of_int4 = [row for row in decode if float(row["weight_bits"] or 16) == 16 or 3.5 <= float(row["weight_bits"]) <= 5.5]
    return {
        "decode_of_one_sequence": {
            "software_known": {**summary(decode, known), "in_band": inside / len(decode)},
            "software_known_device_left_out": summary(decode, by_device),
            "software_unknown": {**summary(decode, unknown), "in_band": coverage(decode, unknown, [])},
            "kernels_not_fitted": summary([row for row in rows if not row["fitted"]], unknown),
        },
        "decode_by_software": by_software,
        "order_of_devices": pair_summary(speedups(decode, known, SAME_BUT_DEVICE, "hardware")),
        "order_of_devices_left_out": pair_summary(speedups(decode, by_device, SAME_BUT_DEVICE, "hardware")),
        "int4_over_fp16": pair_summary(speedups(of_int4, known, SAME_BUT_PRECISION, "precision")),
        "by_kind": {
            kind: {
                "software_known": summary([row for row in fitted if row["kind"] == kind], known),
                "software_unknown": summary([row for row in fitted if row["kind"] == kind], unknown),
            }
            for kind in sorted({row["kind"] for row in fitted})
        },
    }


def main(comparisons, out, report_path):
    rows = read(comparisons)
    known, unknown, by_device, fits = {}, {}, {}, {}
    families = [[row for row in rows if row["images"] == images] for images in (False, True)]
    for family in families:
        unknown.update(left_out(family, "document", fit_all))
        for software in sorted({row["software"] for row in family} - {"unknown"}):
            own = [row for row in family if row["software"] == software]
            others = [row for row in family if row["software"] != software]
            prior = fit_all(others)
            known.update(left_out(own, "table", lambda some: fit_one(some, prior)))
            by_device.update(left_out(own, "hardware", lambda some: fit_one(some, prior)))
            fits[software] = (own, prior, fit_one(own, prior), others)
    known = {row["id"]: known.get(row["id"], unknown[row["id"]]) for row in rows}

    # Left out, the only table of a software leaves nothing to fit it to: its band is that of devices left out.
    only = {software for software, (own, *_) in fits.items() if len({row["table"] for row in own if row["moving"]}) == 1}
    seen = {row["id"]: by_device[row["id"]] if row["software"] in only else known[row["id"]] for row in rows}
    entries = [entry_of(software, own, prior, z, seen, others) for software, (own, prior, z, others) in fits.items()]
    entries.append(entry_of("unknown", families[0], START, fit_all(families[0]), unknown, []))
    for entry in entries:
        text = json.dumps(entry, indent=2, ensure_ascii=False) + "\n"
        (Path(out) / f"{entry['id']}.json").write_text(text, encoding="utf-8")
    report = report_of(rows, known, unknown, by_device)
    Path(report_path).write_text(json.dumps(report, indent=2) + "\n", encoding="utf-8")


def check(comparisons, folder):
    """Fails unless the engine, with the files of the folder in it, gives this script's times."""
    worst = 0.0
    for row in read(comparisons):
        entry = json.loads((Path(folder) / f"{row['software']}.json").read_text(encoding="utf-8"))
        values = [entry.get(name, DEFAULT_ACTIVATIONS) for name, _, _ in PARAMETERS]
        worst = max(worst, abs(Terms([row]).times_of(values)[0] / row["predicted_s"] - 1))
    print(f"largest difference between the engine and the fit: {worst:.1e}")
    if worst > 1e-9:
        sys.exit("fit.py: the model here is not the engine's")


if __name__ == "__main__":
    if sys.argv[1] == "--check":
        check(*sys.argv[2:])
    else:
        main(*sys.argv[1:])
