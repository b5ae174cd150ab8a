#include "model/phrases/router.hpp"

namespace ridgepoint::phrases {

const Phrase speedup_asked{"The speedup is {0:x}; the criterion is more than {1:x}."};
const Phrase error_asked{"The prediction is off by {0:.1} %; the criterion is less than {1} %."};
const Phrase one_bottleneck_left{"1 bottleneck of high severity remains; the criterion is none."};
const Phrase bottlenecks_left{"{0} {0:?bottleneck|bottlenecks} of high severity; the criterion is none."};
const Phrase steadiness_asked{
    "A token takes {0:x} as long at the slowest sequence length as at the fastest; the criterion is at most {1:x}."};
const Phrase not_measured{"not measured"};

const Phrase too_short_for_clock{
    "The run is too short for the clock, whose steps are {0}: a timing must span {1} of them. Whatever is missing here "
    "was not measured; take more samples."};
const Phrase steps_unseen{"not visible"};
const Phrase off_prediction{
    "Warning: the prediction is off by {0:.1} %. Calibrate again with more repetitions and nothing else running."};
const Phrase price_of_speedup{
    "The price of the speedup: {0:#%} of the decisions are not the gating network's, and the outputs differ by "
    "{1:#%}."};
const Phrase text_read_again{
    "The text is shorter than the samples and was read {0:3} times over, which makes every token look more frequent "
    "than it is."};
const Phrase not_utf8{"{0:9} bytes of the text are not UTF-8, and were read as U+FFFD."};
const Phrase what_times_are_of{
    "Times are for one thread and vectors of four floats, both natively and in WebAssembly. The layer has no "
    "attention, so the time per token should be the same at every length."};

}  // namespace ridgepoint::phrases
