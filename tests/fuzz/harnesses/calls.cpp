// Requests of every call, made by the descriptions: an answer or an error in words. Then the same request with some of
// its characters changed, which is most often one no longer.

#include "../harness.hpp"

using namespace ridgepoint;

namespace {

void require_answered(const std::string& call, const std::string& request) {
    const std::string answer = fuzz::answer_to(call, request);
    fuzz::require_json(call == "sweep" ? answer.substr(0, answer.rfind('}') + 1) : answer, request);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
    fuzz::Draw draw({bytes, size});
    const fuzz::Asked asked = fuzz::asked_of(draw, fuzz::registry());
    std::string request = asked.request.dump();
    require_answered(asked.call, request);
    for (int changes = 0; changes < 4 && !draw.is_spent(); ++changes) {
        const std::size_t at = draw.below(std::min<std::size_t>(request.size(), 65536));
        request[at] = static_cast<char>(draw.below(256));
        require_answered(asked.call, request);
    }
    return 0;
}
