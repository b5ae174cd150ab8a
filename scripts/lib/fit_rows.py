"""What kind of measurement a row is, by which its parameters and its errors are told apart."""

from collections import Counter

from fit_model import KERNELS, LEAST_TOKENS, WHOLE_SOURCE


def is_long(row):
    """Whether a prompt, and each of its passes, is long enough to be fitted."""
    return row["first_tokens"] > LEAST_TOKENS and not 0 < row["first_micro_batch"] <= LEAST_TOKENS


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


def parts(rows):
    """What moves data, what computes, and batches that a prompt's kernels take, of what is fitted."""
    rows = [row for row in rows if row["fitted"]]
    moving, rest = ([row for row in rows if row["moving"] == moves] for moves in (True, False))
    batches, others = ([row for row in rest if by_columns(row) == so] for so in (True, False))
    return moving, [row for row in others if not row["prompt"] or is_long(row)], batches


def own_batches(rows):
    """Batches of one software that have a band of their own, where two documents tell of them.

    A prompt's kernels take them: they say nothing of other software's batches, nor other software of theirs.
    """
    batches = parts(rows)[2]
    return batches if len({row["software"] for row in rows}) == 1 and len({row["document"] for row in batches}) > 1 else []


def band_rows(row, own, others):
    """What the band of a step like this is drawn from: measurements of its software, and of others."""
    if row["images"]:
        return own, others
    if not row["prompt"] and not row["moving"] and own_batches(own):
        return own_batches(own), []
    part = 1 if row["prompt"] else 0
    return parts(own)[part], parts(others)[part]


def sources(rows):
    return sum(count / (count + WHOLE_SOURCE) for count in Counter(row["document"] for row in rows).values())
