#include "model/phrases/explain.hpp"

namespace ridgepoint::phrases {

const std::array<Phrase, cause_count> causes{{{"ancho de banda de memoria"},
                                              {"FLOP/s de pico"},
                                              {"capacidad de memoria"},
                                              {"enlace con el host"},
                                              {"sobrecarga"},
                                              {"bytes por valor"},
                                              {"trabajo"},
                                              {"dispositivos y sus enlaces"},
                                              {"contexto"},
                                              {"formato de la caché"},
                                              {"modelo borrador"},
                                              {"llegadas"},
                                              {"planificación"},
                                              {"método de entrenamiento"}}};

const Phrase report_as_text{
    "Análisis diferencial: propuesta frente a referencia\n"
    "  Referencia: {0}: {1}\n"
    "  Propuesta: {3}: {4}\n"
    "  Aceleración: {6:x}{7}{8}\n"
    "  Régimen de la referencia: {2}\n"
    "  Régimen de la propuesta: {5}\n"
    "\n"
    "Análisis: {9}{10}\n"
    "{11}{12}{13}{14}"};
const Phrase factors_as_text{"\nFactores (su producto es la aceleración):\n{0}"};
const Phrase factor_as_text{"  {0:x}  {1}\n"};
const Phrase report_as_markdown{
    "### Análisis diferencial: **{6:x}**{7}{8}\n"
    "\n"
    "| | configuración | latencia | régimen |\n"
    "|:--|:--|--:|:--|\n"
    "| referencia | {0:|} | {1} | {2} |\n"
    "| propuesta | {3:|} | {4} | {5} |\n"
    "\n"
    "{9}{10}\n"
    "{11}{12}{13}{14}"};
const Phrase factors_as_markdown{"\n| factor | cociente |\n|:--|--:|\n{0}"};
const Phrase factor_as_markdown{"| {1} | {0:x} |\n"};
const Phrase note_as_markdown{"\nNota: {0}\n"};
const Phrase paragraph{"\n{0}\n"};
const Phrase configuration{"{0} en {1}{2}, {3}, lote {4}"};
const Phrase several{"{0:9} × "};
const Phrase cut_in{", {0} {1:9}"};
const Phrase custom{"propio"};
const Phrase regime{"{0}"};
const Phrase regime_without_room{"{0} (no cabe)"};

const Phrase nothing_changed{"No ha cambiado nada de lo que depende el paso: ambos lados tardan lo mismo."};
const Phrase same_limit{
    "En ambas configuraciones el paso está {0}, a la misma velocidad: el cociente depende de {1} y de la sobrecarga "
    "por {2}."};
const Phrase memory_to_memory{
    "Ambas configuraciones están limitadas por la memoria: el paso espera bytes, así que la aceleración depende del "
    "ancho de banda y de los bytes que se mueven.{0}"};
const Phrase compute_to_compute{
    "Ambas configuraciones están limitadas por el cómputo: la aceleración depende de la velocidad aritmética y del "
    "trabajo. El ancho de banda de memoria no era lo que limitaba el paso."};
const Phrase overhead_to_overhead{
    "En ambas configuraciones, casi todo el paso se va en despachos y lanzamientos de capas: ayudarían un lote mayor o "
    "kernels fusionados; un dispositivo más rápido, apenas.{0}"};
const Phrase memory_to_compute{
    "El cuello de botella ha pasado de la memoria al cómputo: {0}. Más ancho de banda ya no ayudará; más FLOP/s, o "
    "menos trabajo, sí."};
const Phrase compute_to_memory{
    "El cuello de botella ha pasado del cómputo a la memoria: {0}. Más FLOP/s ya no ayudarán; más ancho de banda, o "
    "menos bytes, sí."};
const Phrase to_overhead{
    "La propuesta es tan rápida que ahora la sobrecarga (despachos y lanzamientos de capas) es el tramo más largo, y "
    "ninguna cifra de la ficha técnica la recupera.{0}"};
const Phrase overhead_to_compute{
    "A la referencia la frenaban los despachos y lanzamientos de capas; a la propuesta la limita el cómputo."};
const Phrase overhead_to_memory{
    "A la referencia la frenaban los despachos y lanzamientos de capas; a la propuesta la limita la memoria."};
const Phrase links_to_links{
    "A ambas configuraciones las limita la comunicación entre sus dispositivos: la aceleración depende de los enlaces "
    "y "
    "del número de dispositivos."};
const Phrase to_links{
    "La comunicación entre los dispositivos es ahora el tramo más largo: enlaces más rápidos, o menos dispositivos, "
    "ayudarían antes que más ancho de banda o FLOP/s."};
const Phrase from_links{
    "A la referencia la limitaba la comunicación entre sus dispositivos; en la propuesta, el paso está {0}."};
const Phrase slower{"La propuesta es más lenta: tarda {0:x} lo que la referencia{1}.{2}"};
const Phrase proposal_does_not_fit{"La propuesta no cabe: de {0}, {1} quedan fuera de su memoria.{2}"};
const Phrase baseline_does_not_fit{"La referencia no cabe: de {0}, {1} quedan fuera de su memoria. La propuesta cabe."};
const Phrase baseline_lacks_capacity{
    "La referencia no cabe: de {0}, {1} quedan fuera de su memoria. La propuesta cabe, así que el cociente mide "
    "capacidad, no velocidad."};
const Phrase neither_fits{
    "Ninguna de las dos configuraciones cabe en su memoria: ambas esperan al enlace con el host, o no pueden "
    "ejecutarse. Primero ayudarían más dispositivos o menos bytes."};

const Phrase of_work{"el trabajo"};
const Phrase of_bytes{"los bytes movidos"};
const Phrase a_sample{"muestra"};
const Phrase a_step{"paso"};
const Phrase arithmetic_counts{" La aritmética también cuenta, pues solo se solapa en parte con la memoria."};
const Phrase vector_units_count{
    " La aritmética adicional de las unidades tensoriales queda ociosa; lo que cuenta como FLOP/s de pico es la "
    "velocidad FP32 de las unidades vectoriales, que desempaquetan pesos y caché."};
const Phrase arithmetic_idles{" La aritmética adicional queda ociosa."};
const Phrase if_host_kept_ahead{
    " Si el host fuera por delante del dispositivo, la propuesta iría a {0:x} la velocidad de la referencia."};
const Phrase memory_wait_shrank{"la espera de la memoria se ha acortado hasta que la aritmética es el tramo más largo"};
const Phrase more_work_a_byte{"hay más trabajo por cada byte"};
const Phrase arithmetic_shrank{"la aritmética se ha acortado hasta que mover los bytes es el tramo más largo"};
const Phrase less_work_a_byte{"hay menos trabajo por cada byte"};
const Phrase capacity_decides{" Aquí decide la capacidad, no la velocidad."};
const Phrase largest_loss{" La mayor pérdida viene de: {0} ({1:x})."};

const Phrase per_sample{" por muestra"};
const Phrase speedup_band{" (nueve de cada diez mediciones: de {0:x} a {1:x})"};
const Phrase both_paces{" Los lotes difieren: la velocidad de la propuesta es {0:x} por muestra y {1:x} por paso."};
const Phrase alone{"El cambio de {0}, por sí solo, daría {1:x}."};
const Phrase bought{"{0:x} en {1}"};
const Phrase bought_unused{"Comprado y sin aprovechar: {0:,}."};
const Phrase next_limit{"Lo que ahora limita la propuesta es {0}: un 1 % más cambia el tiempo en un {1:.2} %{2}."};
const Phrase next_until{"; a {0:x} lo actual, el paso pasa a estar {1}"};
const Phrase of_baseline{"Referencia: {0}"};
const Phrase of_proposal{"Propuesta: {0}"};
const Phrase timed_over_the_link{"Lo que no cabe se calcula como si cruzara el enlace con el host."};
const Phrase textbook_conclusion{"Como en el libro de texto: la conclusión solo mira los regímenes, no lo que cabe."};

}  // namespace ridgepoint::phrases
