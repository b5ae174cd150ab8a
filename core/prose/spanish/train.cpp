#include "model/phrases/train.hpp"

namespace ridgepoint::phrases {

const Phrase in_this_training{"este entrenamiento"};

const Phrase not_a_transformer{
    "model: entrenar con varios dispositivos requiere un transformer del que se conozcan layers, heads y hidden_dim; "
    "para los demás, roofline tiene phase training"};
const Phrase batch_does_not_divide{
    "global_batch debe ser múltiplo de micro_batch × parallel.data ({1:9}); se dio {0:9}"};
const Phrase devices_do_not_divide{
    "devices debe ser múltiplo de parallel.tensor × parallel.pipeline ({1:9}); se dio {0:9}"};
const Phrase other_devices{
    "devices debe coincidir con los de parallel ({1:9}) cuando también se da parallel.data; se dio {0:9}"};
const Phrase integers_do_not_train{
    "precision debe ser fp8 o un formato de coma flotante más ancho, que es lo que requieren los gradientes; se dio "
    "{0}; los pesos congelados sí pueden guardarse en {0} (weight_precision, con lora)"};
const Phrase only_with_lora{
    "weight_precision {0} es demasiado basto para entrenar; con lora los pesos están congelados y pueden guardarse "
    "así"};
const Phrase too_many_pieces{
    "interleaving × parallel.pipeline debe ser como máximo las {2:9} capas del modelo; se dio {0:9} × {1:9}; y sin "
    "pipeline no hay nada que intercalar"};

const Phrase does_not_fit{"Cada dispositivo necesitaría {0} y puede usar {1}: los tiempos son como si cupiera. {2}"};
const Phrase fits_on{"Cabe en {0:9} dispositivos: tensor {1:9}, pipeline {2:9}, data {3:9}."};
const Phrase fits_nowhere{"No cabe en ninguna disposición de hasta {0:#} dispositivos{1}."};
const Phrase might_help{"; quizá con {0:or}"};
const Phrase smaller_micro_batches{"microlotes menores"};
const Phrase sequence_parallelism{"paralelismo de secuencia"};
const Phrase more_recomputation{"recomputación"};
const Phrase higher_zero_stage{"una etapa mayor de ZeRO"};
const Phrase layouts_at_stage{
    "Todas están en la etapa {0:9} de ZeRO. Una etapa mayor necesita menos memoria, y alguna que aquí no cabe puede "
    "ser "
    "entonces más rápida."};
const Phrase uneven_stages{
    "{0:9} capas no se reparten por igual entre {1:9} etapas, y todas esperan a las que tienen {2:9} capas."};
const Phrase training_band{
    "Calibrado con {0:9} pasos publicados (Megatron-LM, FSDP, BERT). Dejando fuera cada fuente por turno, el error "
    "mediano fue del {1:.1%}; dejando fuera cada dispositivo, del {4:.1%}. Nueve de cada diez pasos de otra fuente "
    "como "
    "estas deberían tardar entre {2:.2} y {3:.2} veces lo predicho. A la mitad de la velocidad de pico, sin ajustar "
    "nada, este paso tardaría {5}."};
const Phrase training_elsewhere{"Sin intervalo: esos pasos se ejecutaron en V100, A100 y H100."};
const Phrase training_of_experts{
    "Sin intervalo: ninguno de estos pasos era de una mezcla de expertos. Nueve publicados, que el ajuste no ha visto, "
    "tardaron entre 0,5 y 2,3 veces lo predicho: más si los expertos comparten nodo, menos si abarcan varios nodos y "
    "su intercambio queda oculto (rates.expert_overlap)."};
const Phrase training_in_fp8{
    "Sin intervalo: solo uno de estos pasos era en FP8. Cinco publicados en 2025, que el ajuste no ha visto, tardaron "
    "entre 0,64 y 0,98 veces lo predicho."};
const Phrase training_rough{
    "Aproximado: la mitad de la velocidad de pico, sin ajustar nada. Su error mediano en {1:9} pasos publicados es del "
    "{0:.1%}; el de los supuestos calibrados, del {2:.1%}."};
const Phrase training_calibrated{
    "Calibrado con {0:9} pasos publicados (Megatron-LM, FSDP, BERT). Dejando fuera cada fuente por turno, el error "
    "mediano fue del {1:.1%}."};
const Phrase no_scores_kept{
    "FlashAttention no guarda las puntuaciones, así que la recomputación selectiva no tiene nada que ahorrar."};
const Phrase gradients_in_16{"Gradientes y activaciones van en 16 bits, aunque los pesos se guardan en {0}."};
const Phrase sequence_beyond{
    "Las secuencias de {0:#} tokens son más largas que los {1:#} para los que se entrenó el modelo."};

const Phrase logits_of_pytorch{
    "Los logits cuentan 4 bytes cada uno. La función de pérdida de PyTorch ocupó 9 compilada y 20 sin compilar (Llama "
    "3.2 1B en una H200): hasta {0} más."};

const Phrase train_layout{
    "Dispositivos: {0:9} (tensor {1:9} × pipeline {2:9} × data {3:9}). Secuencias por paso: {4:9}; por microlote: "
    "{5:9}; "
    "microlotes por cada pipeline: {6:9}."};
const Phrase train_where{
    "De un paso, el {0:#%} es pasada hacia delante, el {1:#%} hacia atrás, el {2:#%} recomputación, el {3:#%} "
    "enlaces, el {4:#%} burbuja y el {5:#%} optimizador."};
const Phrase train_memory_of{
    "Cada dispositivo guarda {0} de pesos, {1} de gradientes, {2} del optimizador, {3} de activaciones, {4} de logits "
    "y {5} de espacio de trabajo."};
const Phrase train_run{"{0:#} tokens son {1:#} {1:?paso|pasos}: {2} en total."};
const Phrase train_failures{
    "De media falla un dispositivo cada {0}; un checkpoint tarda {1} y se escribe cada {2}; el {3:#%} del tiempo es "
    "trabajo útil."};

}  // namespace ridgepoint::phrases
