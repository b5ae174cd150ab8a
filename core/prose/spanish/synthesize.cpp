#include "model/phrases/synthesize.hpp"

namespace ridgepoint::phrases {

const Phrase remains{"De {1}, {0} se van en sobrecarga; quedan {2} para mover {3} y calcular {4}."};
const Phrase overhead_alone{
    "Solo la sobrecarga tarda {0}, más que el objetivo de {1}: no hay velocidad ni ancho de banda que baste."};
const Phrase remains_in_layout{
    "De {2}, {0} se van en sobrecarga y {1} en la comunicación entre los dispositivos; quedan {3} para mover {4} y "
    "calcular {5}, que es la parte de cada capa que toca a un dispositivo."};
const Phrase overhead_and_links{
    "La sobrecarga tarda {0} y la comunicación entre los dispositivos {1}, de los que {2} son de espera; el objetivo "
    "es {3}. No hay velocidad aritmética ni ancho de banda de memoria que baste."};
const Phrase links_cost_nothing{
    "El número de dispositivos supone que sus velocidades y memorias se suman, y que los enlaces entre ellos no "
    "cuestan nada."};
const Phrase timed_with_room{"Un dispositivo en el que el modelo no cabe se calcula como si tuviera sitio."};
const Phrase unpacking{
    "Desempaquetar los pesos necesita aritmética FP32 vectorial; el dispositivo que se pide tiene {0} FLOP de ella por "
    "cada byte de ancho de banda, como una H100."};
const Phrase power{
    "Cada FLOP de un prompt gasta también energía; el dispositivo que se pide consume {0} W, tanto por cada FLOP de su "
    "velocidad como una H100."};
const Phrase textbook_requirement{
    "Como en el libro de texto: el requisito deja fuera la sobrecarga, las activaciones y la caché KV."};
const Phrase link_assumed{
    "Dentro de nodos de {1:9} se supone un enlace de {0} en un sentido; el de una H100 tiene 450 GB/s (hoja de datos "
    "de NVIDIA). Con enlaces más lentos queda menos del objetivo."};
const Phrase network_between_nodes{"Entre nodos se suponen {0} por dispositivo; una DGX H100 tiene 50 GB/s."};
const Phrase own_links{
    "Los dispositivos del registro se calculan con sus propios enlaces; donde no cumplen el objetivo, se cuentan más "
    "en paralelismo tensorial."};

const Phrase no_prefill{"phase debe ser decode en un modelo que no genera tokens; se dio prefill"};

}  // namespace ridgepoint::phrases
