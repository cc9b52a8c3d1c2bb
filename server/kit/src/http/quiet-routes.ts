/**
 * Routes that programs ask for all the time, whose single answers say nothing: health checks,
 * scrapes, segments, pictures, heartbeats of players.
 */
const QUIET =
  /^(?:\/healthz\/|\/metrics$|\/media\/[sl]\/|\/media\/check\/|\/pictures\/|\/api\/play\/heartbeat$|\/api\/videos\/log$)/;

const known = new Map<string, boolean>();

/** Whether answers of a route (its pattern) are logged at `debug` and not traced. */
export function isQuiet(route: string): boolean {
  let quiet = known.get(route);
  if (quiet === undefined) {
    quiet = QUIET.test(route);
    known.set(route, quiet);
  }
  return quiet;
}
