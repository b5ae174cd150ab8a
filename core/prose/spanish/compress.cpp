#include "model/phrases/compress.hpp"

namespace ridgepoint::phrases {

const Phrase in_pruning{"la poda"};
const Phrase in_quantization{"la cuantización a {0} bits"};
const Phrase uncalibrated{"{0} sin calibrar"};
const Phrase textbook_batch{"Como en el libro de texto: la aceleración es la misma con cualquier lote."};

const Phrase speedups_measured{"la aceleración"};
const Phrase perplexity_fitted{"La perplejidad está ajustada a cocientes publicados de {0}."};
const Phrase groups_fitted_as_one{
    "Los grupos de 64 y de 128 pesos se ajustan como uno solo; para grupos de {0:9} se da la misma perplejidad."};
const Phrase perplexity_unknown{
    "No se da la perplejidad: las tablas son de modelos de lenguaje con los pesos cuantizados o con la mitad de ellos "
    "podados."};
const Phrase training_tokens_unknown{
    "No se ha publicado con cuántos tokens se entrenó (training_tokens), así que el intervalo abarca de {0} a {1}: los "
    "modelos con más entrenamiento pierden más."};
const Phrase unbounded_perplexity{
    "No se da la perplejidad: con la mitad de los pesos podados por {0} se multiplica por entre 1,4 y millones, según "
    "el modelo (Wanda, README e issue 7)."};
const Phrase bits_not_measured{"No se da la perplejidad: ninguna tabla abarca {0} con tan pocos bits."};
const Phrase rows_not_measured{
    "No se da la perplejidad: con una escala por fila y tan pocos bits, las tablas de {0} faltan o varían sin límite "
    "de un modelo a otro."};
const Phrase tokens_not_measured{
    "No se da la perplejidad: los documentos coinciden sobre {0} solo en modelos entrenados con entre 1 y 2 billones "
    "de "
    "tokens (de 1e12 a 2e12)."};
const Phrase survey_of_quantization{
    "La cifra de exactitud es una estimación: medianas de modelos publicados (Gholami et al. 2021)."};
const Phrase survey_of_pruning{
    "La cifra de exactitud es una estimación: medianas de modelos publicados (Blalock et al. 2020)."};
const Phrase pruning_curve{
    "Su curva es -0,01 e^(2s) desde una dispersión s de 0,75, y se une a -0,001 en 0,5 y a 0 en 0."};
const Phrase pruned_language_model{
    "No vale para modelos de lenguaje: con la mitad de los pesos a cero, la perplejidad se multiplica por entre 1,2 y "
    "2,3 con Wanda y SparseGPT, y por entre 1,4 y millones si se poda por magnitud (Sun et al. 2024; Zhang et al. "
    "2024)."};
const Phrase structures_cost_more{
    "Vale para ceros en cualquier posición; quitar filas o canales enteros cuesta más exactitud."};

const Phrase without_overhead{"Sin la sobrecarga, que permanece, la aceleración sería de {0:x}."};
const Phrase without_overhead_and_cache{"Sin la sobrecarga y la caché, que permanecen, la aceleración sería de {0:x}."};
const Phrase without_overhead_and_activations{
    "Sin la sobrecarga y las activaciones, que permanecen, la aceleración sería de {0:x}."};
const Phrase sparsity_capped{"La dispersión se limita a 0,99: un modelo conserva algunos pesos."};
const Phrase zeros_save_no_time{
    "Estos ceros no ahorran tiempo: los kernels no pueden saltarse este patrón. El tamaño no cuenta ni los ceros ni "
    "los "
    "índices del resto."};
const Phrase no_such_arithmetic{
    "Ninguna unidad aritmética multiplica en {0} bits; la aritmética se calcula a la velocidad de FP16."};
const Phrase textbook_quantization{
    "Como en el libro de texto: de 9 a 15 bits se les carga la exactitud de 4, y la aceleración compara FP32 con el "
    "punto de cresta de FP16."};
const Phrase textbook_pruning{
    "Como en el libro de texto: la estimación de la exactitud da un salto con una dispersión de 0,5."};

const Phrase algorithm_prunes{"algorithm {0} poda, y el método es la cuantización"};
const Phrase algorithm_quantizes{"algorithm {0} cuantiza, y el método es la poda"};

}  // namespace ridgepoint::phrases
