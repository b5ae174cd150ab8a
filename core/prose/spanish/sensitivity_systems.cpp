#include "model/phrases/sensitivity_systems.hpp"

namespace ridgepoint::phrases {

const std::array<Phrase, compared_names.size()> moved{{{"el tiempo entre tokens"},
                                                       {"el tiempo hasta el primer token"},
                                                       {"el tiempo que ocupa cada token de todas las peticiones"},
                                                       {"el tiempo hasta el último token"}}};
const Phrase moved_step{"el paso"};

const Phrase moves{"Lo que limita es {0}: un 1 % más cambia {1} en un {2:.2} %.{3}"};
const Phrase next_comes{" Después: {0}, {1:.2} %."};
const Phrase nothing_moves{
    "Ninguna propiedad de los dispositivos cambia {0} de forma apreciable: lo fija lo que se les pide, o transcurre "
    "fuera de ellos."};
const Phrase no_room{
    "Lo que limita es la capacidad de memoria: no cabe. Calculado como si cupiera, un 1 % más de {0} cambiaría {1} en "
    "un {2:.2} %."};

const Phrase in_these_elasticities{"estas elasticidades"};
const Phrase too_many_turned{
    "una ejecución de {0:9} pasos se simularía dieciocho veces; puede tener como mucho {1:9}. Pida menos peticiones"};

}  // namespace ridgepoint::phrases
