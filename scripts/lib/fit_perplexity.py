"""Fits what compression does to perplexity, by least absolute deviation of the logarithm of the ratio.

    python3 fit_perplexity.py COMPARISONS.csv OUT_FOLDER REPORT.json

The law is that of core/include/ridgepoint/perplexity.hpp. The fall with each bit, with the size and from groups to whole
rows are one for all algorithms; the loss of each is drawn towards that of all. Writes a file an algorithm, and adds the
errors of the tables left out to the report.
"""

import csv
import json
import math
import sys
from collections import Counter
from pathlib import Path

import numpy as np
from scipy.optimize import minimize

PENALTY = 0.02  # of one unit of squared distance, against the sum of |ln error|
BAND = (0.05, 0.95)
REFERENCE_PARAMETERS = 7e9
NAMES = {
    "rtn": "round-to-nearest",
    "gptq": "GPTQ",
    "awq": "AWQ",
    "omniquant": "OmniQuant",
    "exl2": "EXL2",
    "hqq": "HQQ",
    "floating": "floating-point formats",
    "w8a8": "weights and activations in 8 bits",
    "magnitude": "magnitude pruning",
    "sparsegpt": "SparseGPT",
    "wanda": "Wanda",
}
QUANTIZE, PRUNE = list(NAMES)[:8], list(NAMES)[8:]
START = {"slope": math.log(2.0), "size": 0.1, "factor": math.log(3.0), "loss": math.log(0.08)}


def read(path, kind):
    rows = []
    for row in csv.DictReader(open(path, encoding="utf-8")):
        if row["left_out"] or row["kind"] != kind:
            continue
        row["loss"] = math.log(float(row["measured_ratio"]))
        row["bits"] = float(row["weight_bits"] or 0)
        row["group"] = float(row["group"])
        row["size"] = math.log(float(row["parameters"]) / REFERENCE_PARAMETERS)
        row["table"] = f"{row['id'].rsplit('-', 1)[0]}: {row['table']}"
        rows.append(row)
    return rows


def reference(algorithm):
    return 8 if algorithm == "w8a8" else 4


class Law:
    """Parameters: slope, size, factor of whole rows or of 2:4, the loss of all algorithms, and of each."""

    def __init__(self, rows, algorithms):
        self.pruning = algorithms == PRUNE
        self.algorithms = algorithms
        start = [START["slope"], START["size"], START["factor"], START["loss"]] + [START["loss"]] * len(algorithms)
        self.x = self.fit(rows, np.array(start))

    def predict(self, row, x=None):
        x = self.x if x is None else x
        slope, size, factor, _ = x[:4]
        loss = x[4 + self.algorithms.index(row["algorithm"])] - size * row["size"]
        if self.pruning:
            return math.exp(loss + (factor if row["n_m"] == "true" else 0))
        loss -= math.exp(slope) * (row["bits"] - reference(row["algorithm"]))
        return math.exp(loss + (factor if row["group"] == 0 and row["algorithm"] != "w8a8" else 0))

    def fit(self, rows, x):
        start = x.copy()

        def total(x):
            # A model that is destroyed says nothing of how the others fare: losses count up to e^1.
            misses = [abs(min(self.predict(row, x), 1) - min(row["loss"], 1)) for row in rows]
            shared = float(np.sum((x[:4] - start[:4]) ** 2))
            return sum(misses) + PENALTY * (float(np.sum((x[4:] - x[3]) ** 2)) + shared)

        for _ in range(4):
            x = minimize(total, x, method="Powell", options={"maxiter": 20000}).x
        return x


def left_out(rows, algorithms):
    predicted = {}
    for table in sorted({row["table"] for row in rows}):
        law = Law([row for row in rows if row["table"] != table], algorithms)
        predicted.update({row["id"]: law.predict(row) for row in rows if row["table"] == table})
    return predicted


def points_off(rows, predicted):
    return np.array([abs(math.exp(min(predicted[row["id"]], 5)) - math.exp(row["loss"])) for row in rows])


def relative(rows, predicted):
    return np.array([abs(math.exp(predicted[row["id"]] - row["loss"]) - 1) for row in rows])


def significant(value):
    return float(f"{value:.3g}")


def band(rows, predicted):
    """Factors on the predicted loss, and what may come on top where it is all but none (8 bits)."""
    large = [row for row in rows if predicted[row["id"]] > 0.015]
    small = [row for row in rows if predicted[row["id"]] <= 0.015]
    low, high = np.quantile([row["loss"] / predicted[row["id"]] for row in large], BAND)
    floor = float(np.quantile([row["loss"] - predicted[row["id"]] for row in small], BAND[1])) if small else 0.0
    return max(0.0, min(1.0, float(low))), max(1.0, float(high)), max(0.0, floor)


def covered(row, predicted, limits):
    low, high, floor = limits
    loss = predicted[row["id"]]
    return loss * low - floor <= row["loss"] <= loss * high + floor


def coverage(rows, predicted):
    inside = 0
    for table in {row["table"] for row in rows}:
        others = [row for row in rows if row["table"] != table]
        limits = band(others or rows, predicted)
        inside += sum(covered(row, predicted, limits) for row in rows if row["table"] == table)
    return inside / len(rows)


def entries(rows, algorithms, predicted):
    law = Law(rows, algorithms)
    slope, size, factor, _ = law.x[:4]
    low, high, floor = band(rows, predicted)
    tables = len({row["table"] for row in rows})
    shared = f"{len(rows)} ratios of {tables} tables, all algorithms together"
    for index, algorithm in enumerate(algorithms):
        own = [row for row in rows if row["algorithm"] == algorithm]
        entry = {"id": algorithm, "name": NAMES[algorithm], "loss": significant(math.exp(law.x[4 + index]))}
        if not law.pruning:
            entry["slope_per_bit"] = significant(math.exp(slope))
            entry["reference_bits"] = reference(algorithm)
            entry["whole_row_factor"] = 1 if algorithm == "w8a8" else significant(math.exp(factor))
        else:
            entry["pattern_factor"] = significant(math.exp(factor))
        entry["size_exponent"] = significant(size)
        entry.update(low=significant(low), high=significant(high), floor=significant(floor))
        entry["points"] = len(own)
        entry["median_error"] = significant(float(np.median(relative(own, predicted))))
        own_tables = len({row["table"] for row in own})
        entry["estimated"] = [{"field": "loss", "why": f"{len(own)} ratios of {own_tables} tables"}] + [
            {"field": field, "why": shared} for field in entry if field in ("slope_per_bit", "size_exponent", "whole_row_factor", "pattern_factor", "low", "high", "floor")
        ]
        yield entry


def main(comparisons, out, report_path):
    report = json.loads(Path(report_path).read_text(encoding="utf-8"))
    section = report["perplexity"] = {}
    for kind, algorithms in (("quant_ppl", QUANTIZE), ("prune_ppl", PRUNE)):
        rows = read(comparisons, kind)
        predicted = left_out(rows, algorithms)
        for entry in entries(rows, algorithms, predicted):
            text = json.dumps(entry, indent=2, ensure_ascii=False) + "\n"
            (Path(out) / f"{entry['id']}.json").write_text(text, encoding="utf-8")
        groups = Counter(f"{row['bits']:g} bits" if kind == "quant_ppl" else row["precision"] for row in rows)
        section[kind] = {"points": len(rows), "in_band": coverage(rows, predicted), "by_group": {}}
        for group in sorted(groups):
            some = [row for row in rows if group in (f"{row['bits']:g} bits", row["precision"])]
            off = points_off(some, predicted)
            section[kind]["by_group"][group] = {
                "points": len(some),
                "median_measured": float(np.median([math.exp(row["loss"]) for row in some])),
                "median_points_off": float(np.median(off)),
                "ninth_decile_points_off": float(np.quantile(off, 0.9)),
            }
    Path(report_path).write_text(json.dumps(report, indent=2) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main(*sys.argv[1:])
