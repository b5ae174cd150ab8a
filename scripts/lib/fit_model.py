"""The model of a step as the fit sees it: rows of COMPARISONS.csv, their terms, and parameters that are fitted to them.

The formulas are those of core/include/ridgepoint/step.hpp and prompt_kernels.hpp.
"""

import csv
import math
from collections import Counter

import numpy as np
from scipy.optimize import minimize
from scipy.stats import t

EVENED = 0.75  # the weight of a document grows with the fourth root of its points
LEAST_TOKENS = 64  # shorter prompts, and passes, say more of a first call than of the kernels
LEAST_UNPACKED_TOKENS = 64  # prompt_kernels.hpp
MOST_COLUMNS = 8  # prompt_kernels.hpp
DEFAULT_ACTIVATIONS = 0.1  # what the engine takes for images where no fit says more
BAND = (0.05, 0.95)
ONE_SIGMA = (0.16, 0.84)
WHOLE_SOURCE = 10  # points of a document that count as half a source
WIDENED = 3  # where documents differ much, the logarithm of a band of D of them is widened by 1 + 3 / D

# What is known of a software's kernels without measuring. Experts: llama.cpp on Apple's GPUs, of which alone enough is
# measured to tell what routing takes, since Qwen3; the Mixtral of December 2023 says nothing of that. Sums in FP16:
# cuBLAS called with CUBLAS_COMPUTE_16F (llama.cpp, ExLlamaV2), or its own products (TinyChat); most do, so unknown
# software is taken to. A year: llama.cpp until it multiplied in INT8 (pull request 7676, June 2024), with
# FlashAttention off. Columns: llama.cpp takes a token of each of several sequences by its kernels for prompts, and up to
# eight at the cost of as many (prompt_kernels.hpp). Transformers: what its PyTorch takes differs by version and setting, so it is as unknown; on the
# first document there was, that is also nearer. It launches each kernel from Python, and a step waits for that; unknown
# software is taken to launch ahead of the device, as all others do.
KERNELS = {
    "unknown": {"fp16_accumulate"},
    "exllamav2": {"fp16_accumulate"},
    "llama.cpp-cuda": {"fp16_accumulate", "micro_batch", "int8", "columns"},
    "llama.cpp-cuda-2024": {"fp16_accumulate", "micro_batch", "unpacks", "scores"},
    "llama.cpp-metal": {"micro_batch", "experts", "columns"},
    "llama.cpp-metal-2024": {"micro_batch", "scores"},
    "tinychat": {"fp16_accumulate"},
    "transformers": {"fp16_accumulate", "launches"},
}
MICRO_BATCH = 512  # llama.cpp's default n_ubatch

# Name, start, and how it is written as a number without bounds. The starts of the bytes are counts: a value written and
# read again in 16 bits is 4; a score in 32 bits is written, read and written by the softmax, and read in 16. That of a
# launch is what load takes of a layer that vLLM launches by its kernels (launch_of_layer in load_server.cpp). That of a
# column is what MMVQ took of Q4_K_M for each on our H100: 0.6 ms on 8e9 weights, of 67e12 plain operations a second.
LOG, SHARE = "log", "share"
PARAMETERS = [
    ("layer_overhead_s", 4e-5, LOG),
    ("bandwidth_efficiency", 0.9, SHARE),
    ("vector_flop_per_weight", 5.0, LOG),
    ("vector_flop_per_cache_byte", 12.0, LOG),
    ("vector_flop_per_cache_byte", 80.0, LOG),  # of attention that keeps its scores
    ("efficiency", 0.7, SHARE),
    ("overlap", 0.2, SHARE),
    ("activation_fraction", 1.0, LOG),
    ("activation_bytes", 12.0, LOG),
    ("joules_per_flop", 0.7e-12, LOG),
    ("unpacked_bytes", 4.0, LOG),
    ("score_bytes", 20.0, LOG),
    ("vector_flop_per_product", 0.2, LOG),
    ("expert_launches", 1.0, LOG),
    ("host_launch_s", 7e-4, LOG),
    ("flop_per_column", 5.0, LOG),
]
CACHE, SCORED_CACHE, EFFICIENCY, OVERLAP, ACTIVATIONS, HIDDEN, JOULES, UNPACKED, SCORE, PRODUCT, EXPERTS, LAUNCH, COLUMN = range(3, 16)
# Kernels that a parameter is of.
NEEDS = {SCORED_CACHE: "scores", UNPACKED: "unpacks", SCORE: "scores", PRODUCT: "int8", EXPERTS: "experts", LAUNCH: "launches", COLUMN: "columns"}
MOVING, COMPUTING = [0, 1, 2, CACHE, SCORED_CACHE], [EFFICIENCY, OVERLAP, HIDDEN, JOULES, UNPACKED, SCORE, PRODUCT]
BATCHED = [COLUMN]
IMAGES = [0, EFFICIENCY, OVERLAP, ACTIVATIONS]


def free(value, kind):
    return math.log(value) if kind == LOG else math.log(value / (1 - value))


def bounded(z):
    return np.array([math.exp(x) if kind == LOG else 1 / (1 + math.exp(-x)) for x, (_, _, kind) in zip(z, PARAMETERS)])


START = np.array([free(value, kind) for _, value, kind in PARAMETERS])


def significant(value):
    return float(f"{value:.3g}")


def effective(counts):
    """How many documents of equal weight tell as much as these, of so many points each."""
    weights = np.array([count / (count + WHOLE_SOURCE) for count in counts])
    return weights.sum() ** 2 / np.sum(weights**2)


def one_more(documents):
    """The band of one more document: how documents differ, and the points within each, as Student's t has it.

    Of each document the logarithms of its ratios.
    """
    weights = np.array([len(some) / (len(some) + WHOLE_SOURCE) for some in documents])
    middles = np.array([np.median(some) for some in documents])
    widths = np.array([(np.quantile(some, ONE_SIGMA[1]) - np.quantile(some, ONE_SIGMA[0])) / 2 for some in documents])
    middle, count = np.average(middles, weights=weights), effective([len(some) for some in documents])
    between = np.average((middles - middle) ** 2, weights=weights) * count / (count - 1)
    reach = t.ppf(BAND[1], count - 1) * np.sqrt(between * (1 + 1 / count) + np.average(widths**2, weights=weights))
    return np.exp([middle - reach, middle + reach])


def read(path):
    rows = []
    for row in csv.DictReader(open(path, encoding="utf-8")):
        if row["left_out"] or row["algorithm"] or not row["first_times"]:
            continue
        for key, value in row.items():
            if key.startswith(("first_", "further_")) or key.endswith(("_per_s", "_s", "_w", "_bytes")) or key == "batch":
                row[key] = float(value or 0)
        row["unpacks"] = row["unpacks"] == "true"
        row["moving"] = row["kind"].startswith("decode") and row["batch"] <= 1
        row["prompt"] = row["further_times"] == 0 and row["first_tokens"] > 0
        row["fitted"] = row["fitted"] == "true"
        row["images"] = row["kind"].endswith(("images_per_s", "sequences_per_s"))
        rows.append(row)
    return rows


def kernels_of(row, known):
    return KERNELS.get(row["software"] if known else "unknown", set())


class Terms:
    """Rows as arrays. Where the software is not `known`, its kernels are not either."""

    def __init__(self, rows, known=True):
        def column(name):
            return np.array([row[name] for row in rows], float)

        def having(kernel):
            return np.array([kernel in kernels_of(row, known) for row in rows])

        self.measured = column("measured_s")
        self.bandwidth, self.dispatch, self.batch = map(column, ("bandwidth_bytes_per_s", "dispatch_s", "batch"))
        self.inverse_vector = self.inverse(column("vector_flop_per_s"))
        self.inverse_tdp = self.inverse(column("tdp_w"))
        peak, accumulate, int8 = map(column, ("peak_flop_per_s", "accumulate_flop_per_s", "int8_flop_per_s"))
        self.unpacks = np.array([row["unpacks"] for row in rows])
        in_int8 = having("int8") & self.unpacks
        own_int8 = in_int8 & (int8 > 0)
        self.images = np.array([row["images"] for row in rows])
        self.peak = peak
        self.prompt_peak = np.where(own_int8, int8, np.where(having("fp16_accumulate") & (accumulate > 0), accumulate, peak))
        self.width = np.where(own_int8, 0.5, np.minimum(column("arithmetic_bytes") / 2, 1))
        self.attention_peak = np.where(column("fp16_flop_per_s") > 0, column("fp16_flop_per_s"), peak)
        self.product = in_int8 * self.inverse_vector
        self.scored, self.unpacked = having("scores"), having("unpacks") & self.unpacks
        self.batched = having("columns") & (self.batch > 1)
        self.decoded_attention = column("further_attention_flop")
        self.routed, self.launched = having("experts"), having("launches")
        names = ("times", "work_flop", "weights_bytes", "weights", "cache_bytes", "layers", "expert_layers", "activation_bytes")
        self.steps = [{name: column(f"{step}_{name}") for name in names} for step in ("first", "further")]
        names = ("first_attention_flop", "first_hidden_values", "first_scores", "first_routed_bytes")
        self.attention, self.hidden, self.scores, self.routes = map(column, names)
        tokens = np.maximum(column("first_tokens"), 1)
        stated = column("first_micro_batch")
        micro = np.where(stated > 0, stated, np.where(having("micro_batch"), MICRO_BATCH, np.inf))
        self.passes = np.ceil(tokens / np.minimum(micro, tokens))
        self.unpacked = self.unpacked & (np.minimum(micro, tokens) > LEAST_UNPACKED_TOKENS)

    @staticmethod
    def inverse(values):
        return np.divide(1.0, values, out=np.zeros_like(values), where=values > 0)

    def columns_of(self, step):
        """Columns that a weight is taken for: one of each sequence in a network without experts."""
        weights = step["weights"]
        columns = np.divide((step["work_flop"] - self.decoded_attention) / 2, weights, out=np.zeros_like(weights), where=weights > 0)
        return np.minimum(columns, MOST_COLUMNS)

    def times(self, z):
        return self.times_of(bounded(z))

    def times_of(self, values):
        """Seconds of every point, with one dispatch for a prompt or pass and none for a decoded token."""
        overhead, share, weight, flash, eager, efficiency, overlap, images, activation, joules, unpacked, score, product, experts, launch, columns = values
        cache_work = np.where(self.scored, eager, flash)
        beside = joules * self.inverse_tdp * ~self.images
        matrix = self.width * beside + product * self.product
        total = 0
        for step, prompt in zip(self.steps, (True, False)):
            passes = self.passes if prompt else 1
            traffic = step["weights_bytes"] + step["cache_bytes"] + unpacked * self.unpacked * step["weights"] * prompt
            aside = images * step["activation_bytes"]
            if prompt:
                aside = aside + activation * self.hidden + score * self.scored * self.scores + self.routes
            vector = weight * step["weights"] * passes
            if not prompt:
                of_columns = columns * step["weights"] * self.columns_of(step)
                of_cache = cache_work * step["cache_bytes"]
                vector = vector + np.where(self.batched, of_columns + of_cache, of_cache / self.batch)
            memory = (traffic * passes + aside) / (self.bandwidth * share) + vector * self.inverse_vector
            attention = self.attention if prompt else self.decoded_attention
            matrices = (step["work_flop"] - attention) * (1 / (self.prompt_peak * efficiency) + matrix)
            as_prompt = matrices + attention * (1 / (self.attention_peak * efficiency) + beside)
            compute = as_prompt if prompt else np.where(self.batched, as_prompt, step["work_flop"] / (self.peak * efficiency))
            latency = np.maximum(memory, compute) + (1 - overlap) * np.minimum(memory, compute)
            launches = step["layers"] + experts * self.routed * step["expert_layers"]
            device = latency + overhead * launches * passes + self.dispatch * prompt
            total = total + step["times"] * np.maximum(device, launch * self.launched * step["layers"] * passes)
        return total


def fit(rows, which, prior, start, penalty, known=True, even=True):
    """The parameters `which` by least absolute deviation of the logarithm, drawn towards `prior`, the others as in `start`."""
    if not rows or not which:
        return start
    terms = Terms(rows, known)
    weights = evened(rows) if even else np.ones(len(rows))

    def loss(part):
        z = start.copy()
        z[which] = part
        return np.sum(weights * np.abs(np.log(terms.times(z) / terms.measured))) + penalty * np.sum((part - prior[which]) ** 2)

    best = start[which]
    for _ in range(2):  # again from where it stopped: the simplex may have collapsed early
        best = minimize(loss, best, method="Nelder-Mead", options={"maxiter": 4000, "maxfev": 4000, "xatol": 1e-4, "fatol": 1e-5}).x
    z = start.copy()
    z[which] = best
    return z


def evened(rows):
    """Weights that let a document of many points count more, but not by their number; one of few points tells little."""
    count = Counter((row["document"], row["software"]) for row in rows)
    own = np.array([count[row["document"], row["software"]] for row in rows])
    weights = own**-EVENED * own / (own + WHOLE_SOURCE)
    return weights * len(rows) / weights.sum()
