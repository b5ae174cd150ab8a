#include "model/phrases/route.hpp"

namespace ridgepoint::phrases {

const Phrase amdahl{
    "Ley de Amdahl: el enrutamiento es el {0:#%} de la referencia; acelerado {1:x}, da {2:x}; si no tardara nada, "
    "{3:x}."};
const Phrase scaled{"La distribución suma {0} % y se escala a 100."};
const Phrase out_of_reach{
    "Ninguna distribución alcanza {0}×: los expertos y el camino más barato tardan {1} de {2} µs, una cota de {3:x4}."};
const Phrase learned_for_target{"{0:4%} por el camino aprendido: con más no se alcanza el objetivo."};
const Phrase learned_as_allowed{"{0:4%} por el camino aprendido: no se permite más."};

const Phrase gates{
    "Ley de Amdahl: las compuertas son el {0:#%} de un paso (lanzarlas, el {1:#%}), así que saltárselas gana como "
    "mucho {2:x4}."};
const Phrase gates_cannot_pay{
    "Ley de Amdahl: las compuertas son el {0:#%} de un paso (lanzarlas, el {1:#%}), así que saltárselas gana como "
    "mucho {2:x4}: no compensa."};
const Phrase launches{
    "De los {0} lanzamientos que se suponen a una capa con expertos, {1} son de su compuerta; una consulta es uno."};

const Phrase skip_less{"Las consultas cuestan más de lo que ahorran: conviene saltarse menos enrutadores, o ninguno."};
const Phrase learn_less{"Bajar el umbral de frecuencia de {0} a {1} o subir el de entropía de {2} a {3}."};
const Phrase learn_by_frequency{"Bajar el umbral de frecuencia de {0} a {1}."};
const Phrase learn_by_entropy{"Subir el umbral de entropía de {0} a {1}."};
const Phrase learn_no_less{
    "Con ningún umbral se saltan más tokens la red de compuertas: los demás aparecen demasiado pocas veces."};
const Phrase cache_more{"Subir el tamaño de la caché de {0} a {1} o el tiempo de vida de {2} a {3} s."};
const Phrase cheaper_look_up{"Abaratar la consulta a la caché: el tiempo de un token varía con la longitud."};

const Phrase not_100{"distribution_pct debe sumar 100 ± 0,5; se dio {0}"};
const Phrase no_mixture{
    "model debe ser una mezcla de expertos con experts, experts_per_token, active_parameters, layers y hidden_dim; se "
    "dio {0}"};
const Phrase one_without{"uno sin ellos"};
const Phrase mixture_too_small{"model debe tener más pesos y FLOP que sus compuertas y expertos por sí solos"};
const Phrase token_too_slow{
    "hardware debe hacer cada parte de un token en 1e9 us como mucho; se dio uno que tarda {0} us"};

}  // namespace ridgepoint::phrases
