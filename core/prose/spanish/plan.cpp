#include "model/phrases/plan.hpp"

namespace ridgepoint::phrases {

const Phrase in_plan_of_serving{"un plan de servicio"};
const Phrase in_plan_of_training{"un plan de entrenamiento"};

const Phrase unknown_price{"candidates: no se conoce el precio de {0}; indíquelo en prices"};
const Phrase unknown_precision{"cada una de precisions debe ser una de {0:,}; se dio {1}"};
const Phrase given_twice{"{0}: {1} se dio dos veces"};
const Phrase days_with_tokens{
    "demand.tokens y demand.days van juntos: se dan ambos para entrenar, ninguno para servir"};

const Phrase plan_weights{"cada dispositivo guardaría {0} de pesos y tiene {1} de memoria"};
const Phrase plan_no_room{"con {0} de pesos, cada dispositivo solo tiene sitio para {1:3} de una secuencia"};
const Phrase plan_slow_alone{"un token tarda {0} incluso con una sola secuencia; el límite es {1}"};
const Phrase plan_too_few{"cada copia recibiría {0:4} peticiones por segundo y solo puede atender {1:4}"};
const Phrase plan_slow{"{0} entre tokens con {2:3} secuencias en un paso; el límite es {1}"};
const Phrase plan_late{"{0} hasta el primer token; el límite es {1}"};
const Phrase plan_simulated{"la estimación cumple los límites; en la simulación, más del {0:.0%} de las peticiones no"};
const Phrase plan_after_deadline{"tarda {0}; el límite es {1}"};
const Phrase plan_training_room{"necesita al menos {0} en cada dispositivo, y pueden usarse {1}"};
const Phrase plan_batch{"un lote de {0:9} secuencias no se reparte por igual entre {1:9} copias"};

const Phrase plan_prices{
    "Los precios son supuestos: los que usted indique y, si no, tarifas bajo demanda del día indicado, no ofertas, sin "
    "red, almacenamiento ni descuentos. Los dispositivos sin precio conocido quedan fuera."};
const Phrase plan_nothing{
    "Ninguna disposición de hasta {0:#} {0:?dispositivo|dispositivos} satisface la demanda; se muestran las que más se "
    "acercan."};
const Phrase plan_estimates{
    "La más barata se simuló como hace load; las demás del frente son estimaciones en régimen estacionario."};
const Phrase plan_many_simulations{
    "Se simularon {0:9} disposiciones y ninguna cumplió los límites; la más barata es una estimación."};

const Phrase plan_not_simulated{
    "Sin límites de tiempo no se simuló ninguna: todas son estimaciones en régimen estacionario."};
const Phrase plan_global_batch{"Un paso lleva {0:#} {0:?secuencia|secuencias}: el lote global."};

const Phrase plan_looked{
    "De {0:#} {0:?disposición|disposiciones} de hasta {1:#} {1:?dispositivo|dispositivos}, {2:#} "
    "{2:?satisface|satisfacen} la demanda según la estimación."};
const Phrase plan_cheapest{
    "La más barata es {0:9} × {1}, tensor {2:9}, pipeline {3:9}, data {4:9}: {5:.2} USD por hora."};
const Phrase plan_next_cheaper{
    "Entre lo más barato, {0:9} × {1} por {2:.2} USD la hora es lo que más se acerca, pero no basta: {3}."};
const Phrase plan_nearest{"{0:9} × {1} por {2:.2} USD la hora es lo que más se acerca, pero no basta: {3}."};
const Phrase plan_none_cheaper{"No hay ninguna disposición más barata."};

}  // namespace ridgepoint::phrases
