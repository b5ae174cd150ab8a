"""Bands and errors of predictions: of a software, of all, and of pairs of measurements that differ in one thing."""

import itertools
from collections import Counter, defaultdict

import numpy as np
from fit_model import BAND, WIDENED, effective, evened, one_more
from fit_rows import band_rows, is_launched, is_long, sources

SAME_BUT_DEVICE = ("software", "model", "precision", "batch", "table")
SAME_BUT_PRECISION = ("software", "model", "hardware", "batch", "table")


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


def residuals(rows, predicted, others):
    """Of the rows left out; without any, those of other software, and no points."""
    low, high = limits(rows, others, predicted)
    errors = np.abs(1 / ratios_of(rows or others, predicted) - 1)
    documents = len({row["document"] for row in rows})
    return {"points": len(rows), "documents": documents, "median_error": float(np.median(errors)), "low": low, "high": high}


def coverage(rows, predicted, own, others):
    """How many of the points lie in the band that their software's file would have without their document."""
    inside = 0
    for document in {row["document"] for row in rows}:
        rest, elsewhere = ([row for row in some if row["document"] != document] for some in (own, others))
        low, high = limits(*band_rows(rows[0], rest, elsewhere), predicted)
        inside += sum(low <= ratio <= high for ratio in ratios_of([row for row in rows if row["document"] == document], predicted))
    return inside


def summary(rows, predicted):
    errors = np.abs([predicted[row["id"]] / row["measured_s"] - 1 for row in rows])
    documents = len({row["document"] for row in rows})
    return {"points": len(rows), "documents": documents, "median_error": float(np.median(errors)), "ninth_decile": float(np.quantile(errors, 0.9))}


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


def residuals_of_pairs(pairs, fallback):
    if not pairs:
        return {**fallback, "points": 0, "documents": 0}
    low, high = np.quantile([m / p for m, p in pairs] + [p / m for m, p in pairs], BAND)
    errors = [abs(p / m - 1) for m, p in pairs]
    return {"points": len(pairs), "documents": 0, "median_error": float(np.median(errors)), "low": float(low), "high": float(high)}


def pair_summary(pairs):
    different = [(m, p) for m, p in pairs if max(m, 1 / m) > 1.1]
    return {
        "pairs": len(different),
        "ordered": sum((m > 1) == (p > 1) for m, p in different) / len(different),
        "median_error": float(np.median([abs(p / m - 1) for m, p in pairs])),
    }


def by_software(rows, fitted, predicted, unknown):
    """Errors of each software's points, known and not, and how many lie in its band."""
    found = {}
    for software in sorted({row["software"] for row in rows}):
        of_it = [row for row in rows if row["software"] == software]
        own, others = ([row for row in fitted if (row["software"] == software) == same] for same in (True, False))
        inside = coverage(of_it, predicted, own, others)
        found[software] = {**summary(of_it, predicted), "median_error_unknown": summary(of_it, unknown)["median_error"], "in_band": inside / len(of_it)}
    return found


def three_ways(rows, fitted, documents, devices):
    """Errors of documents left out with the software known and unknown, and of devices left out."""
    each = by_software(rows, fitted, documents.known, documents.unknown)
    inside = sum(entry["points"] * entry["in_band"] for entry in each.values())
    general, all_general = ([row for row in some if not is_launched(row)] for some in (rows, fitted))
    return {
        "software_known": {**summary(rows, documents.known), "in_band": inside / len(rows)},
        "software_known_device_left_out": summary(rows, devices.known),
        "software_unknown": {**summary(general, documents.unknown), "in_band": coverage(general, documents.unknown, all_general, []) / len(general)},
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
    networks = [row for row in named if not row["images"]]
    decode = [row for row in named if row["moving"]]
    prompts = [row for row in named if row["prompt"] and is_long(row)]
    batches = [row for row in named if not row["images"] and not row["prompt"] and not row["moving"]]
    of_decode, decode_by_software = three_ways(decode, networks, documents, devices)
    of_decode["kernels_not_fitted"] = summary([row for row in rows if not row["fitted"] and row["moving"]], documents.unknown)
    of_prompts, prompts_by_software = three_ways(prompts, networks, documents, devices)
    of_batches, batches_by_software = three_ways(batches, networks, documents, devices)
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
