// Loaded by Node before the product's own code (`--import`): the wall clock of this process is off
// by the seconds in a file, which a drill changes while it runs. The product's code is unchanged.
//
// As where a real clock is set, the monotonic clock, and with it timers, `performance.now` and the
// machine's uptime, runs on, and `performance.timeOrigin` stays what it was at the start. Times of
// files stay true, because the system writes them.
import { readFileSync } from 'node:fs';

/** How soon a change of the file is seen. */
const LOOK_EVERY_MS = 100;

const file = process.env.DRILL_CLOCK_FILE ?? '';
const trueNow = Date.now;
const offsetIn = (): number => Number(readFileSync(file, 'utf8')) * 1000;

let offset = offsetIn();
let lookedAt = performance.now();

function now(): number {
  const at = performance.now();
  if (at - lookedAt >= LOOK_EVERY_MS) {
    lookedAt = at;
    offset = offsetIn();
  }
  return trueNow() + offset;
}

const origin = performance.timeOrigin + offset;
Object.defineProperty(performance, 'timeOrigin', { get: () => origin });

const TrueDate = Date;
TrueDate.now = now;
// Not a subclass: dates that Node itself has made must stay instances of `Date`.
globalThis.Date = new Proxy(TrueDate, {
  construct: (target, words, made) =>
    Reflect.construct(target, words.length === 0 ? [now()] : words, made),
  apply: (target) => new target(now()).toString(),
});
TrueDate.prototype.constructor = globalThis.Date;
