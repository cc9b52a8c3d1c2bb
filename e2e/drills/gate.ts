// The way to the carrier, where a drill holds a request back for as long as it needs.
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { freePort } from '../../scripts/free-ports.ts';

/** A request that the gate passed on. */
interface Passed {
  readonly method: string;
  readonly path: string;
}

/** A request, or its answer, that is held. */
export interface Held {
  /** Resolves when it has come: its process now waits for the answer. */
  readonly arrived: Promise<void>;
  /** Lets it, and all that come after it, go on. A request whose process is gone ends here. */
  release(): void;
}

export interface Gate {
  readonly url: string;
  readonly passed: readonly Passed[];
  /** Where requests are passed to; until then they fail. */
  leadTo(url: string): void;
  /**
   * Holds the next requests with this method and path. `before`: the carrier never sees them while
   * they are held; `after`: it does what they ask, and its answer is held.
   */
  hold(method: string, path: RegExp, when: 'before' | 'after'): Held;
  close(): Promise<void>;
}

interface Holding {
  readonly method: string;
  readonly path: RegExp;
  readonly when: 'before' | 'after';
  readonly arrive: () => void;
  readonly released: Promise<void>;
}

/** Starts the gate. */
export async function startGate(): Promise<Gate> {
  const passed: Passed[] = [];
  let target: URL | undefined;
  let holding: Holding | undefined;

  const wait = async (when: Holding['when'], incoming: IncomingMessage): Promise<void> => {
    const { method, url = '' } = incoming;
    const held = holding;
    if (held?.when !== when || held.method !== method || !held.path.test(url)) return;
    held.arrive();
    await held.released;
  };

  const pass = async (incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> => {
    const { method = 'GET', url: path = '/', headers } = incoming;
    await wait('before', incoming);
    if (incoming.socket.destroyed || !target) return void outgoing.destroy();
    passed.push({ method, path });
    const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
    const asked = request(new URL(path, target), { method, headers });
    asked.once('response', resolve).once('error', reject);
    incoming.pipe(asked);
    const answer = await promise;
    await wait('after', incoming);
    outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
    answer.pipe(outgoing);
  };

  const server = createServer((incoming, outgoing) => {
    pass(incoming, outgoing).catch(() => outgoing.destroy());
  });
  const port = await freePort();
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  server.once('error', reject).listen({ port, host: '127.0.0.1' }, resolve);
  await promise;
  return {
    url: `http://127.0.0.1:${port}`,
    passed,
    leadTo: (url) => {
      target = new URL(url);
    },
    hold: (method, path, when) => {
      const came = Promise.withResolvers<void>();
      const free = Promise.withResolvers<void>();
      holding = { method, path, when, arrive: came.resolve, released: free.promise };
      return {
        arrived: came.promise,
        release: () => {
          holding = undefined;
          free.resolve();
        },
      };
    },
    close: async () => {
      const closed = new Promise((done) => server.close(done));
      server.closeAllConnections();
      await closed;
    },
  };
}
