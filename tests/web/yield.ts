// Lets Vitest's messages through after each test: tests that calculate without a pause would otherwise keep a worker from
// its answers for a minute on a slow machine, and the run would fail with every test passed.

import { afterEach } from "vitest";

// A timer alone may come before what waits to be read; an immediate after it does not.
afterEach(() => new Promise<void>((done) => setTimeout(() => setImmediate(done))));
