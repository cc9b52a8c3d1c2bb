import type { Server, ServerResponse } from 'node:http';
import { setImmediate as turn } from 'node:timers/promises';
import type { Drain } from '../drain.ts';
import type { Connections } from './connections.ts';

/** A turn of the event loop that is shorter leaves no time for a connection to arrive unseen. */
const SHORT_TURN_MS = 0.3;
const GIVE_UP_MS = 1000;
const CLOSE_IDLE_EVERY_MS = 50;
/** How long a request in flight, or one that has not arrived, delays the stop. */
const CLOSE_ALL_AFTER_MS = 20_000;

/** What a server needs to know of the stop of its process. */
export type DrainOfServer = Pick<Drain, 'lastRequests'>;

/**
 * Lets a server close so that no proxy sends a call into a connection that closes: it must not
 * repeat the call (Interfaces 'Start and stop'). Returns how to wait, before closing, for a turn of
 * the event loop in which no connection arrived; that is a second at most.
 *
 * Connections are kept until the listener has closed. Were each to end with its answer before, each
 * call would come on a new one, and the system resets those that it has established and the process
 * has not accepted when the listener closes. Then each connection ends with its next answer, and
 * those without one are closed. A client that sends or reads too slowly is cut off, because an
 * orchestrator kills a process that does not end.
 */
export function closeInOrder(
  server: Server,
  connections: Pick<Connections, 'answers'>,
  drain: DrainOfServer | undefined,
): () => Promise<void> {
  const close = server.close.bind(server);
  const closeIdle = server.closeIdleConnections.bind(server);
  let isIdleOver = false;
  // Node and Fastify call this when the listener closes.
  server.closeIdleConnections = () => {
    if (isIdleOver) closeIdle();
  };
  // Node then sends `Connection: close`: the client's next request goes to another process.
  const end = (answer: ServerResponse): void => {
    if (!answer.headersSent) answer.shouldKeepAlive = false;
  };
  const closeConnections = async (): Promise<void> => {
    connections.answers().forEach(end);
    server.prependListener('request', (_, answer) => end(answer));
    const all = setTimeout(() => server.closeAllConnections(), CLOSE_ALL_AFTER_MS);
    let idle: NodeJS.Timeout | undefined;
    let isOver = false;
    server.once('close', () => {
      isOver = true;
      clearTimeout(all);
      clearInterval(idle);
    });
    await drain?.lastRequests();
    isIdleOver = true;
    if (isOver) return;
    closeIdle();
    idle = setInterval(closeIdle, CLOSE_IDLE_EVERY_MS);
  };
  server.close = (callback) => {
    if (server.listening) void closeConnections();
    return close(callback);
  };
  return watchArrivals(server);
}

/** Counts connections of a server; returns how to wait until none arrives. */
function watchArrivals(server: Server): () => Promise<void> {
  let connections = 0;
  server.on('connection', () => connections++);
  return async () => {
    const giveUp = performance.now() + GIVE_UP_MS;
    for (let now = performance.now(); server.listening && now < giveUp; ) {
      const [before, began] = [connections, now];
      await turn();
      now = performance.now();
      if (connections === before && now - began < SHORT_TURN_MS) return;
    }
  };
}
