"""What a GPU does under PyTorch, one section at a time, each figure appended to RESULTS as a line of JSON.

    python3 pytorch_runs.py SECTION RESULTS

Networks have the published shapes and random weights, so that nothing is downloaded. Times are by events of the device,
the median over enough repetitions; watts are of the board's energy counter.
"""
import json
import os
import statistics
import sys
import time
import traceback

import pynvml
import torch

section, results = sys.argv[1], open(sys.argv[2], "a")
pynvml.nvmlInit()
board = pynvml.nvmlDeviceGetHandleByIndex(0)
cuda = "cuda"
torch.manual_seed(7)


def joules():
    return pynvml.nvmlDeviceGetTotalEnergyConsumption(board) / 1000


def say(what, **more):
    results.write(json.dumps({"section": section, "what": what, **more}) + "\n")
    results.flush()
    print(what, more, flush=True)


def timed(step, seconds=0.5, warm=3, least=5):
    """Median and mean seconds of a step by events, and watts over all of them."""
    for _ in range(warm):
        step()
    torch.cuda.synchronize()
    begin = time.perf_counter()
    step()
    torch.cuda.synchronize()
    once = time.perf_counter() - begin
    n = max(least, min(20000, int(seconds / max(once, 1e-6))))
    marks = [torch.cuda.Event(enable_timing=True) for _ in range(n + 1)]
    e0, t0 = joules(), time.perf_counter()
    marks[0].record()
    for mark in marks[1:]:
        step()
        mark.record()
    torch.cuda.synchronize()
    wall, energy = time.perf_counter() - t0, joules() - e0
    times = [a.elapsed_time(b) / 1000 for a, b in zip(marks, marks[1:])]
    return {"median_s": statistics.median(times), "mean_s": wall / n, "repeats": n, "watts": energy / wall if wall > 0.4 else None}


def graphed(step):
    """The step as a CUDA graph, so that launching is no part of its time."""
    for _ in range(3):
        step()
    torch.cuda.synchronize()
    graph = torch.cuda.CUDAGraph()
    with torch.cuda.graph(graph):
        step()
    return graph.replay


def at_random(logits):
    """A token each, by the exponential trick."""
    shares = logits.softmax(-1, dtype=torch.float32)
    return shares.div_(torch.empty_like(shares).exponential_()).argmax(-1)


def within_top_p(logits, p):
    """Logits of those tokens alone whose probabilities add up to p, as vLLM masks them."""
    ascending, places = logits.sort(dim=-1)
    below = ascending.softmax(-1).cumsum(-1) <= 1 - p
    below[:, -1] = False
    return ascending.masked_fill_(below, -float("inf")).scatter(-1, places, ascending)


def choosing():
    """Choosing a token for each sequence of a step, launched kernel by kernel."""
    for vocabulary in (32000, 128256, 151936, 201088, 262144):
        for batch in (1, 4, 8, 16, 32, 64, 128, 256, 512):
            if batch * vocabulary < 8e7:
                logits = 3 * torch.randn(batch, vocabulary, device=cuda)
                shape = {"batch": batch, "vocabulary": vocabulary}
                say("greedy choice of tokens", **shape, **timed(lambda: logits.argmax(-1), 0.02))
                say("top-p choice of tokens", **shape, **timed(lambda: at_random(within_top_p(logits / 0.8, 0.95)), 0.05))


def kernels():
    say("device", name=torch.cuda.get_device_name(), torch=torch.__version__, cuda=torch.version.cuda,
        driver=str(pynvml.nvmlSystemGetDriverVersion()), memory=torch.cuda.get_device_properties(0).total_memory,
        free=torch.cuda.mem_get_info()[0], limit_w=pynvml.nvmlDeviceGetEnforcedPowerLimit(board) / 1000)
    torch.cuda.synchronize()
    e0 = joules()
    time.sleep(2)
    say("idle", watts=(joules() - e0) / 2)
    for size in (1 << 20, 1 << 22, 1 << 24, 1 << 26, 1 << 28, 1 << 30, 1 << 33):
        x = torch.randint(-9, 9, (size // 4,), dtype=torch.int32, device=cuda)
        y = torch.empty_like(x)
        say("copy", bytes=size, **timed(graphed(lambda: y.copy_(x)), 2.5 if size == 1 << 33 else 0.2))
    f = torch.rand(1 << 31, device=cuda)
    say("read", bytes=f.numel() * 4, **timed(graphed(lambda: f.sum()), 1))
    del f, x, y
    for dtype in (torch.bfloat16, torch.float16):
        a, b = (torch.randn(8192, 8192, device=cuda, dtype=dtype) for _ in range(2))
        say("product", dtype=str(dtype), m=8192, n=8192, k=8192, **timed(lambda: a @ b, 2.5))
    one = torch.ones((), device=cuda)
    f8 = lambda m, n: torch.randn(m, n, device=cuda, dtype=torch.bfloat16).to(torch.float8_e4m3fn)
    i8 = lambda m, n: torch.randint(-127, 128, (m, n), device=cuda, dtype=torch.int8)
    a, b = f8(8192, 8192), f8(8192, 8192)
    say("product", dtype="fp8", m=8192, n=8192, k=8192,
        **timed(lambda: torch._scaled_mm(a, b.t(), scale_a=one, scale_b=one, out_dtype=torch.bfloat16), 2.5))
    a, b = i8(8192, 8192), i8(8192, 8192)
    say("product", dtype="int8", m=8192, n=8192, k=8192, **timed(lambda: torch._int_mm(a, b.t()), 2.5))
    a, b = (torch.randn(4096, 4096, device=cuda) for _ in range(2))
    say("product", dtype="fp32", m=4096, n=4096, k=4096, **timed(lambda: a @ b, 0.5))
    k, n = 4096, 14336
    weights = [torch.randn(n, k, device=cuda, dtype=torch.bfloat16) for _ in range(4)]
    eighth = [w.to(torch.float8_e4m3fn) for w in weights]
    for m in (1, 4, 16, 64, 128, 256, 512, 1024, 2048, 4096, 8192):
        x = torch.randn(m, k, device=cuda, dtype=torch.bfloat16)
        def all_four():
            for w in weights:
                torch.nn.functional.linear(x, w)
        say("product", dtype="bf16", m=m, n=n, k=k, products=4, **timed(graphed(all_four), 0.3))
        if m >= 16:
            x8 = x.to(torch.float8_e4m3fn)
            def all_eighth():
                for w in eighth:
                    torch._scaled_mm(x8, w.t(), scale_a=one, scale_b=one, out_dtype=torch.bfloat16)
            say("product", dtype="fp8", m=m, n=n, k=k, products=4, **timed(graphed(all_eighth), 0.3))
    from torch.nn.functional import scaled_dot_product_attention as attention
    for batch, context in ((1, 8192), (8, 8192), (64, 2048), (32, 8192)):
        q = torch.randn(batch, 32, 1, 128, device=cuda, dtype=torch.bfloat16)
        kv = [torch.randn(batch, 8, context, 128, device=cuda, dtype=torch.bfloat16) for _ in range(2)]
        say("attention of a token", batch=batch, context=context, bytes=2 * batch * 8 * context * 128 * 2,
            **timed(graphed(lambda: attention(q, *kv, enable_gqa=True)), 0.3))
    for length in (512, 2048, 8192):
        q, k_, v = (torch.randn(1, 32, length, 128, device=cuda, dtype=torch.bfloat16) for _ in range(3))
        say("attention of a prompt", tokens=length, flop=2 * 2 * 32 * 128 * length * length / 2,
            **timed(graphed(lambda: attention(q, k_, v, is_causal=True)), 0.3))
    x = torch.zeros(1, device=cuda)
    def thousand():
        for _ in range(1000):
            x.add_(1)
    say("launches of 1000 kernels", **timed(thousand, 0.3))
    say("a graph of 1000 kernels", **timed(graphed(thousand), 0.3))
    choosing()


SHAPES = {
    "8b": dict(hidden_size=4096, intermediate_size=14336, num_hidden_layers=32, num_attention_heads=32, num_key_value_heads=8, tie_word_embeddings=False),
    "1b": dict(hidden_size=2048, intermediate_size=8192, num_hidden_layers=16, num_attention_heads=32, num_key_value_heads=8, head_dim=64, tie_word_embeddings=True),
}


def llama(name, dtype):
    """Llama 3 with random weights, on the device."""
    from transformers import AutoModelForCausalLM, LlamaConfig

    config = LlamaConfig(vocab_size=128256, max_position_embeddings=131072, rope_theta=500000.0, **SHAPES[name])
    with torch.device(cuda):
        return AutoModelForCausalLM.from_config(config, dtype=dtype, attn_implementation="sdpa")


def generation(name, model, batch, length, new):
    """Seconds to a first token, and between further ones, as generate() takes them."""
    ids = torch.randint(0, 128000, (batch, length), device=cuda)

    def seconds(tokens):
        torch.cuda.synchronize()
        t = time.perf_counter()
        model.generate(ids, attention_mask=torch.ones_like(ids), min_new_tokens=tokens, max_new_tokens=tokens, do_sample=False, pad_token_id=0)
        torch.cuda.synchronize()
        return time.perf_counter() - t

    seconds(4)
    first = statistics.median(seconds(1) for _ in range(3))
    whole = min(seconds(new + 1) for _ in range(3))
    say("generate", model=name, batch=batch, prompt=length, ttft_s=first, itl_s=(whole - first) / new, new=new)


def prompt(model, batch, tokens):
    ids = torch.randint(0, 128000, (batch, tokens), device=cuda)
    say("prompt", batch=batch, tokens=tokens, **timed(lambda: model(ids, logits_to_keep=1, use_cache=True), 1.0, 2, 3))


def transformers():
    for name, runs in (("8b", ((1, 512, 64), (1, 8192, 32), (8, 512, 32), (32, 512, 32), (64, 1024, 32))), ("1b", ((1, 512, 64), (8, 512, 32)))):
        model = llama(name, torch.bfloat16).eval()
        with torch.inference_mode():
            for batch, length, new in runs:
                generation(name, model, batch, length, new)
            if name == "8b":
                for tokens in (128, 512, 2048, 4096, 8192, 16384):
                    prompt(model, 1, tokens)
                prompt(model, 8, 2048)
        del model
        torch.cuda.empty_cache()


def gptfast():
    """The network of gpt-fast, whose folder GPT_FAST names."""
    sys.path.insert(0, os.environ["GPT_FAST"])
    from model import Transformer
    from torch.nn.attention import SDPBackend, sdpa_kernel

    torch.set_default_dtype(torch.bfloat16)
    prompt, new = 5, 200
    with torch.device(cuda):
        model = Transformer.from_name("llama-3.1-8b").eval()
        model.setup_caches(1, prompt + new)

    def one(model, x, at):
        p = torch.softmax(model(x, at)[:, -1] / 0.8, -1)
        return torch.argmax(p / torch.empty_like(p).exponential_(1), -1, keepdim=True).to(torch.int)

    compiled = torch.compile(one, mode="reduce-overhead", fullgraph=True)
    ids = torch.randint(0, 128000, (1, prompt), dtype=torch.int, device=cuda)
    places = torch.arange(prompt, device=cuda)

    def generate():
        token = one(model, ids, places).view(1, 1)
        at = torch.tensor([prompt], device=cuda)
        with sdpa_kernel(SDPBackend.MATH):
            for _ in range(new - 1):
                token = compiled(model, token.clone(), at).clone().view(1, 1)
                at += 1
        torch.cuda.synchronize()

    with torch.inference_mode():
        for _ in range(2):
            generate()
        runs = []
        e, t0 = joules(), time.perf_counter()
        for _ in range(4):
            t = time.perf_counter()
            generate()
            runs.append(new / (time.perf_counter() - t))
        say("gpt-fast", prompt=prompt, new=new, tokens_per_s=statistics.median(runs), watts=(joules() - e) / (time.perf_counter() - t0))


def vision():
    import torchvision
    net = torchvision.models.resnet50().to(cuda, memory_format=torch.channels_last)
    half = torchvision.models.resnet50().to(cuda, torch.float16, memory_format=torch.channels_last).eval()
    with torch.inference_mode():
        for batch in (1, 8, 32, 128, 256):
            x = torch.randn(batch, 3, 224, 224, device=cuda, dtype=torch.float16).to(memory_format=torch.channels_last)
            say("resnet50 inference", batch=batch, **timed(lambda: half(x), 0.5))
            say("resnet50 inference, graph", batch=batch, **timed(graphed(lambda: half(x)), 0.5))
    step = torch.optim.SGD(net.parameters(), 0.1, momentum=0.9, weight_decay=1e-4)
    for batch in (64, 256):
        x = torch.randn(batch, 3, 224, 224, device=cuda).to(memory_format=torch.channels_last)
        y = torch.randint(0, 1000, (batch,), device=cuda)
        def train():
            with torch.autocast(cuda, torch.float16):
                loss = torch.nn.functional.cross_entropy(net(x), y)
            step.zero_grad(set_to_none=True)
            loss.backward()
            step.step()
        torch.backends.cudnn.benchmark = True
        say("resnet50 training", batch=batch, **timed(train, 2, 4))


def training(name, model, ids, labels, compiled):
    step = torch.optim.AdamW(model.parameters(), 1e-4, fused=True)
    run = torch.compile(model) if compiled else model
    def train():
        with torch.autocast(cuda, torch.bfloat16):
            loss = run(input_ids=ids, labels=labels).loss
        loss.backward()
        step.step()
        step.zero_grad(set_to_none=True)
    torch.cuda.reset_peak_memory_stats()
    figures = timed(train, 2.5, 3, 4)
    say(name, batch=ids.shape[0], sequence=ids.shape[1], compiled=compiled, peak_bytes=torch.cuda.max_memory_allocated(),
        parameters=sum(p.numel() for p in model.parameters()), **figures)


def train():
    model = llama("1b", torch.float32).train()
    for batch, length in ((1, 2048), (2, 2048), (4, 2048), (1, 8192)):
        ids = torch.randint(0, 128000, (batch, length), device=cuda)
        training("llama 1b training", model, ids, ids, False)
    ids = torch.randint(0, 128000, (4, 2048), device=cuda)
    training("llama 1b training", model, ids, ids, True)


def bert():
    from transformers import BertConfig, BertForMaskedLM
    config = BertConfig(vocab_size=30528, hidden_size=1024, num_hidden_layers=24, num_attention_heads=16, intermediate_size=4096)
    with torch.device(cuda):
        model = BertForMaskedLM._from_config(config, attn_implementation="sdpa").train()
    for batch, length in ((64, 128), (128, 128), (16, 512), (32, 512)):
        ids = torch.randint(0, 30000, (batch, length), device=cuda)
        training("bert large training", model, ids, ids, False)
    model.eval()
    half = model.half()
    with torch.inference_mode():
        for batch, length in ((1, 128), (8, 128), (8, 384), (32, 384)):
            ids = torch.randint(0, 30000, (batch, length), device=cuda)
            say("bert large inference", batch=batch, sequence=length, **timed(lambda: half.bert(input_ids=ids), 0.5))


sections = {"kernels": kernels, "transformers": transformers, "gptfast": gptfast,
            "vision": vision, "train": train, "bert": bert}
try:
    sections[section]()
except Exception:
    traceback.print_exc()
    sys.exit(f"pytorch_runs.py: {section} failed")
