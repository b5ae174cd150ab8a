"""What single kernels of one GPU took, as core/data/own-kernels.json has them: python3 kernels.py FOLDER > kernels.json

FOLDER holds pytorch.jsonl. A copy reads its bytes and writes them; four products and a thousand launches are timed at a time.
"""

import json
import sys
from pathlib import Path

FORMATS = {"torch.bfloat16": "bf16", "torch.float16": "fp16"}


def kernel(run):
    what, seconds = run["what"], run.get("median_s")
    if what == "copy":
        return {"kernel": what, "bytes": 2 * run["bytes"], "seconds": seconds}
    if what == "read":
        return {"kernel": what, "bytes": run["bytes"], "seconds": seconds}
    if what == "product":
        shape = {name: run[name] for name in ("m", "n", "k")}
        return {"kernel": what, "format": FORMATS.get(run["dtype"], run["dtype"]), **shape, "seconds": seconds / run.get("products", 1)}
    if what == "attention of a token":
        return {"kernel": what, **{name: run[name] for name in ("batch", "context", "bytes")}, "seconds": seconds}
    if what == "attention of a prompt":
        return {"kernel": what, "tokens": run["tokens"], "flop": run["flop"], "seconds": seconds}
    if what in ("greedy choice of tokens", "top-p choice of tokens"):
        return {"kernel": what, "batch": run["batch"], "vocabulary": run["vocabulary"], "seconds": seconds}
    if what == "launches of 1000 kernels":
        return {"kernel": "launch by the host", "seconds": seconds / 1000}
    if what == "a graph of 1000 kernels":
        return {"kernel": "launch within a graph", "seconds": seconds / 1000}
    return None


runs = map(json.loads, (Path(sys.argv[1]) / "pytorch.jsonl").read_text(encoding="utf-8").splitlines())
found = [one for one in map(kernel, runs) if one]
for one in found:
    one["seconds"] = float(f"{one['seconds']:.4g}")
print("[\n" + ",\n".join(json.dumps(one) for one in found) + "\n]")
