#include "model/phrases/load.hpp"

namespace ridgepoint::phrases {

const Phrase in_rated_load{"una carga con una tasa de peticiones dada"};
const Phrase in_closed_load{"una carga cerrada"};
const Phrase in_load_at_most{"una carga de todas las peticiones a la vez"};

const Phrase weights_do_not_fit{"los pesos no caben: cada dispositivo guardaría {1} y puede usar {2}{0}{3}"};
const Phrase weights_fit_on{"; repartidos entre {0:9} sí (parallel.tensor {0:9})"};
const Phrase and_then{". {0}"};
const Phrase sequence_does_not_fit{
    "prompt_tokens y output_tokens: una petición de {0:9} tokens en total necesita {1:#} veces el sitio que dejan los "
    "pesos"};
const Phrase too_much_to_simulate{
    "requests debe ser aquí como máximo {2:9}: de requests × (output_tokens + prompt_tokens / max_batched_tokens) "
    "pasos pueden simularse {1:9}; se dieron {0:9}"};
const Phrase too_many_to_simulate{
    "duration_s × rate_per_s debe dar como máximo {1:9} peticiones por copia; se dio {0:9}"};
const Phrase too_long_to_simulate{
    "duration_s debe ser como máximo {1}, en los que los usuarios envían las {0:9} peticiones que pueden simularse; se "
    "dio {2}"};
const Phrase too_many_held_up{
    "sin chunked_prefill, cada paso que lee prompts detiene las respuestas en curso: requests × max_batch, dividido "
    "entre los prompts que caben en max_batched_tokens, debe ser como máximo {1:9}; se dio {0:9}"};
const Phrase prefix_not_shorter{"shared_prefix_tokens debe ser menor que prompt_tokens ({1:9}); se dio {0:9}"};
const Phrase too_wide_to_be_uniform{"{2} debe ser como máximo {0:3} con la distribución uniform; se dio {1:3}"};

const Phrase cannot_keep_up{
    "{0:4} peticiones por segundo son más de las {1:4} que puede responder: la cola crece mientras sigan llegando, y "
    "las esperas dependen de cuántas se simulen."};
const Phrase preempted{
    "{0:9} {0:?vez|veces} una secuencia tuvo que ceder su caché y volver a leerse; un max_batch menor lo evitaría."};
const Phrase one_of_copies{
    "Se simula una de {0:9} copias, con su parte de las peticiones: el lote, los pasos y la cola en el tiempo son los "
    "suyos."};
const Phrase uneven_users{
    "Los usuarios no se reparten por igual entre {0:9} copias: se supone que cada copia en uso tiene {1:9}."};
const Phrase single_tokens{"Cada respuesta es un solo token: no hay tiempo entre tokens, e itl_s es 0."};
const Phrase no_rate_keeps{
    "Ningún ritmo respeta los límites: no los respeta ni una petición con el servidor para ella sola."};
const Phrase greedy_tokens{
    "Se supone que cada token es el más probable. Muestrear con top-p, como en los chats, añade {0} a cada paso: hay "
    "que "
    "ordenar el vocabulario."};

const Phrase load_accuracy{
    "Calibrado con mediciones publicadas de servidores con dispositivos de NVIDIA. Dejando fuera cada fuente por "
    "turno, "
    "el error mediano fue del {1:.0%} en el tiempo entre tokens ({0:9} mediciones), del {2:.0%} en el tiempo hasta el "
    "primer token y del {3:.0%} hasta el último."};
const Phrase load_rough{
    "Aproximado: un servidor ideal, tan rápido como permiten las fichas técnicas. Calibrado, el error mediano en "
    "mediciones publicadas de servidores fue del {1:.0%} en el tiempo entre tokens ({0:9} mediciones), del {2:.0%} en "
    "el tiempo hasta el primer token y del {3:.0%} hasta el último."};
const Phrase throughput_accuracy{
    "Calibrado con mediciones publicadas de servidores con dispositivos de NVIDIA. Dejando fuera cada fuente por "
    "turno, "
    "el error mediano fue del {1:.0%} en el tiempo por token a plena carga ({0:9} mediciones)."};
const Phrase throughput_rough{
    "Aproximado: un servidor ideal, tan rápido como permiten las fichas técnicas. Calibrado, el error mediano en "
    "mediciones publicadas fue del {1:.0%} en el tiempo por token a plena carga ({0:9} mediciones)."};
const Phrase load_without_band{"Se cambió lo que se había ajustado con servidores, así que no hay intervalo."};
const Phrase no_band_for_such_servers{
    "No hay intervalo: los servidores medidos fueron vLLM, SGLang y TensorRT-LLM en GPU de NVIDIA y AMD."};
const Phrase no_band_for_spread_experts{
    "No hay intervalo cuando los expertos se reparten: en 30 ejecuciones así, que ningún ajuste ha visto, los tokens "
    "tardaron de 0,9 a 2,3 veces lo previsto."};
const Phrase sglang_as_vllm{
    "SGLang no entra en ningún ajuste: sus kernels y el tiempo fuera de los dispositivos se toman de vLLM, así que no "
    "hay intervalo. Lee primero los prompts en espera, con las respuestas en curso paradas; chunked_prefill de load lo "
    "cambia."};

const Phrase load_capacity{
    "Los pesos dejan sitio para {0:#} {0:?secuencia|secuencias} de longitud media a la vez; de media hubo {1:3} en un "
    "paso."};
const Phrase load_at_rate{
    "{0:?Llegó|Llegaron} {0:#} {0:?petición|peticiones} a {1:#} por segundo; podían responderse {2:#} por segundo."};
const Phrase load_of_users{
    "{3:#} {3:?usuario|usuarios}, con nueva pregunta tras cada respuesta: {0:#} {0:?petición|peticiones} a {1:#} por "
    "segundo; podían responderse {2:#} por segundo."};
const Phrase load_at_most{
    "{0:#} {0:?petición esperaba|peticiones esperaban} desde el principio; se respondieron {1:#} por segundo. "
    "Repartidas en el tiempo, serían hasta {2:#} por segundo."};
const Phrase load_times{
    "Del tiempo de las peticiones, el {0:#%} es espera, el {1:#%} va hasta los primeros tokens, el {2:#%} de ahí a "
    "los últimos, el {3:#%} se va en los enlaces y el {4:#%} fuera de los dispositivos."};

}  // namespace ridgepoint::phrases
