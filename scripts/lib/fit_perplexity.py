"""Fits what compression does to perplexity, by least absolute deviation of the logarithm of the loss, ln ratio.

    python3 fit_perplexity.py COMPARISONS.csv OUT_FOLDER REPORT.json

The law is that of core/include/ridgepoint/perplexity.hpp. Each algorithm has its own loss, fall with each bit and factor
of whole rows, drawn towards those of all; the exponents are one for all. Settings with which the models of one document
fare so differently that no figure stands for them are left out, and an algorithm without others gets no file. Errors are
of whole documents left out. Writes a file an algorithm, and adds the errors to the report.
"""

import csv
import json
import math
import sys
from collections import Counter, defaultdict
from pathlib import Path

import numpy as np
from fit_model import BAND, WIDENED, significant
from scipy.optimize import minimize

DRAWN = 0.2  # of one unit of squared distance from all algorithms, against the sum of |ln error|
NOISE = 0.005  # of a loss: what perplexities are printed to
LEAST_BITS = 3  # with 2, ratios range from 1.1 to thousands
UNBOUNDED = 5  # growths of perplexity that differ by more between models of one document
SMALL = 0.015  # losses below are all but none
REFERENCE_PARAMETERS, REFERENCE_TOKENS = 7e9, 2e12
UNKNOWN_TOKENS = math.sqrt(1e12 * 15e12)  # perplexity.hpp
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


def reference(algorithm):
    return 8 if algorithm == "w8a8" else 4


def read(path, kind):
    rows = []
    for row in csv.DictReader(open(path, encoding="utf-8")):
        if not row["measured_ratio"] or row["kind"] != kind:
            continue
        row["growth"] = float(row["measured_ratio"]) - 1
        row["loss"] = math.log(float(row["measured_ratio"]))
        row["bits"] = float(row["weight_bits"] or 0)
        row["size"] = math.log(float(row["parameters"]) / REFERENCE_PARAMETERS)
        row["known_tokens"] = float(row["training_tokens"] or 0)
        row["tokens"] = math.log((row["known_tokens"] or UNKNOWN_TOKENS) / REFERENCE_TOKENS)
        row["whole"] = kind == "quant_ppl" and float(row["group"]) == 0 and row["algorithm"] != "w8a8"
        row["pattern"] = row["n_m"] == "true"
        row["setting"] = (row["algorithm"], row["bits"], row["whole"], row["pattern"])
        if kind == "prune_ppl" or row["bits"] >= LEAST_BITS:
            rows.append(row)
    return rows


def unbounded(rows):
    """Settings with which the models of one document differ too much, with those that ask still more of an algorithm."""
    growths = defaultdict(list)
    for row in rows:
        growths[row["document"], row["setting"]].append(max(row["growth"], NOISE))
    worst = {setting for (_, setting), some in growths.items() if setting[1] != 8 and len(some) > 2 and max(some) > UNBOUNDED * min(some)}
    return [row for row in rows if any(harder(row["setting"], than) for than in worst)]


def harder(setting, than):
    """Pruning has one loss for both patterns: an algorithm goes as a whole."""
    return setting[0] == than[0] and (setting[0] in PRUNE or (setting[1] <= than[1] and setting[2] >= than[2]))


def without(rows, some):
    left = {row["id"] for row in some}
    return [row for row in rows if row["id"] not in left]


def evened(rows):
    """Weights with which a document of four times the points counts twice."""
    count = Counter(row["document"] for row in rows)
    weights = np.array([count[row["document"]] ** -0.5 for row in rows])
    return weights * len(rows) / weights.sum()


class Quantized:
    """Parameters: the exponents of size and tokens; then ln loss, slope and ln factor of whole rows, of all and of each."""

    WIDENED = WIDENED
    START = np.array([0.05, 0.3] + [math.log(0.05)] * 9 + [1.3] * 9 + [1.0] * 9)

    def __init__(self, rows):
        weights, design = evened(rows), self.design(rows)
        measured = np.log([max(row["loss"], 0) + NOISE for row in rows])

        def total(x):
            misses = np.logaddexp(self.logarithms(x, *design), math.log(NOISE)) - measured
            drawn = sum(np.sum((part[1:] - part[0]) ** 2) * scale for part, scale in zip(self.parts(x), (1, 4, 1)))
            anchored = np.sum((x[:2] - self.START[:2]) ** 2) + sum((part[0] - start[0]) ** 2 for part, start in zip(self.parts(x), self.parts(self.START)))
            return np.sum(weights * np.sqrt(misses**2 + 1e-4)) + DRAWN * (drawn + anchored)

        self.x = minimize(total, self.START, method="BFGS", options={"maxiter": 500}).x

    @staticmethod
    def parts(x):
        return x[2:11], x[11:20], x[20:29]

    @staticmethod
    def design(rows):
        which = np.array([QUANTIZE.index(row["algorithm"]) + 1 for row in rows])
        bits = np.array([row["bits"] - reference(row["algorithm"]) for row in rows])
        return which, bits, *(np.array([row[key] for row in rows], float) for key in ("size", "tokens", "whole"))

    def logarithms(self, x, which, bits, size, tokens, whole):
        loss, slope, factor = (part[which] for part in self.parts(x))
        return loss - slope * bits - x[0] * size + x[1] * tokens + factor * whole

    def losses(self, rows):
        return np.exp(self.logarithms(self.x, *self.design(rows)))

    def entry(self, algorithm, rows):
        loss, slope, factor = (part[QUANTIZE.index(algorithm) + 1] for part in self.parts(self.x))
        least = {whole: min((row["bits"] for row in rows if row["whole"] == whole), default=None) for whole in (False, True)}
        members = {"loss": math.exp(loss), "slope_per_bit": slope, "reference_bits": reference(algorithm), "size_exponent": self.x[0], "tokens_exponent": self.x[1]}
        members["whole_row_factor"] = math.exp(factor) if least[True] else 1
        members["least_bits"] = min(some for some in least.values() if some)
        members["whole_row_least_bits"] = least[True] or (members["least_bits"] if algorithm == "w8a8" else 16)
        return members


class Pruned:
    """Parameters: the exponent of size and ln factor of 2:4; then ln loss of all and of each.

    What zeros anywhere cost does not fall with size between 7 and 70 billion parameters; what 2:4 adds does.
    """

    WIDENED = 1  # documents differ little: the same models, data and code of the algorithms
    START = np.array([0.05, math.log(2.5)] + [math.log(0.25)] * (len(PRUNE) + 1))

    def __init__(self, rows):
        weights, design = evened(rows), self.design(rows)
        measured = np.log([row["loss"] for row in rows])

        def total(x):
            misses = self.logarithms(x, *design) - measured
            drawn = np.sum((x[3:] - x[2]) ** 2) + np.sum((x[:3] - self.START[:3]) ** 2)
            return np.sum(weights * np.sqrt(misses**2 + 1e-4)) + DRAWN * drawn

        self.x = minimize(total, self.START, method="BFGS", options={"maxiter": 500}).x

    @staticmethod
    def design(rows):
        which = np.array([PRUNE.index(row["algorithm"]) + 3 for row in rows])
        return which, *(np.array([row[key] for row in rows], float) for key in ("size", "pattern"))

    def logarithms(self, x, which, size, pattern):
        return x[which] + (x[1] - x[0] * size) * pattern

    def losses(self, rows):
        return np.exp(self.logarithms(self.x, *self.design(rows)))

    def entry(self, algorithm, rows):
        return {"loss": math.exp(self.x[PRUNE.index(algorithm) + 3]), "pattern_factor": math.exp(self.x[1]), "size_exponent": self.x[0]}


def trained_on(rows, least, most):
    return [row for row in rows if least <= row["known_tokens"] <= most]


def agreed_tokens(rows):
    """The fewest and most training tokens of models that fare alike, as far as two documents tell of either pattern.

    Alike are those of the range with the most rows left when what differs without bound in a document is left out.
    """
    counts = sorted({row["known_tokens"] for row in rows} - {0})
    ranges = [trained_on(rows, least, most) for least in counts for most in counts if least <= most]
    alike = max((without(inside, unbounded(inside)) for inside in ranges), key=len)
    tokens = defaultdict(list)
    for row in alike:
        tokens[row["pattern"], row["document"]].append(row["known_tokens"])
    of_pattern = [[some for (pattern, _), some in tokens.items() if pattern == which] for which in (False, True)]
    return max(sorted(map(min, some))[1] for some in of_pattern), min(sorted(map(max, some))[-2] for some in of_pattern)


def left_out(rows, law):
    """The loss that is predicted of each row by a fit that has not seen its document."""
    predicted = {}
    for document in sorted({row["document"] for row in rows}):
        inside = [row for row in rows if row["document"] == document]
        fitted = law([row for row in rows if row["document"] != document])
        predicted.update(zip([row["id"] for row in inside], fitted.losses(inside)))
    return predicted


def points_off(rows, predicted):
    return np.array([abs(math.exp(min(predicted[row["id"]], 5)) - math.exp(row["loss"])) for row in rows])


def quantile(values, weights, shares):
    order = np.argsort(values)
    place = (np.cumsum(weights[order]) - weights[order] / 2) / weights.sum()
    return np.interp(shares, place, np.array(values)[order])


def band(rows, predicted, widened):
    """Factors on the predicted loss, and the least that may come on top (8 bits)."""
    large = [row for row in rows if predicted[row["id"]] > SMALL]
    small = [row for row in rows if predicted[row["id"]] <= SMALL]
    widening = 1 + widened / len({row["document"] for row in large})
    low, high = quantile([row["loss"] / predicted[row["id"]] for row in large], evened(large), BAND) ** widening
    floor = float(np.quantile([row["loss"] - predicted[row["id"]] for row in small], BAND[1])) if small else 0.0
    return max(0.0, min(1.0, float(low))), max(1.0, float(high)), max(0.0, floor)


def covered(row, predicted, limits):
    low, high, floor = limits
    loss = predicted[row["id"]]
    return loss * low <= row["loss"] <= max(loss * high, loss + floor)


def coverage(rows, predicted, widened):
    """The share of rows in a band that is drawn without their document."""
    inside = 0
    for document in {row["document"] for row in rows}:
        limits = band([row for row in rows if row["document"] != document], predicted, widened)
        inside += sum(covered(row, predicted, limits) for row in rows if row["document"] == document)
    return inside / len(rows)


def entries(rows, algorithms, law, predicted, tokens):
    fitted, (low, high, floor) = law(rows), band(rows, predicted, law.WIDENED)
    shared = f"{len(rows)} ratios of {len({row['document'] for row in rows})} documents, all algorithms together"
    for algorithm in algorithms:
        own = [row for row in rows if row["algorithm"] == algorithm]
        if not own:
            continue
        members = {**fitted.entry(algorithm, own), **tokens, "low": low, "high": high, "floor": floor}
        members = {key: significant(value) if isinstance(value, float) else value for key, value in members.items()}
        documents = len({row["document"] for row in own})
        off = points_off(own, predicted)
        of_own = f"{len(own)} ratios of {documents} documents"
        own_fields = ("loss", "slope_per_bit", "whole_row_factor", "least_bits", "whole_row_least_bits")
        estimated = [{"field": key, "why": of_own if key in own_fields else shared} for key in members if key != "reference_bits"]
        yield {"id": algorithm, "name": NAMES[algorithm], **members, "points": len(own), "documents": documents, "median_points_off": significant(float(np.median(off))), "estimated": estimated}


def summary(rows, predicted):
    off = points_off(rows, predicted)
    return {
        "points": len(rows),
        "documents": len({row["document"] for row in rows}),
        "median_measured": float(np.median([math.exp(row["loss"]) for row in rows])),
        "median_points_off": float(np.median(off)),
        "ninth_decile_points_off": float(np.quantile(off, 0.9)),
    }


def grouped(rows, predicted, key):
    return {group: summary([row for row in rows if key(row) == group], predicted) for group in sorted({key(row) for row in rows})}


def group_of(row):
    pattern = "2:4" if row["pattern"] else "50 % anywhere"
    return f"{row['bits']:g} bits" if row["kind"] == "quant_ppl" else f"{NAMES[row['algorithm']]}, {pattern}"


def main(comparisons, out, report_path):
    report = json.loads(Path(report_path).read_text(encoding="utf-8"))
    section = report["perplexity"] = {}
    for file in Path(out).glob("*.json"):
        file.unlink()
    for kind, algorithms, law in (("quant_ppl", QUANTIZE, Quantized), ("prune_ppl", PRUNE, Pruned)):
        measured = rows = read(comparisons, kind)
        tokens = {}
        if law is Pruned:
            tokens = dict(zip(("least_training_tokens", "most_training_tokens"), agreed_tokens(rows)))
            rows = trained_on(rows, *tokens.values())
        rows = without(rows, unbounded(rows))
        predicted = left_out(rows, law)
        for entry in entries(rows, algorithms, law, predicted, tokens):
            text = json.dumps(entry, indent=2, ensure_ascii=False) + "\n"
            (Path(out) / f"{entry['id']}.json").write_text(text, encoding="utf-8")
        addresses = {row["document"]: row["url"] for row in rows}
        section[kind] = {
            "points": len(rows),
            "not_predicted": len(measured) - len(rows),
            "in_band": coverage(rows, predicted, law.WIDENED),
            "by_group": grouped(rows, predicted, group_of),
            "by_document": [{"document": name, "url": addresses[name], **found} for name, found in grouped(rows, predicted, lambda row: row["document"]).items()],
        }
    Path(report_path).write_text(json.dumps(report, indent=2) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main(*sys.argv[1:])
