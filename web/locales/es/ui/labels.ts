// The words for names of fields and for choices, in Spanish: in place of ui/labels.ts.

import * as english from "../../../ui/labels.js";

/** Without their unit, unless it tells two of them apart. */
const FIELDS: Record<string, string> = {
  model: "Modelo", hardware: "Dispositivo", batch: "Lote", precision: "Precisión", scheme: "Esquema", phase: "Fase", context: "Contexto",
  zero_stage: "Etapa de ZeRO", data_parallel: "Paralelismo de datos", activation_recomputation: "Recomputación de activaciones", expert: "Expertos",
  data: "Datos", link_efficiency: "Eficiencia de los enlaces", link_latency: "Latencia de enlaces", preset: "Preajuste", efficiency: "Eficiencia",
  bandwidth_efficiency: "Eficiencia del ancho de banda", overlap: "Solapamiento", execution: "Ejecución", layer_overhead: "Sobrecarga por capa",
  host_launch: "Lanzamiento desde el host", activation_fraction: "Fracción de activaciones", offload: "Descarga",
  serving_offload: "Descarga al servir", kv_precision: "Precisión de la caché KV", decode_compute: "Cómputo en la decodificación",
  prefill_memory: "Memoria en el prefill", moe_weights: "Pesos de la mezcla de expertos", embedding_read: "Lectura de embeddings",
  attention: "Atención", reserve: "Reserva", default_host_link: "Enlace con el host por defecto", idle_power_share: "Fracción de potencia en reposo", accounting: "Contabilidad",
  vector_flop_per_weight: "FLOP vectoriales por peso", vector_flop_per_cache_byte: "FLOP vectoriales por byte de KV", weight_bits: "Bits por peso",
  cached_prefix: "Prefijo en caché", draft_model: "Modelo borrador", draft_acceptance: "Aceptación del borrador", draft_tokens: "Tokens de borrador",
  decode_hardware: "Dispositivo de decodificación", link: "Enlace", method: "Método", sparsity: "Dispersión", pattern: "Patrón",
  algorithm: "Algoritmo", group_size: "Tamaño del grupo", target: "Objetivo", delta: "Paso relativo",
  fast: "Rápido", cached: "En caché", learned: "Aprendido", cascade: "En cascada", target_speedup: "Aceleración buscada",
  max_learned_pct: "Porcentaje máximo por el camino aprendido", frequency_threshold: "Umbral de frecuencia", entropy_threshold: "Umbral de entropía",
  min_decisions: "Decisiones mínimas", cache_size: "Tamaño de la caché", cache_ttl_seconds: "Tiempo de vida en la caché",
  arrival_tokens: "Tokens que llegan", context_weight: "Peso del contexto", warm_up_samples: "Muestras de calentamiento",
  sequence_length: "Longitud de la secuencia", experts: "Expertos", top_k: "Expertos por token", width: "Anchura",
  router_width: "Anchura del enrutador", expert_width: "Anchura de un experto", gated_experts: "Expertos con compuerta", seed: "Semilla",
  samples: "Muestras", repetitions: "Repeticiones", quick: "Rápido", sequence_lengths: "Longitudes de secuencia",
  micro_batch: "Microlote", global_batch: "Lote global", sequence: "Tokens por secuencia", weight_precision: "Precisión de los pesos",
  gradient_precision: "Precisión de los gradientes", recomputation: "Recomputación", optimizer: "Optimizador", interleaving: "Intercalado",
  sequence_parallel: "Paralelismo de secuencia", product_depth: "Profundidad de los productos", joules_per_flop: "Julios por FLOP",
  attention_joules_per_flop: "Julios por FLOP de atención", network_efficiency: "Eficiencia de la red", ring_wait: "Espera en el anillo",
  expert_overlap: "Solapamiento de los expertos", tensor_overlap: "Solapamiento del tensor",
  layer_gap: "Pausa entre capas", tokens: "Tokens", device_mtbf: "Tiempo medio entre fallos de un dispositivo",
  checkpoint_interval: "Tiempo entre checkpoints", checkpoint: "Velocidad de escritura de checkpoints", restart: "Reinicio",
  candidates: "Candidatos", max_devices: "Dispositivos como máximo", deadline: "Plazo",
  memory_bandwidth: "Ancho de banda", memory_bandwidth_bytes_per_s: "Ancho de banda de memoria", memory_capacity: "Capacidad",
  memory_capacity_bytes: "Capacidad de memoria", host_link: "Enlace con el host", bytes_per_value: "Bytes por valor", work: "Trabajo",
  dispatch_overhead: "Sobrecarga de despacho", parameters: "Parámetros", layers: "Capas", heads: "Cabezas", kv_heads: "Cabezas KV",
  head_dim: "Anchura de cabeza", hidden_dim: "Anchura oculta", vocab: "Vocabulario", active_parameters: "Parámetros activos", peak: "FLOP/s de pico",
  arrival: "Llegada", rate: "Tasa", prompt_tokens: "Tokens del prompt", output_tokens: "Tokens de la respuesta", scheduling: "Planificación",
  requests: "Peticiones", device_link: "Interconexión", network: "Red", devices_a_node: "Dispositivos por nodo", price: "Precio", price_usd_per_hour: "Precio de alquiler", notes: "Notas", latency: "Latencia", compute: "Cómputo",
  memory: "Memoria", overhead: "Sobrecarga", links: "Enlaces", devices: "Dispositivos", bandwidth: "Ancho de banda", speedup: "Aceleración",
  baseline: "Referencia", capacity: "Capacidad", proposal: "Propuesta",
};

const CHOICES: Record<string, string> = {
  weight_only: "solo los pesos", native: "nativa", inference: "inferencia", training: "entrenamiento", "first-principles": "primeros principios",
  textbook: "libro de texto", calibrated: "calibrado", compiled: "compilada", spill: "lo que no cabe", all: "todo", ignore: "nada",
  touched: "los que se tocan", rows: "las filas", corrected: "corregida", quantization: "cuantización", pruning: "poda",
  unstructured: "sin estructura", structured: "estructurado", rtn: "redondeo al más próximo", magnitude: "magnitud",
  floating: "formatos de coma flotante", weights: "como los pesos", unknown: "software desconocido", "llama.cpp-cuda": "llama.cpp con CUDA",
  "llama.cpp-cuda-2024": "llama.cpp con CUDA, hasta mayo de 2024", "llama.cpp-metal": "llama.cpp con Metal",
  "llama.cpp-metal-2024": "llama.cpp con Metal, hasta mayo de 2024", "sglang-0.5.9": "SGLang, hasta la 0.5.9", mxnet: "MXNet, imágenes",
  pytorch: "PyTorch, imágenes", "tensorflow-xla": "TensorFlow con XLA, imágenes", tensorrt: "TensorRT, imágenes", latency: "latencia",
  decode: "decodificación", default: "por defecto", mixtral_proportions: "proporciones de Mixtral", none: "ninguna", selective: "selectiva",
  full: "completa", momentum: "momento", large: "grande", small: "pequeño", cloud: "centro de datos", workstation: "estación de trabajo",
  mobile: "teléfono", tiny: "microcontrolador", moe_transformer: "transformer con mezcla de expertos", encoder: "codificador",
  recommendation: "recomendación", diffusion: "difusión", sequence: "secuencia", image: "imagen", query: "consulta", memory: "memoria",
  compute: "cómputo", overhead: "sobrecarga", capacity: "capacidad", links: "enlaces", yes: "sí",
};

/** Further ones, of the script of a widget that has them; its own catalogue translates them. */
export const knowChoices = (names: Record<string, string>): void => void Object.assign(CHOICES, names);

export function label(path: string): string {
  const name = path.split(".").pop() ?? path;
  return FIELDS[name] ?? FIELDS[name.replace(/_(bytes_per_s|flop_per_s|per_s|bytes|usd|s|j|w)$/, "")] ?? english.label(path);
}
export const choice = (name: string): string => CHOICES[name] ?? english.choice(name);
