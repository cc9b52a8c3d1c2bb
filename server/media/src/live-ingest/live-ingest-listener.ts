import { createServer, type Server, type Socket } from 'node:net';
import { shortenedAddress } from '@bonisa/kit/http/client-network';
import type { Logger } from 'pino';
import type { HeldBytes } from './rtmp-chunks.ts';
import { createRtmpSession, type MediaMessage, type RtmpHandlers } from './rtmp-session.ts';

/** What the listener does with a publisher. */
export interface Publication {
  take(message: MediaMessage): void;
  /** The publisher has ended (`done`) or was lost. */
  end(how: 'done' | 'lost'): void;
}

export interface ListenerOptions {
  readonly host: string;
  readonly port: number;
  /** Bits a second, mean of ten seconds. */
  readonly mostBitsPerSecond: number;
  /**
   * Begins a publication for a stream key; undefined: a wrong key, or another publisher is there.
   * `close` ends the connection; `network` is the shortened address of the publisher.
   */
  readonly publish: (
    key: string,
    close: (why: string) => void,
    network: string | null,
  ) => Promise<Publication | undefined>;
  readonly logger: Pick<Logger, 'info' | 'warn'>;
}

/** Connections that have not shown a right key. */
const MOST_STRANGERS = 32;
const MOST_STRANGERS_OF_ONE = 4;
const MOST_CONNECTIONS = 64;
/** Messages under way of all connections; a keyframe of 1080p has some 500 kB. */
const MOST_HELD_BYTES = 32_000_000;
/** A publisher names its key at once. */
const KEY_WITHIN_MS = 5000;
/** All commands up to the key; the handshake has 3,073 bytes. */
const MOST_BYTES_OF_A_STRANGER = 16_384;
/** A publisher sends sound several times a second. */
const SILENCE_MS = 8000;
const RATE_SECONDS = 10;

/**
 * Listens for RTMP publishers. A connection costs a small buffer until its stream key is right: no
 * encoder runs, nothing is written, and after five seconds it is closed.
 */
export async function listenForPublishers(options: ListenerOptions): Promise<Server> {
  const strangers = new Map<Socket, string>();
  const held: HeldBytes = { bytes: 0, most: MOST_HELD_BYTES };
  const server = createServer({ noDelay: true }, (socket) => {
    const address = socket.remoteAddress ?? '';
    const ofThis = [...strangers.values()].filter((one) => one === address).length;
    if (strangers.size >= MOST_STRANGERS || ofThis >= MOST_STRANGERS_OF_ONE) {
      socket.destroy();
      return;
    }
    strangers.set(socket, address);
    serve(socket, options, held, () => strangers.delete(socket));
  });
  server.maxConnections = MOST_CONNECTIONS;
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(options.port, options.host, () => {
      server.off('error', reject);
      resolve();
    });
  });
  return server;
}

/** Serves one connection; `onKnown` is called when it is no stranger's any more. */
function serve(
  socket: Socket,
  options: ListenerOptions,
  held: HeldBytes,
  onKnown: () => void,
): void {
  const { logger, publish } = options;
  let publication: Publication | undefined;
  let bytes = 0;
  const rate = createRateLimit(options.mostBitsPerSecond);

  const close = (why: string): void => {
    if (!socket.destroyed) logger.info({ why }, 'a publisher connection is closed');
    socket.destroy();
  };
  const deadline = setTimeout(() => close('no stream key in time'), KEY_WITHIN_MS);
  const handlers: RtmpHandlers = {
    send: (answer) => socket.write(answer),
    onPublish(key) {
      socket.pause();
      publish(key, close, shortenedAddress(socket.remoteAddress ?? '')).then(
        (begun) => {
          if (socket.destroyed) return begun?.end('lost');
          publication = begun;
          session.answer(begun !== undefined);
          if (!begun) {
            socket.end();
            return;
          }
          clearTimeout(deadline);
          onKnown();
          socket.setTimeout(SILENCE_MS, () => close('silence'));
          socket.resume();
        },
        (error: unknown) => {
          logger.warn({ err: error }, 'a live ingest session could not begin');
          socket.destroy();
        },
      );
    },
    onMedia: (message) => publication?.take(message),
    onEnd() {
      publication?.end('done');
      publication = undefined;
      socket.end();
    },
  };
  const session = createRtmpSession(handlers, held);

  socket.on('data', (received) => {
    bytes += received.length;
    if (!publication && bytes > MOST_BYTES_OF_A_STRANGER) return close('too much before the key');
    if (!rate(received.length, performance.now())) return close('above the allowed bit rate');
    try {
      session.take(received);
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
      close(error.message);
    }
  });
  socket.on('error', () => socket.destroy());
  socket.on('close', () => {
    clearTimeout(deadline);
    session.close();
    onKnown();
    publication?.end('lost');
    publication = undefined;
  });
}

/** Whether a connection is within its bit rate, over windows of ten seconds. */
function createRateLimit(mostBitsPerSecond: number): (bytes: number, now: number) => boolean {
  let since = 0;
  let sum = 0;
  return (bytes, now) => {
    if (now - since > RATE_SECONDS * 1000) {
      since = now;
      sum = 0;
    }
    sum += bytes;
    return sum * 8 <= mostBitsPerSecond * RATE_SECONDS;
  };
}
