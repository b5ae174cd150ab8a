#include "model/phrases/layout.hpp"

namespace ridgepoint::phrases {

const Phrase heads_do_not_divide{"{0} debe dividir las {2:9} cabezas de atención del modelo; se dio {1:9}"};
const Phrase no_heads{"{0} debe ser {2:9} en un modelo sin cabezas de atención; se dio {1:9}"};
const Phrase too_many_stages{"{0} debe ser como máximo las {2:9} capas del modelo; se dio {1:9}"};
const Phrase no_experts{"{0} debe ser {2:9} en un modelo sin expertos enrutados; se dio {1:9}"};
const Phrase experts_do_not_divide{"{0} debe dividir los {2:9} expertos del modelo; se dio {1:9}"};
const Phrase experts_beyond_group{"{0} debe dividir tensor × data ({2:9}); se dio {1:9}"};

const Phrase beyond_node{
    "El paralelismo tensorial sobre {0:9} dispositivos va más allá de los {1:9} de un nodo, así que cada capa espera a "
    "la red."};
const Phrase cache_copied{
    "La caché KV se puede dividir en {0:9} partes como máximo, así que cada parte está en {2:9} de los {1:9} "
    "dispositivos."};
const Phrase cache_whole{
    "La caché KV de este modelo no se puede dividir, así que cada uno de los {0:9} dispositivos la guarda entera."};
const Phrase one_stage_at_a_time{
    "Con menos secuencias que etapas, solo trabaja a la vez una parte de las {0:9} etapas: un pipeline añade memoria, "
    "no velocidad."};
const Phrase network_assumed{
    "No consta ninguna red entre nodos para {0:,}; se supone {1} por dispositivo, como es habitual en los centros de "
    "datos."};
const Phrase smallest_layout{"Cabe en {0:9} de {3}: tensor {1:9}, pipeline {2:9}."};
const Phrase these_devices{"estos dispositivos"};
const Phrase each_of_both{"cada uno"};

const Phrase and_links{", los enlaces {0}"};
const Phrase links_leg{"Enlaces: la comunicación entre los dispositivos tarda {0}."};
const Phrase of_each_device{"{1} Así en cada uno de los {0:9} dispositivos; las secuencias son las de todos."};
const Phrase of_each{
    "Trabajo, tráfico y memoria son los de cada uno de los {0:9} dispositivos; el lote es el de todos."};

}  // namespace ridgepoint::phrases
