import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { type Amf, encodeAmf } from './amf0.ts';
import { MESSAGE, writeChunks } from './rtmp-chunks.ts';

/** A publisher as small as RTMP allows. */
export interface TestPublisher {
  readonly socket: Socket;
  /** What the server has answered so far, as text. */
  answers(): string;
  sends(type: number, payload: Buffer): void;
  command(...values: Amf[]): void;
  closed: Promise<unknown>;
}

/** Connects, shakes hands, and asks to publish under a key. */
export async function publishAs(port: number, key: string): Promise<TestPublisher> {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => undefined);
  const closed = new Promise((resolve) => socket.once('close', resolve));
  let answered = '';
  socket.on('data', (bytes) => {
    answered += bytes.toString('latin1');
  });
  await once(socket, 'connect');
  const sends = (type: number, payload: Buffer) => {
    socket.write(writeChunks({ type, streamId: 1, payload }));
  };
  const command = (...values: Amf[]) => sends(MESSAGE.command, encodeAmf(values));
  socket.write(Buffer.concat([Buffer.from([3]), Buffer.alloc(1536 * 2)]));
  command('connect', 1, { app: 'live' });
  command('createStream', 2, null);
  command('publish', 3, null, key, 'live');
  return { socket, answers: () => answered, sends, command, closed };
}
