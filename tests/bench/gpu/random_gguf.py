"""A GGUF file of a network's shapes with random weights: python3 random_gguf.py NAME FORMAT FILE

Needs llama.cpp's gguf-py, whose folder LLAMA_CPP_SOURCE names.
"""
import os
import sys

import numpy as np

sys.path.insert(0, os.environ["LLAMA_CPP_SOURCE"] + "/gguf-py")
from gguf import GGML_QUANT_SIZES, GGMLQuantizationType as Q, GGUFWriter

name, form, path = sys.argv[1:4]
rng = np.random.default_rng(7)

shapes = {
    "llama-8b": dict(layers=32, embd=4096, ff=14336, heads=32, kv=8, head=128, vocab=128256, base=500000.0),
    "qwen3-30b-a3b": dict(layers=48, embd=2048, ff=6144, heads=32, kv=4, head=128, vocab=151936, base=1e6, experts=128, used=8, eff=768),
    "gpt-oss-20b": dict(layers=24, embd=2880, ff=2880, heads=64, kv=8, head=64, vocab=201088, base=150000.0, experts=32, used=4, eff=2880),
}
s = shapes[name]
arch = {"qwen3-30b-a3b": "qwen3moe", "gpt-oss-20b": "gpt-oss"}.get(name, "llama")
L, E, V = s["layers"], s["embd"], s["vocab"]

w = GGUFWriter(path, arch)
w.add_name(name)
w.add_block_count(L)
w.add_context_length(131072)
w.add_embedding_length(E)
w.add_feed_forward_length(s["ff"])
w.add_head_count(s["heads"])
w.add_head_count_kv(s["kv"])
w.add_key_length(s["head"])
w.add_value_length(s["head"])
w.add_rope_dimension_count(s["head"])
w.add_rope_freq_base(s["base"])
w.add_layer_norm_rms_eps(1e-5)
w.add_vocab_size(V)
w.add_tokenizer_model("none")
if "experts" in s:
    w.add_expert_count(s["experts"])
    w.add_expert_used_count(s["used"])
    w.add_expert_feed_forward_length(s["eff"])
if arch == "gpt-oss":
    w.add_sliding_window(128)

scale = np.frombuffer(np.float16(4e-4).tobytes(), np.uint8)


def blocks(kind, n):
    """n random blocks of a format with scales that keep activations finite."""
    size = GGML_QUANT_SIZES[kind][1]
    b = rng.integers(0, 256, (n, size), dtype=np.uint8)
    if kind == Q.Q4_K:
        b[:, 0:2] = scale
        b[:, 2:4] = np.frombuffer(np.float16(2e-3).tobytes(), np.uint8)
        b[:, 4:16] &= 15
    elif kind == Q.Q6_K:
        b[:, 208:210] = np.frombuffer(np.float16(1e-5).tobytes(), np.uint8)
    elif kind == Q.Q8_0:
        b[:, 0:2] = np.frombuffer(np.float16(2e-4).tobytes(), np.uint8)
    elif kind == Q.MXFP4:
        b[:, 0] = 120
    return b


def data(shape, kind):
    n = int(np.prod(shape))
    if kind == Q.F32:
        return (rng.standard_normal(n, dtype=np.float32) * np.float32(0.02))
    if kind == Q.F16:
        tile = (rng.standard_normal(1 << 20, dtype=np.float32) * 0.02).astype(np.float16)
        return np.resize(tile, n)
    per = GGML_QUANT_SIZES[kind][0]
    tile = blocks(kind, 1 << 13).reshape(-1)
    return np.resize(tile, n // per * GGML_QUANT_SIZES[kind][1])


def kinds(tensor, i):
    """llama.cpp's choice for the format (llama-quant.cpp)."""
    if form == "F16":
        return Q.F16
    if form == "Q8_0":
        return Q.Q8_0
    if form == "MXFP4":
        return Q.MXFP4 if tensor.endswith("exps") else Q.Q8_0
    more = i < L // 8 or i >= 7 * L // 8 or (i - L // 8) % 3 == 2
    if tensor == "output" or more and tensor in ("attn_v", "ffn_down", "ffn_down_exps"):
        return Q.Q6_K
    return Q.Q4_K


tensors = []  # name, shape as rows first, kind, ones
add = lambda t, shape, kind, ones=False: tensors.append((t, shape, kind, ones))
add("token_embd.weight", (V, E), kinds("token_embd", 0))
add("output_norm.weight", (E,), Q.F32, True)
add("output.weight", (V, E), kinds("output", 0))
H, K = s["heads"] * s["head"], s["kv"] * s["head"]
for i in range(L):
    p = f"blk.{i}."
    for t, shape in (("attn_q", (H, E)), ("attn_k", (K, E)), ("attn_v", (K, E)), ("attn_output", (E, H))):
        add(p + t + ".weight", shape, kinds(t, i))
        if arch == "gpt-oss":
            add(p + t + ".bias", shape[:1], Q.F32)
    add(p + "attn_norm.weight", (E,), Q.F32, True)
    add(p + ("post_attention_norm" if arch == "gpt-oss" else "ffn_norm") + ".weight", (E,), Q.F32, True)
    if arch == "qwen3moe":
        add(p + "attn_q_norm.weight", (s["head"],), Q.F32, True)
        add(p + "attn_k_norm.weight", (s["head"],), Q.F32, True)
    if arch == "gpt-oss":
        add(p + "attn_sinks.weight", (s["heads"],), Q.F32)
    if "experts" in s:
        X, F = s["experts"], s["eff"]
        add(p + "ffn_gate_inp.weight", (X, E), Q.F32)
        shapes_of = (("ffn_gate_exps", (X, F, E)), ("ffn_up_exps", (X, F, E)), ("ffn_down_exps", (X, E, F)))
        if arch == "gpt-oss":
            add(p + "ffn_gate_inp.bias", (X,), Q.F32)
            for t, shape in shapes_of:
                add(p + t + ".bias", shape[:2], Q.F32)
    else:
        shapes_of = (("ffn_gate", (s["ff"], E)), ("ffn_up", (s["ff"], E)), ("ffn_down", (E, s["ff"])))
    for t, shape in shapes_of:
        add(p + t + ".weight", shape, kinds(t, i))

kept = {}
for t, shape, kind, _ in tensors:
    per, size = GGML_QUANT_SIZES[kind]
    if kind in (Q.F32, Q.F16):
        w.add_tensor_info(t, shape, np.dtype(np.float32 if kind == Q.F32 else np.float16), int(np.prod(shape)) * size)
    else:
        bytes_shape = (*shape[:-1], shape[-1] // per * size)
        w.add_tensor_info(t, bytes_shape, np.dtype(np.uint8), int(np.prod(bytes_shape)), raw_dtype=kind)
w.write_header_to_file()
w.write_kv_data_to_file()
w.write_ti_data_to_file()
for t, shape, kind, ones in tensors:
    if ones:
        w.write_tensor_data(np.ones(shape, np.float32))
    elif kind == Q.F32:
        w.write_tensor_data(data(shape, kind))
    else:
        key = (shape, kind)
        if key not in kept:
            kept[key] = data(shape, kind)
        w.write_tensor_data(kept[key])
w.close()
