"""The figures of one GPU as points that `ridgepoint validate --data` takes.

    python3 points.py HARDWARE FOLDER > own.json

FOLDER holds pytorch.jsonl and, where llama.cpp ran, llama-bench.jsonl and NAME.batched.jsonl of each file; HARDWARE is
the device as core/data/measured/hardware.json has it. core/data/measured/README.md says what a point's members mean.
"""

import json
import statistics
import sys
from pathlib import Path

hardware, folder = sys.argv[1], Path(sys.argv[2])
points = []
MODELS = {
    "llama-8b": "Llama-3.1-8B",
    "qwen3-30b-a3b": "Qwen3-30B-A3B",
    "gpt-oss-20b": "gpt-oss-20b",
    "8b": "Llama-3.1-8B",
    "1b": "Llama-3.2-1B",
}
FORMATS = {"F16": "fp16", "Q8_0": "GGUF Q8_0", "Q4_K_M": "GGUF Q4_K_M", "MXFP4": "GGUF MXFP4"}
LLAMA_CPP = "llama.cpp v0.5.0 (September 2026, CUDA)"
TRANSFORMERS = "Transformers 5.17 (PyTorch 2.11, eager)"


def lines(path):
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines() if line.startswith("{")] if path.exists() else []


def add(kind, unit, value, software, locator, model, precision, bits, cache, batch, prompt=None, answer=None):
    points.append(
        {
            "id": f"own-{len(points) + 1:03d}",
            "kind": kind,
            "hardware": hardware,
            "devices": 1,
            "model": model,
            "precision": precision,
            "weights_bits": bits,
            "kv_precision": cache,
            "batch": batch,
            "input_len": prompt,
            "output_len": answer,
            "tp": 1,
            "value": float(f"{value:.4g}"),
            "unit": unit,
            "software": software,
            "source_url": "Ridgepoint, tests/bench/gpu",
            "source_locator": locator,
            "confidence": "high",
        }
    )


def add_llama_cpp():
    stored = {}
    for run in lines(folder / "llama-bench.jsonl"):
        name = Path(run["model_filename"]).stem
        model, form = name.rsplit("-", 1)
        stored[name] = (MODELS[model], FORMATS[form], round(8 * run["model_size"] / run["model_n_params"], 2), "fp16")
        rate = statistics.median(run["samples_ts"])
        tokens, answer, before = run["n_prompt"], run["n_gen"], run["n_depth"]
        if tokens:
            add("prefill", "tokens/s", rate, LLAMA_CPP, f"llama-bench -p {tokens}", *stored[name], 1, tokens)
        else:
            add("decode_tokens_per_s", "tokens/s", rate, LLAMA_CPP, f"llama-bench -n {answer} -d {before}", *stored[name], 1, before, answer)
    for name, network in stored.items():
        for run in lines(folder / f"{name}.batched.jsonl"):
            batch, tokens, answer = run["pl"], run["pp"], run["tg"]
            if batch > 1:
                locator = f"llama-batched-bench -npp {tokens} -ntg {answer} -npl {batch}"
                add("decode_itl", "ms/token", 1000 * batch / run["speed_tg"], LLAMA_CPP, locator, *network, batch, tokens, answer)


def add_pytorch(run):
    what, batch = run["what"], run.get("batch")
    in_16_bits = ("bf16", 16, "bf16")
    if what == "generate":
        model, tokens = MODELS[run["model"]], run["prompt"]
        add("decode_itl", "ms/token", 1000 * run["itl_s"], TRANSFORMERS, "generate()", model, *in_16_bits, batch, tokens, run["new"])
        if batch > 1:
            add("ttft", "s", run["ttft_s"], TRANSFORMERS, "generate() of one token", model, *in_16_bits, batch, tokens, 1)
    elif what == "prompt":
        tokens = run["tokens"]
        add("prefill", "tokens/s", batch * tokens / run["median_s"], TRANSFORMERS, "forward of a prompt", MODELS["8b"], *in_16_bits, batch, tokens)
    elif what == "gpt-fast":
        software = "gpt-fast (September 2024, on PyTorch 2.11)"
        add("decode_tokens_per_s", "tokens/s", run["tokens_per_s"], software, "its network, compiled", MODELS["8b"], *in_16_bits, 1, run["prompt"], run["new"])
    elif what == "resnet50 inference":
        add("infer_images_per_s", "images/s", batch / run["median_s"], "PyTorch 2.11 (eager)", "torchvision, channels last", "ResNet-50 v1.5", "fp16", 16, None, batch)
    elif what == "resnet50 training":
        locator = "torchvision, channels last, SGD with momentum"
        add("train_images_per_s", "images/s", batch / run["median_s"], "PyTorch 2.11", locator, "ResNet-50 v1.5", "AMP (fp16)", 16, None, batch)


add_llama_cpp()
for figure in lines(folder / "pytorch.jsonl"):
    add_pytorch(figure)
print('{"points": [\n' + ",\n".join(json.dumps(point) for point in points) + "\n]}")
