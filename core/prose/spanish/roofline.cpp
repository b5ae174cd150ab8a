#include "model/phrases/roofline.hpp"

namespace ridgepoint::phrases {

const Phrase in_inference{"la inferencia en {0}"};
const Phrase in_training{"el entrenamiento en {0}"};
const Phrase textbook_training{
    "Como en el libro de texto: el paso se calcula con un token por muestra, mientras que su memoria guarda todo el "
    "contexto."};
const Phrase textbook_token{
    "Como en el libro de texto: un token mueve los pesos y, en lugar de su caché, activaciones por el {0:3%} de los "
    "bytes de los pesos; serve cuenta la caché."};
const Phrase textbook_utilization{
    "Como en el libro de texto: HFU es siempre 1,1 veces MFU, y el régimen deja fuera la sobrecarga."};

const Phrase compute_leg{"Cómputo: {0} a {1} ({2:4%} de {3}) tardan {4}."};
const Phrase memory_leg{"Memoria: {0} a {1} tardan {2}."};
const Phrase capacity{"Capacidad: {0} frente a {1}; {2} no caben."};
const Phrase bound{"El paso está {0}: {1} con un lote de {2}.{3}"};
const Phrase partly_hidden{" De la parte más corta, el {0:.0%} se suma a la más larga."};

}  // namespace ridgepoint::phrases
