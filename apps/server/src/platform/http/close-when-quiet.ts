import type { Server } from 'node:http';
import { setImmediate as turn } from 'node:timers/promises';

/** A turn of the event loop that is shorter leaves no time for a connection to arrive unseen. */
const SHORT_TURN_MS = 0.3;
const GIVE_UP_MS = 1000;

/**
 * Closes the listener of a server in a turn of the event loop in which no connection arrived. The
 * system resets connections that it has established and the process has not accepted, and a proxy
 * must not repeat a call that it has sent into one. On a server that is never without connections
 * it closes after a second.
 */
export function closeWhenQuiet(server: Server): void {
  let connections = 0;
  server.on('connection', () => connections++);
  const close = server.close.bind(server);
  const untilQuiet = async (): Promise<void> => {
    const giveUp = performance.now() + GIVE_UP_MS;
    for (let now = performance.now(); now < giveUp; ) {
      const [before, began] = [connections, now];
      await turn();
      now = performance.now();
      if (connections === before && now - began < SHORT_TURN_MS) return;
    }
  };
  server.close = (callback) => {
    void untilQuiet().then(() => close(callback));
    return server;
  };
}
