"""Fits what servers add to the steps of a model, and what links between devices reach, to published runs.

    python3 fit_serving.py COMMAND LEFT_OUT.json core/data/software core/data/serving core/data/held-out.json MEASUREMENTS.json…

The model is the command's own: `validate --server` predicts every run on a grid of rates, and what lies between is
interpolated. A request's time outside the server, and that of each token of its prompt, are part of what grows with
them: not of runs that say they have none.
The fit is the best node of a finer grid, by least absolute deviation of the logarithm, so it needs no start. A source
of n figures of a kind counts as the square root of n.

LEFT_OUT.json, of fit.py, has the parameters of the steps with each document left out: a document's errors are those of a
fit of which neither steps nor servers have seen it.
"""

import csv
import json
import subprocess
import sys
import tempfile
from collections import defaultdict
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
from fit_model import BAND, WHOLE_SOURCE, one_more, significant

LINKS = [0.25, 0.45, 0.7, 1.0]  # share of a link's rate
HOST = [0, 3e-5, 1e-4]  # seconds a sequence of a step
FINE_LINKS = np.round(np.arange(0.25, 1.0001, 0.05), 2)
FINE_HOST = np.arange(0, 101, 5) * 1e-6
FINE_OUTSIDE = np.arange(0, 21) * 1e-3  # seconds a request
FINE_TOKEN = np.arange(0, 21) * 1e-6  # seconds a token of its prompt
FACTORS = np.geomspace(1 / 3, 3, 45)  # measured over predicted steps of a deployment
# Chosen: of what it would cost to have all figures of a deployment off by its factor. First tokens of documents left
# out were off by 14 % with 0.15, by 20 % with 0.4, by 24 % without factors.
FACTOR_COST = 0.25
KINDS = ("devices_decode", "devices_prompt", "devices_batch", "maximum_load", "served_itl", "served_ttft", "served_latency")
RESIDUALS = {"maximum_load": "throughput", "served_itl": "itl", "served_ttft": "ttft", "served_latency": "latency"}
NAMED = "tensorrt-llm"
# Chosen, not fitted: vLLM plans a step ahead by default since pull request 27614 (its older runs are taken alike); no
# source was found for the measured TensorRT-LLM (0.14), whose first tokens are nearer without.
STEPS_AHEAD = {"unknown": 1, NAMED: 0}
NAMES = {"unknown": "vLLM; servers that are not named are taken to be like it", NAMED: "TensorRT-LLM"}
STEPS = ("efficiency", "bandwidth_efficiency", "overlap", "layer_overhead_s", "vector_flop_per_weight", "vector_flop_per_cache_byte")


def predicted(command, files, server=None, assumptions=None):
    """What validate says of every point, by what it measures and its place."""
    with tempfile.NamedTemporaryFile(suffix=".csv") as out:
        words = [command, "validate", "--csv", out.name, "--json"]
        words += ["--server", json.dumps(server)] if server else []
        words += ["--assumptions", assumptions if isinstance(assumptions, str) else json.dumps(assumptions)] if assumptions else []
        subprocess.run([*words, "--data", *files], stdout=subprocess.DEVNULL, check=True)
        rows = list(csv.DictReader(open(out.name, encoding="utf-8")))
    return {(row["id"], row["kind"]): row for row in rows if not row["left_out"]}


def node(links, host):
    return {"link_efficiency": links, "sequence_overhead_s": host, "request_overhead_s": 0, "prompt_overhead_s": 0}


class Runs:
    """Every figure of the kinds above on the grid; logarithms of its seconds but for the time outside."""

    def __init__(self, command, files):
        self.command, self.files = command, files
        nodes = [(a, b) for a in LINKS for b in HOST]
        with ThreadPoolExecutor(2) as pool:
            found = list(pool.map(lambda at: predicted(command, files, node(*at)), nodes))
        self.keys = [key for key in found[0] if key[1] in KINDS]
        rows = [found[0][key] for key in self.keys]
        self.kind = np.array([key[1] for key in self.keys])
        self.document = np.array([row["document"] for row in rows])
        self.url = {row["document"]: row["url"] for row in rows}
        self.hardware = np.array([row["hardware"] for row in rows])
        self.model = np.array([row["model"] for row in rows])
        self.devices = np.array([float(row["devices"]) for row in rows])
        self.software = np.array([row["software"] for row in rows])
        self.measured = np.array([float(row["measured_s"]) for row in rows])
        self.outside = np.rint(self.later(found[0], nodes[0], "request_overhead_s", 1))
        self.prompt = np.rint(1000 * self.later(found[0], nodes[0], "prompt_overhead_s", 1e-3))
        grid = [[float(some[key]["predicted_s"]) for key in self.keys] for some in found]
        self.grid = np.log(np.array(grid)).reshape(len(LINKS), len(HOST), -1)

    def later(self, found, at, name, seconds):
        """By how much a figure grows with a time of requests."""
        changed = predicted(self.command, self.files, {**node(*at), name: seconds})
        return np.array([float(changed[key]["predicted_s"]) - float(found[key]["predicted_s"]) for key in self.keys])

    def files_of(self, document):
        return [file for file in self.files if self.url[document] in Path(file).read_text(encoding="utf-8")]

    def seconds(self, links, host, outside, token, which=slice(None)):
        """Between the nodes: geometrically over links, evenly over the host's time, which adds to every step."""
        x, y = np.interp(np.log(links), np.log(LINKS), range(len(LINKS))), np.interp(host, HOST, range(len(HOST)))
        i, j = min(int(x), len(LINKS) - 2), min(int(y), len(HOST) - 2)
        u, v, g = x - i, y - j, self.grid[:, :, which]
        time = (1 - v) * np.exp((1 - u) * g[i, j] + u * g[i + 1, j]) + v * np.exp((1 - u) * g[i, j + 1] + u * g[i + 1, j + 1])
        return time + outside * self.outside[which] + token * self.prompt[which]

    def weights(self, which):
        count = defaultdict(int)
        groups = list(zip(self.document[which], self.kind[which]))
        for group in groups:
            count[group] += 1
        return np.array([count[group] ** -0.5 for group in groups])

    def best(self, which):
        """Links, host, and a request's and a token's time outside that are nearest to those figures: the first two to those
        that have no time outside."""
        steps = which[self.outside[which] == 0]
        weights, least = self.weights(steps), None
        for links in FINE_LINKS:
            for host in FINE_HOST:
                errors = np.abs(np.log(self.seconds(links, host, 0, 0, steps) / self.measured[steps]))
                if least is None or errors @ weights < least[0]:
                    least = (errors @ weights, links, host)
        _, links, host = least
        return np.array([links, host, *self.waiting(links, host, which[self.outside[which] > 0])])

    def waiting(self, links, host, which):
        """The times outside, alike in all deployments. The steps of each may be off by a factor of their own, as where
        their kernels are others, so that what is missing there is not taken for a time outside."""
        costs, weights = np.zeros((len(FINE_OUTSIDE), len(FINE_TOKEN))), self.weights(which)
        deployments = [tuple(some[at] for some in (self.document, self.kind, self.model, self.hardware, self.devices)) for at in which]
        for deployment in set(deployments):
            some = np.array([one == deployment for one in deployments])
            steps, measured = self.seconds(links, host, 0, 0, which[some]), self.measured[which[some]]
            outside = FINE_OUTSIDE[:, None, None] + FINE_TOKEN[:, None] * self.prompt[which[some]]
            times = FACTORS[:, None, None, None] * steps + outside
            errors = np.abs(np.log(times / measured)) + FACTOR_COST * np.abs(np.log(FACTORS))[:, None, None, None]
            costs += errors.sum(axis=3).min(axis=0) * weights[some][0]
        request, token = np.unravel_index(np.argmin(costs), costs.shape)
        return FINE_OUTSIDE[request], FINE_TOKEN[token]

    def fit(self, rest):
        """Of each server: from all servers' rates towards its own, by its sources, as fit.py does for steps."""
        every = self.best(rest)
        own = {}
        for name in NAMES:
            some = rest[(self.software[rest] == NAMED) == (name == NAMED)]
            counts = [np.sum(self.document[some] == document) for document in set(self.document[some])]
            sources = sum(count / (count + WHOLE_SOURCE) for count in counts)
            own[name] = every + (self.best(some) - every) * sources / (sources + 1) if len(some) else every
        return own


def name_of(software):
    return NAMED if software == NAMED else "unknown"


def left_out(runs, steps):
    """Seconds of every figure from a fit that its document was left out of.

    Where steps were fitted to that document too, it is predicted anew with steps that have not seen it.
    """
    seconds = np.zeros(len(runs.keys))
    for document in sorted(set(runs.document)):
        rates = runs.fit(np.flatnonzero(runs.document != document))
        for software in sorted(set(runs.software[runs.document == document])):
            links, host, outside, token = rates[name_of(software)]
            which = np.flatnonzero((runs.document == document) & (runs.software == software))
            own = steps.get(document, {}).get(software)
            if not own:
                seconds[which] = runs.seconds(links, host, outside, token, which)
                continue
            server = {"link_efficiency": links, "sequence_overhead_s": host, "request_overhead_s": outside, "prompt_overhead_s": token}
            assumptions = {"preset": "calibrated", "software": software, **{name: own[name] for name in STEPS}}
            found = predicted(runs.command, runs.files_of(document), server, assumptions)
            for place in which:
                seconds[place] = float(found[runs.keys[place]]["predicted_s"])
        print(f"{document} left out: {', '.join(f'{n} {r.round(6).tolist()}' for n, r in rates.items())}", flush=True)
    return seconds


def band(kind, ratios, documents):
    """The middle nine tenths of measured / predicted, each document counting by the square root of its figures.

    First tokens differ more between documents than within one, so theirs is the band of one more document.
    """
    count = {name: np.sum(documents == name) for name in set(documents)}
    if kind == "served_ttft":
        low, high = one_more([np.log(ratios[documents == name]) for name in sorted(count)])
    else:
        weights = np.array([count[name] ** -0.5 for name in documents])
        order = np.argsort(ratios)
        place = (np.cumsum(weights[order]) - weights[order] / 2) / weights.sum()
        low, high = np.exp(np.interp(BAND, place, np.log(ratios[order])))
    return min(1.0, float(low)), max(1.0, float(high))


def of_kind(name, kinds):
    """Which figures are of a kind, tokens on several devices being those of one sequence and of batches."""
    return np.isin(kinds, ("devices_decode", "devices_batch") if name == "devices_tokens" else (name,))


def told_of(kind, kinds):
    """Which figures a kind's band is drawn from: two documents tell of whole answers, which are mostly tokens."""
    own = of_kind(kind, kinds)
    return own | of_kind("served_itl", kinds) if kind == "served_latency" else own


def coverage(kind, ratios, runs):
    """How many lie in a band that is drawn without their document."""
    inside, own, told = 0, of_kind(kind, runs.kind), told_of(kind, runs.kind)
    for name in set(runs.document[own]):
        rest, out = told & (runs.document != name), own & (runs.document == name)
        if not rest.any():
            return None
        low, high = band(kind, ratios[rest], runs.document[rest])
        inside += np.sum((ratios[out] >= low) & (ratios[out] <= high))
    return float(inside / np.sum(own))


def summary(errors, documents):
    errors = np.abs(errors)
    return {"points": len(errors), "documents": len(set(documents)), "median_error": float(np.median(errors)),
            "ninth_decile": float(np.quantile(errors, 0.9))}


def report(runs, seconds, bound):
    """Errors by kind, by where the devices' links go, and by document; those of data sheets alone beside them."""
    errors, first = seconds / runs.measured - 1, np.array([float(bound[key]["predicted_s"]) for key in runs.keys]) / runs.measured - 1
    over_pcie = np.array([bound[key]["link"] == "host" for key in runs.keys])
    alone = runs.devices == 1
    groups = {kind: of_kind(kind, runs.kind) for kind in (*KINDS, "devices_tokens")}
    maximum = groups["maximum_load"]
    groups.update(maximum_load_one_device=maximum & alone, maximum_load_node=maximum & ~alone & ~over_pcie,
                  maximum_load_pcie=maximum & ~alone & over_pcie)
    found = {}
    for name, some in groups.items():
        documents = runs.document[some]
        found[name] = {**summary(errors[some], documents), "first_principles": summary(first[some], documents)}
        if name in RESIDUALS or name == "devices_tokens":
            found[name]["in_band"] = coverage(name, 1 / (errors + 1), runs)
        found[name]["by_document"] = [
            {"document": one, "url": runs.url[one], **summary(errors[some & (runs.document == one)], [one]),
             "first_principles": summary(first[some & (runs.document == one)], [one])}
            for one in sorted(set(documents))
        ]
    return found


def residuals(kind, runs, seconds):
    """Of all servers: few sources tell of each."""
    some, told = of_kind(kind, runs.kind), told_of(kind, runs.kind)
    low, high = band(kind, runs.measured[told] / seconds[told], runs.document[told])
    errors = summary(seconds[some] / runs.measured[some] - 1, runs.document[some])
    return {"points": errors["points"], "documents": errors["documents"], "median_error": significant(errors["median_error"]),
            "low": significant(low), "high": significant(high)}


def why(name, runs):
    own = (runs.software == NAMED) == (name == NAMED)
    return f"{np.sum(own)} figures of {len(set(runs.document[own]))} documents, between their own and those of all servers"


def entry_of(name, rates, runs, seconds):
    """The file of one server."""
    _, host, outside, token = rates[name]
    entry = {"id": name, "name": NAMES[name], "request_overhead_s": significant(outside),
             "prompt_overhead_s": significant(token), "sequence_overhead_s": significant(host), "steps_ahead": STEPS_AHEAD[name]}
    entry |= {member: residuals(kind, runs, seconds) for kind, member in RESIDUALS.items()}
    entry["estimated"] = [{"field": field, "why": why(name, runs)} for field in ("request_overhead_s", "prompt_overhead_s", "sequence_overhead_s")]
    return entry


def add_links(path, rates, runs, errors):
    """Links as fitted, and errors of tokens on several devices, into the file of a software that fit.py wrote."""
    entry = json.loads(path.read_text(encoding="utf-8"))
    if "activation_fraction" in entry:  # of networks on images no layout was measured
        return
    name, added = name_of(entry["id"]), ("link_efficiency", "devices")
    estimated = [one for one in entry.pop("estimated") if one["field"] not in added]
    entry = {key: value for key, value in entry.items() if key not in added}
    place = list(entry).index("prompts")
    members = list(entry.items())
    entry = dict([*members[:place], ("link_efficiency", significant(rates[name][0])), *members[place:]])
    entry["devices"] = errors
    entry["estimated"] = [*estimated, {"field": "link_efficiency", "why": why(name, runs)}]
    path.write_text(json.dumps(entry, indent=2, ensure_ascii=False) + "\n", encoding="utf-8")


def main(command, left_out_file, software, out, report_path, *files):
    steps = json.loads(Path(left_out_file).read_text(encoding="utf-8"))
    runs = Runs(command, files)
    seconds = left_out(runs, steps)
    rates = runs.fit(np.arange(len(runs.keys)))
    found = report(runs, seconds, predicted(command, files, assumptions="first-principles"))
    for name in NAMES:
        text = json.dumps(entry_of(name, rates, runs, seconds), indent=2, ensure_ascii=False) + "\n"
        (Path(out) / f"{name}.json").write_text(text, encoding="utf-8")
    for path in sorted(Path(software).glob("*.json")):
        add_links(path, rates, runs, residuals("devices_tokens", runs, seconds))
    whole = json.loads(Path(report_path).read_text(encoding="utf-8"))
    whole["systems"] = {**found, **{key: value for key, value in whole.get("systems", {}).items() if key == "training_step"}}
    Path(report_path).write_text(json.dumps(whole, indent=2) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main(*sys.argv[1:])
