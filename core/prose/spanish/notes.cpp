#include "model/phrases/notes.hpp"

namespace ridgepoint::phrases {

const Phrase comma{", "};
const Phrase or_else{" o "};
const Phrase name{"{0}"};
const Phrase hours{" horas"};
const Phrase days{" días"};
const Phrase this_device{"este dispositivo"};
const std::array<Phrase, regime_names.size()> bounds{{{"limitado por la memoria"},
                                                      {"limitado por el cómputo"},
                                                      {"limitado por la sobrecarga"},
                                                      {"limitado por la comunicación"}}};

const Phrase weight_only_rate{
    "{0} solo en los pesos: los pesos se guardan en {0} y se expanden, así que la aritmética va a la velocidad de "
    "FP16."};
const Phrase prompts_in_int8{
    "{0} solo en los pesos: al decodificar, los pesos se expanden y se multiplican a la velocidad de FP16; los prompts "
    "se multiplican en 8 bits, con las activaciones redondeadas, a la velocidad de {1} (llama.cpp, pull request "
    "7676)."};
const Phrase native_rate{
    "La aritmética también va en {0}, como es habitual aquí; el esquema \"weight_only\" expandiría los pesos a 16 "
    "bits."};
const Phrase rate_not_listed{"{0} no indica velocidad en {1}; la aritmética se calcula a la de {2}, {3}."};
const Phrase dispatch_assumed{"{0} no indica la sobrecarga de despacho; se supone {1}."};
const Phrase counted_as_one{"{0} son {1:9} dispositivos contados como uno: lo que se envían no lleva tiempo aquí."};
const Phrase no_power{"{0} no indica la potencia, así que no se da la energía."};

const Phrase none_usable{"{0} tiene {1}, y se reserva todo: no queda nada para un programa."};
const Phrase not_all_usable{"{0} tiene {1}, de los que un programa puede usar {2}."};
const Phrase excess_ignored{"{0} no caben en {1}. Los tiempos son los de un dispositivo con sitio para todo."};
const Phrase excess_without_link{
    "{0} no caben en {1}, y no consta ningún enlace con el host. Los tiempos son los de un dispositivo con sitio para "
    "todo; este no puede ejecutarlo."};
const Phrase excess_slows_all{
    "{0} no caben en {1}: todo el tráfico se calcula a los {2} del enlace con el host, incluso el de la parte que "
    "cabe."};
const Phrase excess_slows_all_textbook{
    "{0} no caben en {1}: todo el tráfico se calcula a los {2} del enlace con el host, como en la referencia."};
const Phrase excess_crosses{
    "{0} no caben en {1}: {2} quedan fuera, y en cada pasada {3} cruzan el enlace con el host a {4}."};

const Phrase published_narrower{"{0} se publica y suele usarse con pesos de {1:9} bits: elija esa precisión."};
const Phrase cache_format{
    "La caché KV se guarda en {0}, junto a pesos en {1}, como hace casi todo el software si no se le pide otra cosa."};

const Phrase beyond_context{"El modelo se entrenó para {0:#} tokens de contexto como máximo."};
const Phrase not_used{"No se usa en {0}: {1:,}."};

const Phrase band{
    "{0}. De las mediciones dejadas fuera del ajuste, la mitad se predijo con un error de hasta el {1:.0%}; nueve de "
    "cada diez mediciones de {2} quedaron entre el {3:.0%} y el {4:.0%} de la predicción."};
const Phrase no_band{"Sin intervalo: la ejecución eager u otro supuesto no se ajustó."};
const Phrase no_band_for_weights{
    "Sin intervalo: Transformers se ajustó con 16 bits. Cuantizado en una A10G en 2023, con bitsandbytes o quanto, un "
    "token tardó de 1,1 a 5,9 veces lo que en FP16."};
const Phrase no_band_for_batches{
    "Sin intervalo: de los lotes de llama.cpp lo tienen los de redes densas con CUDA, desde junio de 2024. En tres "
    "dispositivos, en 2025 y 2026, los lotes de mezclas de expertos tardaron de 0,5 a 1,9 veces lo predicho."};
const Phrase no_band_for_sglang{"Sin intervalo: SGLang no entra en ningún ajuste."};
const Phrase no_band_on_its_devices{"Sin intervalo: {0} no funciona en dispositivos de {1}."};
const Phrase no_band_on_such_devices{
    "Sin intervalo: se midieron GPU con un ancho de banda de memoria de 68 GB/s a 8 TB/s."};
const Phrase no_band_of_images{"Sin intervalo: este ajuste es de redes de imágenes y codificadores."};
const Phrase no_band_of_language{"Sin intervalo: este ajuste es de modelos de lenguaje."};
const Phrase no_band_of_states{
    "Sin intervalo: no se midió ningún modelo con capas que guarden un estado en lugar de una caché KV."};
const Phrase no_band_for_training{
    "Sin intervalo: este ajuste es de inferencia; el de pasos de entrenamiento está en train."};
const Phrase no_band_over_host_link{"Sin intervalo: no se midió nada que cruce el enlace con el host."};
const Phrase no_band_for_such_batch{"Sin intervalo: no se midió ningún lote mayor que {0}."};
const Phrase no_band_for_batch_there{"Sin intervalo: en dispositivos de {1} no se midió ningún lote mayor que {0}."};
const Phrase no_band_for_such_context{"Sin intervalo: no se midió ningún contexto de más de {0:#} tokens."};
const Phrase no_band_for_such_layouts{
    "Sin intervalo: se midieron modelos en hasta 8 dispositivos NVIDIA de un nodo, sin expertos repartidos entre "
    "ellos."};
const Phrase no_band_for_passes_on_devices{
    "Sin intervalo para prompts y pasadas completas: una sola fuente midió alguno en varios dispositivos."};
const Phrase width_in_file{"Cada peso ocupa {0:.2} bits, escalas incluidas, como en los archivos de llama.cpp."};
const Phrase calibrated_on{"Calibrado con {0}"};
const Phrase times_measured{"tiempo"};
const Phrase published{"{0} mediciones publicadas de {1}"};
const Phrase published_on_devices{"{0} mediciones publicadas de todo el software en 2 a 8 dispositivos"};
const Phrase published_in_pairs{"{0} mediciones publicadas de {1}, por pares"};
const Phrase unpublished{"otro software, pues no hay mediciones publicadas de {0}"};
const Phrase published_not_in_pairs{"otro software, pues las {0} mediciones publicadas de {1} no son por pares"};
const Phrase published_computing{
    "otro software, pues las {0} mediciones publicadas de {1} son todas de prompts y lotes grandes"};
const Phrase published_moving{
    "otro software, pues las {0} mediciones publicadas de {1} son todas de decodificación y lotes "
    "pequeños"};
const Phrase all_software{"todo el software en conjunto"};
const Phrase no_vector_rate{
    "{0} no indica velocidad en FP32, así que no se cuenta el tiempo de desempaquetar los pesos."};

const Phrase price_of_file{"El coste supone {0:.2} USD por hora por cada {1}{2}."};
const Phrase price_from{" ({0}, {1})"};
const Phrase price_as_given{"El coste supone {0:.2} USD por hora y dispositivo, como se indicó."};
const Phrase energy_assumed{
    "La energía supone {1} W por cada {0} a pleno uso, su TDP, y el {2:.0%} de eso en reposo"
    "{3:? (Barroso y Hölzle, 2007)|, según lo indicado}."};

const Phrase overhead{"Sobrecarga: {0}{1} {1:?capa|capas} a {2}{1:?| cada una}, {3} en total.{4}"};
const Phrase one_dispatch{"un despacho de {0} y "};
const Phrase host_ahead{" El host las lanza en {0}, por delante del dispositivo."};
const Phrase host_waited_for{" El host las lanza en {0}, y el dispositivo lo espera."};

const Phrase no_flop_count{"No se han publicado los FLOP de este modelo: su aritmética no se cuenta."};
const Phrase every_embedding_read{
    "Un modelo de recomendación solo lee las filas de embeddings que consulta; aquí se leen todos sus bytes, una cota "
    "superior."};
const Phrase local_attention{
    "Las capas de atención local guardan {0} tokens como máximo; aquí la caché crece con todo el contexto, una cota "
    "superior."};

}  // namespace ridgepoint::phrases
