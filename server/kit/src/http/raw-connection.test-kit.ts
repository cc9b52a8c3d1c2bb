import { connect, type Socket } from 'node:net';

/** The part of the answers that have arrived so far, and whether the connection has ended. */
export interface RawConnection {
  readonly socket: Socket;
  readonly received: () => string;
  /** Resolves with everything that arrived, when the connection has ended in any way. */
  readonly ended: Promise<string>;
}

/** A connection of a client that writes HTTP by hand. A paused one does not read. */
export function openConnection(
  port: number,
  { paused = false }: { readonly paused?: boolean } = {},
): RawConnection {
  const socket = connect(port, '127.0.0.1');
  let received = '';
  socket.setEncoding('latin1').on('data', (text) => {
    received += text;
  });
  if (paused) socket.pause();
  // A reset: what had arrived before counts.
  socket.on('error', () => undefined);
  const ended = new Promise<string>((resolve) => socket.once('close', () => resolve(received)));
  return { socket, received: () => received, ended };
}

/** Writes, and resolves when the system has taken all of it or the connection has ended. */
export async function writeAll({ socket }: RawConnection, bytes: string | Buffer): Promise<void> {
  await new Promise<void>((resolve) => socket.write(bytes, () => resolve()));
}
