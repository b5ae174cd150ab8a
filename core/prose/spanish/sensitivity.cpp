#include "model/phrases/sensitivity.hpp"

namespace ridgepoint::phrases {

const std::array<Phrase, knob_count> knobs{{{"la velocidad de pico en FLOP/s"},
                                            {"el ancho de banda de memoria"},
                                            {"la capacidad de memoria"},
                                            {"el enlace con el host"},
                                            {"la sobrecarga de despacho"},
                                            {"la sobrecarga por capa"},
                                            {"la eficiencia"},
                                            {"los enlaces entre dispositivos"},
                                            {"la latencia de los enlaces entre dispositivos"}}};

const Phrase target{"el objetivo {0}"};
const Phrase capacity_binds{
    "Lo que limita es la capacidad de memoria: {0} no caben en {1}; hace falta la memoria de {2:9} "
    "dispositivos como mínimo. Aparte de la capacidad, lo que más influye en el tiempo es {3}, con una elasticidad de "
    "{4:.2}."};
const Phrase host_binds{
    "Lo que limita es el lanzamiento desde el host: un 1 % más de host_launch_s cambia el tiempo en un {0:.2} %. El "
    "dispositivo espera a su host: nada más lo cambiaría."};
const Phrase rate_binds{
    "Lo que limita es {0}: un 1 % más cambia el tiempo en un {1:.2} %. FLOP/s de pico: {2:.2}; ancho de banda de "
    "memoria: {3:.2}{4}."};
const Phrase and_knob{"; {0}: {1:.2}"};
const Phrase binds{
    "Lo que limita es {0}: un 1 % más cambia el tiempo en un {1:.2} %. Una aritmética o una memoria más rápidas "
    "cambiarían poco."};

const Phrase delta_is_zero{"delta no puede ser 0"};

}  // namespace ridgepoint::phrases
