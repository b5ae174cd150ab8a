"""Fits how fast training runs to published steps, by least absolute deviation of the logarithm.

    python3 fit_training.py COMMAND core/data/training-steps.json core/data/training/pytorch.json core/data/held-out.json

The model of a step is the command's own: each step of the file is asked of `COMMAND train` with rates of its own, and
the rates move by the slope of its answers. A source of n steps counts as the square root of n. Errors are of whole
sources left out, and of whole devices.
"""

import json
import subprocess
import sys
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
from fit_model import one_more, significant
from scipy.optimize import linprog

# Name, start, least, most. The efficiency is 1: what a deep product loses is energy and depth.
RATES = [
    ("product_depth", 300, 0, 1500),
    ("joules_per_flop", 3e-13, 0, 1e-12),
    ("attention_joules_per_flop", 2.5e-12, 0, 6e-12),
    ("bandwidth_efficiency", 0.8, 0.4, 1),
    ("link_efficiency", 0.85, 0.4, 1),
    ("network_efficiency", 0.8, 0.4, 1),
    ("overlap", 0.5, 0, 1),
    ("ring_wait_s", 5e-6, 0, 2e-5),
    ("layer_gap_s", 1e-4, 0, 3e-4),
]
ROUNDS, PENALTY, REACH = 7, 0.02, 0.25  # a rate moves by a quarter of its range at most, and less each round


def device_of(step):
    return step["request"]["hardware"].split("_")[0]


class Engine:
    def __init__(self, command, data):
        self.command, self.models = command, data["models"]

    def seconds(self, step, rates):
        """`rates`: None: what data sheets allow."""
        request = dict(step["request"], assumptions="first-principles" if rates is None else "calibrated")
        request["model"] = self.models.get(request["model"], request["model"])
        request["rates"] = {**({} if rates is None else {"efficiency": 1, **rates}), **request.get("rates", {})}
        answer = subprocess.run([self.command, "train", "--input", "-", "--json"], input=json.dumps(request), text=True,
                                capture_output=True, check=True)
        return json.loads(answer.stdout)["step_s"]

    def errors(self, steps, x):
        """Logarithms of predicted / measured."""
        rates = None if x is None else {name: low + float(share) * (high - low) for (name, _, low, high), share in zip(RATES, x)}
        with ThreadPoolExecutor(2) as pool:
            return np.log([t / s["step_s"] for t, s in zip(pool.map(lambda s: self.seconds(s, rates), steps), steps)])


def fit(engine, steps, start):
    counts = Counter(s["source"] for s in steps)
    weights = np.array([counts[s["source"]] ** -0.5 for s in steps])
    weights /= weights.sum()
    prior = np.array([(at - low) / (high - low) for _, at, low, high in RATES])
    x = start.copy()
    cost = lambda e, at: (weights * abs(e)).sum() + PENALTY * abs(at - prior).sum() / len(RATES)
    error, reach = engine.errors(steps, x), REACH
    for _ in range(ROUNDS):
        small = np.where(x < 0.5, 0.02, -0.02)
        slopes = np.array([(engine.errors(steps, x + d * np.eye(len(x))[i]) - error) / d
                           for i, d in enumerate(small)]).T
        n, k = slopes.shape
        # min w·u + c·v with −u <= error + slopes·d <= u and −v <= x + d − prior <= v
        upper = np.block([[slopes, -np.eye(n), np.zeros((n, k))], [-slopes, -np.eye(n), np.zeros((n, k))],
                          [np.eye(k), np.zeros((k, n)), -np.eye(k)], [-np.eye(k), np.zeros((k, n)), -np.eye(k)]])
        right = np.concatenate([-error, error, prior - x, x - prior])
        bounds = [(max(-reach, -at), min(reach, 1 - at)) for at in x] + [(0, None)] * (n + k)
        moved = linprog(np.concatenate([np.zeros(k), weights, np.full(k, PENALTY / k)]), upper, right, bounds=bounds)
        there = np.clip(x + moved.x[:k], 0, 1)
        at_there = engine.errors(steps, there)
        if cost(at_there, there) < cost(error, x):
            x, error = there, at_there
        reach *= 0.6
    return x, error


def band(errors, groups):
    """Of measured / predicted: that of one source more, or of one device, for each is off by something of its own."""
    low, high = one_more([-errors[groups == name] for name in sorted(set(groups))])
    return min(low, 1), max(high, 1)


def residuals(errors, groups, documents):
    low, high = map(significant, band(errors, groups))
    return {"points": len(errors), "documents": documents, "median_error": significant(np.median(abs(np.exp(errors) - 1))),
            "low": low, "high": high}


def left_out(engine, steps, start, group_of):
    errors = np.zeros(len(steps))
    for group in sorted({group_of(s) for s in steps}):
        x, _ = fit(engine, [s for s in steps if group_of(s) != group], start)
        places = [i for i, s in enumerate(steps) if group_of(s) == group]
        errors[places] = engine.errors([steps[i] for i in places], x)
        found = abs(np.exp(errors[places]) - 1)
        print(f"{group} left out: median {np.median(found):.1%}, worst {found.max():.1%} of {len(places)}", flush=True)
    return errors


def summary(errors):
    off = abs(np.exp(errors) - 1)
    return {"points": len(off), "median_error": float(np.median(off)), "ninth_decile": float(np.quantile(off, 0.9))}


def coverage(errors, sources):
    """How many lie in a band that is drawn without their source."""
    inside, ratios = 0, np.exp(-errors)
    for source in set(sources):
        rest, own = sources != source, ratios[sources == source]
        low, high = band(errors[rest], sources[rest])
        inside += np.sum((own >= low) & (own <= high))
    return float(inside / len(errors))


def report(errors, bound, steps, data):
    """Errors by sources left out, with those of data sheets alone, for held-out.json."""
    sources = np.array([s["source"] for s in steps])
    documents = [{"document": name, "url": data["sources"][name], "documents": 1, **summary(errors[sources == name]),
                  "first_principles": {"documents": 1, **summary(bound[sources == name])}} for name in sorted(set(sources))]
    count = {"documents": len(documents)}
    return {**count, **summary(errors), "in_band": coverage(errors, sources), "first_principles": {**count, **summary(bound)},
            "by_document": documents}


def main(command, steps_file, out_file, report_file):
    data = json.loads(Path(steps_file).read_text())
    engine, steps = Engine(command, data), data["steps"]
    x, error = fit(engine, steps, np.array([(at - low) / (high - low) for _, at, low, high in RATES]))
    print(f"fitted: median {np.median(abs(np.exp(error) - 1)):.1%}", flush=True)
    documents = len({s["source"] for s in steps})
    out = json.loads(Path(out_file).read_text())
    shown = lambda value: int(value) if value == int(value) else value
    rates = {name: shown(float(f"{low + share * (high - low):.3g}")) for (name, _, low, high), share in zip(RATES, x)}
    out["rates"] = {"efficiency": 1, **rates}
    unseen = left_out(engine, steps, x, lambda s: s["source"])
    out["step"] = residuals(unseen, np.array([s["source"] for s in steps]), documents)
    whole = json.loads(Path(report_file).read_text(encoding="utf-8"))
    whole.setdefault("systems", {})["training_step"] = report(unseen, engine.errors(steps, None), steps, data)
    Path(report_file).write_text(json.dumps(whole, indent=2) + "\n", encoding="utf-8")
    out["device"] = residuals(left_out(engine, steps, x, device_of), np.array([device_of(s) for s in steps]), documents)
    Path(out_file).write_text(json.dumps(out, indent=2) + "\n")


if __name__ == "__main__":
    main(*sys.argv[1:])
