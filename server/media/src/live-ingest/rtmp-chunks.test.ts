import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { createChunkReader, type HeldBytes, MESSAGE, writeChunks } from './rtmp-chunks.ts';

const heldBytes = (most = 1_000_000): HeldBytes => ({ bytes: 0, most });

/** A chunk that begins a message of this length on a stream, with its first bytes. */
function beginning(stream: number, length: number, first: number): Buffer {
  const head = Buffer.alloc(12);
  head.writeUInt8(stream, 0);
  head.writeUIntBE(length, 4, 3);
  head.writeUInt8(MESSAGE.video, 7);
  return Buffer.concat([head, Buffer.alloc(first, 7)]);
}
const chunksOf = (size: number) => {
  const payload = Buffer.alloc(4);
  payload.writeUInt32BE(size);
  return writeChunks({ type: MESSAGE.chunkSize, streamId: 0, payload });
};

setFlagsFromString('--expose-gc');
const collectGarbage: () => void = runInNewContext('gc');

/** The bytes in use, without garbage. */
function memory(): number {
  collectGarbage();
  const { arrayBuffers, heapUsed } = process.memoryUsage();
  return arrayBuffers + heapUsed;
}

describe('what a connection holds', () => {
  it('is its messages, however small their chunks are', () => {
    const held = heldBytes();
    const reader = createChunkReader(500_000, held);
    reader.read(chunksOf(1));
    reader.read(beginning(4, 200_000, 1));
    expect(held.bytes).toBe(200_000);
    const before = memory();
    const one = Buffer.from([0xc4, 9]);
    reader.read(Buffer.concat(Array.from({ length: 199_998 }, () => one)));
    expect(memory() - before).toBeLessThan(20_000_000);
    const [message] = reader.read(one);
    expect(message?.payload.length).toBe(200_000);
    expect(message?.payload.subarray(0, 2)).toEqual(Buffer.from([7, 9]));
    expect(held.bytes).toBe(0);
  });

  it('has a limit over all its streams', () => {
    const reader = createChunkReader(500_000, heldBytes());
    reader.read(beginning(4, 300_000, 128));
    expect(() => reader.read(beginning(5, 300_000, 128))).toThrow(RangeError);
  });

  it('has a limit over all connections, and is given back when one ends', () => {
    const held = heldBytes(800_000);
    const [one, other] = [createChunkReader(500_000, held), createChunkReader(500_000, held)];
    one.read(beginning(4, 450_000, 128));
    expect(() => other.read(beginning(4, 450_000, 128))).toThrow('all connections');
    other.close();
    expect(held.bytes).toBe(450_000);
    one.close();
    expect(held.bytes).toBe(0);
  });

  it('is given back when a message is broken off', () => {
    const held = heldBytes();
    const reader = createChunkReader(500_000, held);
    reader.read(beginning(4, 300_000, 128));
    const payload = Buffer.from([0, 0, 0, 4]);
    reader.read(writeChunks({ type: MESSAGE.abort, streamId: 0, payload }));
    expect(held.bytes).toBe(0);
  });
});
