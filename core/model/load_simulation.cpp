#include "load_simulation.hpp"

#include <algorithm>
#include <cmath>
#include <deque>

#include "machine.hpp"
#include "ridgepoint/workload.hpp"

namespace ridgepoint {
namespace {

/// Tokens of a block of the cache: a sequence takes whole blocks (vLLM's default).
constexpr double block = 16;

constexpr std::size_t most_columns = 512;

/// A sequence under way. One that was preempted reads its prompt and what it had written again.
struct Sequence {
    std::size_t request = 0;
    double to_read = 0;  ///< tokens to pass before its next new one
    double read = 0;     ///< of them, done; the shared prefix was there
    double written = 0, to_write = 0;
    double in_blocks = 0, held = 0;  ///< tokens that its blocks have room for, and what those take
    double from_step = 0;            ///< the first that it may join
    bool before_first = true;        ///< of its request's tokens

    double cached() const { return read + written; }
    bool reading() const { return read < to_read; }
    bool ended() const { return !reading() && written >= to_write; }
};

/// What is under way, added up; of what has just ended only the cache.
struct UnderWay {
    Mixed answers;
    double held = 0, held_next = 0, held_later = 0;  ///< cache: now, after a token more, when all prompts are read
};

class Server {
public:
    Server(const LoadRequest& r, const MixedSteps& steps, std::vector<Served> arrivals, double users, bool columns)
        : r_(r),
          steps_(steps),
          model_(*r.serving.model),
          users_(users),
          columns_(columns),
          room_(steps.room_in_reach()) {
        out_.requests = std::move(arrivals);
    }

    Simulated run() {
        while (ended_ < out_.requests.size()) {
            arrive();
            if (ended_ == out_.requests.size()) break;
            const Mixed pass = schedule();
            if (pass.answers + pass.prompts == 0) wait_for_arrival();
            else iterate(pass);
        }
        out_.end = now_;
        return std::move(out_);
    }

private:
    double waiting() const { return static_cast<double>(queue_.size()); }
    double in_system() const { return waiting() + static_cast<double>(running_.size()); }

    void arrive() {
        if (users_ > 0 && r_.duration && now_ > in_si(*r_.duration))
            out_.requests.erase(out_.requests.begin() + arrived_, out_.requests.end());
        const auto& all = out_.requests;
        while (arrived_ < all.size() && all[arrived_].arrival <= now_ &&
               (users_ == 0 || static_cast<double>(arrived_ - ended_) < users_)) {
            if (users_ > 0) out_.requests[arrived_].arrival = now_;
            queue_.push_back({.request = arrived_,
                              .to_read = all[arrived_].prompt,
                              .read = r_.shared_prefix_tokens,
                              .from_step = out_.iterations + steps_ahead_});
            ++arrived_;
        }
    }

    void wait_for_arrival() { pass_time(out_.requests[arrived_].arrival - now_); }

    void pass_time(double seconds) {
        out_.waiting_time += waiting() * seconds;
        out_.system_time += in_system() * seconds;
        now_ += seconds;
        // Requests that came meanwhile wait from then on.
        for (std::size_t i = arrived_; users_ == 0 && i < out_.requests.size(); ++i) {
            const double since = now_ - out_.requests[i].arrival;
            if (since <= 0) break;
            out_.waiting_time += since;
            out_.system_time += since;
        }
    }

    static double whole_blocks(double tokens) { return std::ceil(tokens / block) * block; }

    /// The cache that a sequence of so many tokens takes, over all layers, and its states; a prefix that all share is
    /// held once. Not put in where it is asked for, which would be a download's 0.2 kB for no time.
    [[gnu::noinline]] double held(double tokens) const { return in_reach_(whole_blocks(tokens)) - shared_reach_; }

    /// That of one under way, with more tokens if it is being answered.
    double held(const Sequence& s, double more_tokens) const {
        return held(s.cached() + (s.reading() ? 0 : more_tokens));
    }

    bool fits(double used, const Sequence& s) const { return used + held(s.to_read + 1) <= room_; }

    /// The latest give their places back until one more token of each answer fits.
    void preempt() {
        if (under_way_.held_next <= room_) return;
        // The cache of the first so many is what is in use once all later ones are gone.
        double used = shared_reach_;
        std::size_t kept = 0;
        for (; kept < running_.size(); ++kept) {
            used += held(running_[kept], 1);
            if (kept > 0 && used > room_) break;
        }
        for (; running_.size() > kept; ++out_.preemptions) {
            Sequence last = running_.back();
            running_.pop_back();
            last.to_read = out_.requests[last.request].prompt + last.written;
            last.read = r_.shared_prefix_tokens;
            last.in_blocks = 0;
            queue_.push_front(last);
        }
        add_up();
    }

    /// In one pass, which is most of what a simulation takes.
    void add_up() {
        UnderWay sum = none_;
        double count = 0;
        for (Sequence& s : running_) {
            const double tokens = s.cached();
            if (tokens > s.in_blocks) {
                s.in_blocks = whole_blocks(tokens);
                s.held = held(tokens);
            }
            sum.held += s.held;
            if (s.ended()) continue;
            if (s.reading()) {
                sum.held_next += s.held;
                sum.held_later += held(s.to_read + 1);
                continue;
            }
            const double next = tokens + 1 > s.in_blocks ? held(tokens + 1) : s.held;
            sum.held_next += next;
            sum.held_later += next;
            sum.answers.context_reach += in_reach_(tokens);
            ++count;
        }
        sum.answers.answers = count;
        under_way_ = sum;
    }

    void begin(double& used) {
        Sequence next = queue_.front();
        queue_.pop_front();
        Served& request = out_.requests[next.request];
        if (request.begun < 0) request.begun = out_.last_begun = now_;
        next.written = 0;
        // What was written before a preemption is passed through the model again.
        next.to_write = request.output - (next.to_read - request.prompt);
        used += held(next.to_read + 1);
        running_.push_back(next);
        out_.largest_batch = std::max(out_.largest_batch, running_.size());
    }

    bool may_begin(double used) const {
        const bool planned = !queue_.empty() && (idle_ || queue_.front().from_step <= out_.iterations);
        return planned && static_cast<double>(running_.size()) < r_.max_batch && fits(used, queue_.front());
    }

    /// Room for what is under way to be read to its end, where somebody waits for what is left.
    double promised() const { return queue_.empty() ? 0 : under_way_.held_later; }

    Mixed schedule() {
        parts_.clear();
        idle_ = running_.empty();
        preempt();
        if (r_.static_batches) return static_batch();
        return chunks_ ? chunks() : whole_prompts();
    }

    Mixed static_batch() {
        if (running_.empty()) {
            // None is preempted, so each begins with room for its whole answer.
            double used = shared_reach_, begun = 0;
            while (may_begin(begun) && (running_.empty() || used + whole(queue_.front()) <= room_)) {
                used += whole(queue_.front());
                begin(begun);
            }
        }
        const bool reading =
            std::any_of(running_.begin(), running_.end(), [](const Sequence& s) { return s.reading(); });
        return reading ? prompts(unbounded) : under_way_.answers;
    }

    double whole(const Sequence& s) const { return held(s.to_read + out_.requests[s.request].output); }

    Mixed whole_prompts() {
        double used = promised(), tokens = 0;
        while (may_begin(used)) {
            const double more = queue_.front().to_read - queue_.front().read;
            if (tokens > 0 && tokens + more > r_.max_batched_tokens) break;
            tokens += more;
            begin(used);
        }
        return tokens > 0 ? prompts(unbounded) : under_way_.answers;
    }

    Mixed chunks() {
        Mixed pass = under_way_.answers;
        double budget = std::fmax(r_.max_batched_tokens - pass.answers, pass.answers > 0 ? 0 : 1), used = promised();
        for (std::size_t i = 0; budget > 0; ++i) {
            if (i == running_.size()) {
                if (!may_begin(used)) break;
                begin(used);
            }
            budget -= read(running_[i], budget, pass);
        }
        return pass;
    }

    Mixed prompts(double budget) {
        Mixed pass;
        for (Sequence& s : running_) read(s, budget, pass);
        return pass;
    }

    /// Adds a part of the prompt to the step. Answers its tokens.
    double read(Sequence& s, double budget, Mixed& pass) {
        const double tokens = std::fmin(s.to_read - s.read, budget);
        if (tokens <= 0) return 0;
        ++pass.prompts;
        pass.prompt_tokens += tokens;
        pass.prompt_pairs += causal_pairs(model_, tokens, s.read);
        pass.prompt_reach += s.read > 0 ? in_reach_(s.read) : 0;
        if (s.read + tokens >= s.to_read) ++pass.prompts_ended;
        parts_.push_back({static_cast<std::size_t>(&s - running_.data()), tokens});
        return tokens;
    }

    void iterate(const Mixed& pass) {
        const Step step = steps_.step(pass);
        const Machine<>& machine = steps_.machine(pass);
        Timing<> t = time_step(step, machine);
        t.latency = t.latency + steps_.sampling_time(pass);
        const double stages = r_.parallel.pipeline, working = std::fmin((pass.answers + pass.prompts) / stages, 1);
        if (const auto joules = step_energy(*r_.serving.hardware, r_.serving.assumptions, step, machine, t, working))
            out_.joules += in_si(*joules);
        ++out_.iterations;
        out_.sequences += pass.answers + pass.prompts;
        const Seconds<> host = steps_.host_time(pass), whole = t.latency + host;
        out_.busy += in_si(whole);
        if (in_si(t.links + host) > 0) {
            for (const Sequence& s : running_) {
                Idle& idle = s.before_first ? out_.before_first : out_.between_tokens;
                idle.links += in_si(t.links);
                idle.host += in_si(host);
            }
        }
        out_.device += in_si(t.latency);
        pass_time(in_si(whole));
        const bool answered = pass.answers > 0;
        for (std::size_t i = 0; i < running_.size() && answered; ++i)
            if (!running_[i].reading()) write(running_[i]);
        for (const auto& [place, tokens] : parts_) {
            Sequence& s = running_[place];
            s.read += tokens;
            if (!s.reading()) write(s);
        }
        // The token that ends a prompt takes its place in the next step, before which the latest gives its own back.
        add_up();
        const double used = std::fmin(under_way_.held / room_, 1);
        out_.cache_peak = std::fmax(out_.cache_peak, used);
        if (columns_) keep_column(used);
        end_answers();
    }

    void write(Sequence& s) {
        ++s.written;
        if (s.before_first) out_.requests[s.request].first_token = now_;
        s.before_first = false;
        if (s.ended()) out_.requests[s.request].finished = now_;
    }

    void end_answers() {
        const std::size_t before = running_.size();
        std::erase_if(running_, [](const Sequence& s) { return s.ended(); });
        ended_ += before - running_.size();
    }

    /// Every so many iterations; twice as many whenever the columns are full.
    void keep_column(double used) {
        if (static_cast<std::size_t>(out_.iterations) % stride_ != 0) return;
        Timeline& t = out_.timeline;
        t.time.push_back(now_);
        t.batch.push_back(static_cast<double>(running_.size()));
        t.waiting.push_back(waiting());
        t.cache.push_back(used);
        if (t.time.size() < most_columns) return;
        for (std::vector<double>* column : {&t.time, &t.batch, &t.waiting, &t.cache}) {
            for (std::size_t i = 0; 2 * i + 1 < column->size(); ++i) (*column)[i] = (*column)[2 * i + 1];
            column->resize(column->size() / 2);
        }
        stride_ *= 2;
    }

    const LoadRequest& r_;
    const MixedSteps& steps_;
    const Model& model_;
    double users_;
    bool columns_, chunks_ = chunks_prompts(r_);
    double room_;
    double steps_ahead_ = server_rates(r_).steps_ahead;
    TokensInReach in_reach_ = steps_.in_reach();
    double shared_reach_ = in_reach_(std::floor(r_.shared_prefix_tokens / block) * block) - in_reach_(0);
    UnderWay none_{{}, shared_reach_, shared_reach_, shared_reach_}, under_way_ = none_;
    Simulated out_;
    std::deque<Sequence> queue_;
    std::vector<Sequence> running_;
    std::vector<std::pair<std::size_t, double>> parts_;  ///< of running prompts, tokens to be read in this step
    std::size_t arrived_ = 0, ended_ = 0, stride_ = 1;
    double now_ = 0;
    bool idle_ = true;  ///< before this step: nothing was planned
};

}  // namespace

Simulated simulate(const LoadRequest& r, const MixedSteps& steps, std::vector<Served> arrivals, double users,
                   bool columns) {
    return Server(r, steps, std::move(arrivals), users, columns).run();
}

}  // namespace ridgepoint
