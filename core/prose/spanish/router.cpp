#include "model/phrases/router.hpp"

namespace ridgepoint::phrases {

const Phrase speedup_asked{"La aceleración es de {0:x}; el criterio es más de {1:x}."};
const Phrase error_asked{"La predicción se desvía un {0:.1} %; el criterio es menos de un {1} %."};
const Phrase one_bottleneck_left{"Queda 1 cuello de botella grave; el criterio es ninguno."};
const Phrase bottlenecks_left{"{0} {0:?cuello de botella grave|cuellos de botella graves}; el criterio es ninguno."};
const Phrase steadiness_asked{
    "Con la longitud de secuencia más lenta un token tarda {0:x} lo que con la más rápida; el criterio es como mucho "
    "{1:x}."};
const Phrase not_measured{"no medido"};

const Phrase too_short_for_clock{
    "La ejecución es demasiado corta para el reloj, cuyos pasos son {0}: una medida debe abarcar {1} de ellos. Lo que "
    "falta aquí no se ha medido; con más muestras se mide."};
const Phrase steps_unseen{"inapreciables"};
const Phrase off_prediction{
    "Aviso: la predicción se desvía un {0:.1} %. Vuelva a calibrar con más repeticiones y sin nada más en marcha."};
const Phrase price_of_speedup{
    "El {0:#%} de las decisiones no son las de la red de compuertas, y las salidas difieren un {1:#%}: ese es el "
    "precio de la aceleración."};
const Phrase text_read_again{
    "El texto es más corto que las muestras y se ha leído {0:3} veces, así que cada token parece más frecuente de lo "
    "que es."};
const Phrase not_utf8{"{0:9} bytes del texto no son UTF-8 y se han leído como U+FFFD."};
const Phrase what_times_are_of{
    "Los tiempos son de un hilo y de vectores de cuatro números, igual en nativo que en WebAssembly. La capa no tiene "
    "atención, así que el tiempo por token debería ser el mismo con cualquier longitud."};

}  // namespace ridgepoint::phrases
