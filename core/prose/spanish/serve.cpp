#include "model/phrases/serve.hpp"

namespace ridgepoint::phrases {

const Phrase in_serving{"el servicio en {0}"};

const Phrase the_device{"el dispositivo"};
const Phrase two_devices{"{0}; {1}."};
const Phrase prefill_fits{"Prefill en {0} (hardware): {1} caben"};
const Phrase prefill_does_not_fit{"Prefill en {0} (hardware): {1} no caben"};
const Phrase decode_fits{"decodificación en {0} (decode_hardware): {1} caben"};
const Phrase decode_does_not_fit{"decodificación en {0} (decode_hardware): {1} no caben"};
const Phrase no_fitting_device{"No cabe en ningún dispositivo del registro por sí solo."};
const Phrase fitting_devices{"Los dispositivos más pequeños del registro en los que cabe: {0:or}."};

const Phrase first_token_calibrated_on{"Primer token: calibrado con {0}"};
const Phrase further_tokens_calibrated_on{"Tokens siguientes: calibrado con {0}"};
const Phrase decode_by_memory{
    "La decodificación se calcula solo por la memoria, así que nunca está limitada por el cómputo."};
const Phrase textbook_draft{
    "Como en el libro de texto: el modelo borrador lanza sus capas gratis y su caché no ocupa memoria."};

const Phrase first_token{"Primer token{6}: {0} de aritmética tardan {1}{2}{3}{4}; {7}{5} en total."};
const Phrase of_prompts{" de {0:9} prompts leídos a la vez"};
const Phrase of_each_prompt{" de cada uno de {0:9} prompts"};
const Phrase one_after_another{"uno tras otro por {0:9} etapas, "};
const Phrase each_token{
    "Cada token siguiente: {0} de pesos y caché tardan {1}, la aritmética {2}{3}{4}; {5} en total."};
const Phrase each_verification{
    "Cada verificación: {0} de pesos y caché tardan {1}, la aritmética {2}{3}{4}; {5} en total."};
const Phrase speculation{
    "Especulación: {0} tokens de borrador a {1} y una verificación dan {2:.2} tokens de media, uno cada {3}."};
const Phrase reading_weights{", leer los pesos {0}{1}"};
const Phrase moving_cache{", mover la caché {0}"};
const Phrase meanwhile{"mientras tanto "};
const Phrase partly_meanwhile{"en parte mientras tanto "};
const Phrase and_overhead{", la sobrecarga {0}{1}"};
const Phrase host_takes_longer{", y el host tarda más que eso en lanzar las capas"};

const Phrase memory_of_device{
    "Memoria: {0} de pesos, {1} de caché{2}; {3} en total, {4} la memoria del dispositivo; {5:?cabe|caben} {5:9} "
    "{5:?secuencia|secuencias} como máximo."};
const Phrase memory_of_decode_device{
    "Memoria: {0} de pesos, {1} de caché{2}; {3} en total, {4} la memoria del dispositivo de decodificación; en ambos "
    "{5:?cabe|caben} {5:9} {5:?secuencia|secuencias} como máximo."};
const Phrase of_draft{", {0} del modelo borrador"};
const Phrase share_of{"el {0:#%} de"};
const Phrase times_of{"{0:#} veces"};
const Phrase many_times{"más de 1000 veces"};

const Phrase not_served{
    "{0}{1} {2}; para servir hace falta un modelo que genere tokens y tenga layers, heads y hidden_dim o head_dim"};
const Phrase called{" {0}"};
const Phrase generates_no_tokens{"no genera tokens"};
const Phrase states_no_layers{"no indica capas"};
const Phrase states_no_head_size{"no indica ni head_dim ni hidden_dim"};
const Phrase has_no_heads{"no tiene cabezas de atención"};
const Phrase prefix_too_long{"cached_prefix debe ser menor que el prompt ({0:9} tokens); se dio {1:9}"};

}  // namespace ridgepoint::phrases
