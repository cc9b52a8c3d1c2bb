/**
 * The chunk stream of RTMP: cuts a connection's bytes into messages, and back. Every length comes
 * from a stranger, so each has a limit.
 */

export interface RtmpMessage {
  readonly type: number;
  readonly streamId: number;
  /** Milliseconds. */
  readonly timestamp: number;
  readonly payload: Buffer;
}

export const MESSAGE = {
  chunkSize: 1,
  abort: 2,
  acknowledgement: 3,
  windowSize: 5,
  peerBandwidth: 6,
  audio: 8,
  video: 9,
  data: 18,
  command: 20,
} as const;

/** Header bytes of a message after the basic header, by its format. */
const HEADER_BYTES = [11, 7, 3, 0] as const;
const EXTENDED = 0xffffff;
/** A publisher uses four or five. */
const MOST_STREAMS = 16;
const LARGEST_CHUNK = 1_000_000;

interface ChunkStream {
  timestamp: number;
  delta: number;
  length: number;
  type: number;
  streamId: number;
  extended: boolean;
  /** The message under way. */
  payload: Buffer;
  received: number;
}

export interface ChunkReader {
  /** The messages that are complete with these bytes. Throws a RangeError for a broken stream. */
  read(bytes: Buffer): RtmpMessage[];
  /** Sets the most bytes that its messages under way may have from now on. */
  allow(mostBytes: number): void;
  /** Gives back what it holds. */
  close(): void;
}

/** The messages under way of all connections: bytes, and how many they may be. */
export interface HeldBytes {
  bytes: number;
  readonly most: number;
}

/** Reads one connection's chunks; its messages under way have at most `mostBytes`. */
export function createChunkReader(mostBytes: number, held: HeldBytes): ChunkReader {
  const streams = new Map<number, ChunkStream>();
  let limit = mostBytes;
  let own = 0;
  let chunkSize = 128;
  let rest: Buffer = Buffer.alloc(0);

  /** Counts bytes that are held from now on, or no longer. */
  function hold(bytes: number): void {
    own += bytes;
    held.bytes += bytes;
    if (bytes > 0 && own > limit)
      throw new RangeError(`messages of ${own} bytes are under way, more than allowed`);
    if (bytes > 0 && held.bytes > held.most)
      throw new RangeError('the messages of all connections are too large');
  }

  /** Reads one chunk at `at`; undefined while it is incomplete. */
  function chunkAt(at: number): { end: number; message: RtmpMessage | undefined } | undefined {
    const basic = basicHeader(rest, at);
    if (!basic) return undefined;
    const known = streams.get(basic.id);
    if (!known && (basic.format !== 0 || streams.size >= MOST_STREAMS))
      throw new RangeError('a chunk belongs to no message');
    const fixed = HEADER_BYTES[basic.format] as number;
    let body = basic.end + fixed;
    if (rest.length < body) return undefined;
    const time = basic.format === 3 ? undefined : rest.readUIntBE(basic.end, 3);
    const extended = time === undefined ? (known?.extended ?? false) : time === EXTENDED;
    if (extended) body += 4;
    if (rest.length < body) return undefined;
    const stream = known ?? emptyStream();
    const isNew = stream.received === 0;
    const length = basic.format <= 1 ? rest.readUIntBE(basic.end + 3, 3) : stream.length;
    if (!isNew && basic.format !== 3) throw new RangeError('a message is cut off by another one');
    const size = Math.min(chunkSize, length - stream.received);
    if (rest.length < body + size) return undefined;
    streams.set(basic.id, stream);
    if (isNew) {
      const value = extended ? rest.readUInt32BE(body - 4) : (time ?? stream.delta);
      begin(stream, { format: basic.format, at: basic.end, value, length, extended });
    }
    rest.copy(stream.payload, stream.received, body, body + size);
    stream.received += size;
    const isWhole = stream.received === stream.length;
    if (isWhole) hold(-stream.length);
    return { end: body + size, message: isWhole ? finish(stream) : undefined };
  }

  function begin(
    stream: ChunkStream,
    head: { format: number; at: number; value: number; length: number; extended: boolean },
  ): void {
    const { format, at, value, length, extended } = head;
    hold(length);
    stream.length = length;
    stream.payload = Buffer.allocUnsafe(length);
    if (format <= 1) stream.type = rest.readUInt8(at + 6);
    if (format === 0) {
      stream.streamId = rest.readUInt32LE(at + 7);
      stream.timestamp = value;
      stream.delta = 0;
    } else {
      if (format !== 3) stream.delta = value;
      stream.timestamp = (stream.timestamp + stream.delta) >>> 0;
    }
    if (format !== 3) stream.extended = extended;
  }

  function control({ type, payload }: RtmpMessage): void {
    if (type === MESSAGE.chunkSize) {
      const size = payload.readUInt32BE(0);
      if (size < 1 || size > LARGEST_CHUNK) throw new RangeError('the size of chunks is absurd');
      chunkSize = size;
    } else if (type === MESSAGE.abort) {
      const stream = streams.get(payload.readUInt32BE(0));
      if (!stream || stream.received === 0) return;
      hold(-stream.length);
      stream.payload = Buffer.alloc(0);
      stream.received = 0;
    }
  }

  return {
    read(bytes) {
      rest = rest.length > 0 ? Buffer.concat([rest, bytes]) : bytes;
      const messages: RtmpMessage[] = [];
      let at = 0;
      for (let chunk = chunkAt(at); chunk; chunk = chunkAt(at)) {
        at = chunk.end;
        if (!chunk.message) continue;
        control(chunk.message);
        messages.push(chunk.message);
      }
      rest = rest.subarray(at);
      return messages;
    },
    allow(most) {
      limit = most;
    },
    close() {
      hold(-own);
      streams.clear();
    },
  };
}

function emptyStream(): ChunkStream {
  return {
    timestamp: 0,
    delta: 0,
    length: 0,
    type: 0,
    streamId: 0,
    extended: false,
    payload: Buffer.alloc(0),
    received: 0,
  };
}

function finish(stream: ChunkStream): RtmpMessage {
  const { type, streamId, timestamp, payload } = stream;
  stream.payload = Buffer.alloc(0);
  stream.received = 0;
  return { type, streamId, timestamp, payload };
}

/** The format and the id of a chunk; undefined while they are incomplete. */
function basicHeader(
  bytes: Buffer,
  at: number,
): { format: 0 | 1 | 2 | 3; id: number; end: number } | undefined {
  const first = bytes[at];
  if (first === undefined) return undefined;
  const format = (first >> 6) as 0 | 1 | 2 | 3;
  const short = first & 0x3f;
  if (short >= 2) return { format, id: short, end: at + 1 };
  const end = at + 2 + short;
  if (bytes.length < end) return undefined;
  const low = bytes[at + 1] as number;
  return { format, id: 64 + low + (short === 1 ? 256 * (bytes[at + 2] as number) : 0), end };
}

/** Writes a message as chunks of 128 bytes, the size that every client begins with. */
export function writeChunks({
  type,
  streamId,
  payload,
}: Pick<RtmpMessage, 'type' | 'streamId' | 'payload'>): Buffer {
  const id = type === MESSAGE.command ? 3 : 2;
  const head = Buffer.alloc(12);
  head.writeUInt8(id, 0);
  head.writeUIntBE(payload.length, 4, 3);
  head.writeUInt8(type, 7);
  head.writeUInt32LE(streamId, 8);
  const parts: Buffer[] = [head];
  for (let at = 0; at < payload.length; at += 128) {
    if (at > 0) parts.push(Buffer.from([0xc0 | id]));
    parts.push(payload.subarray(at, at + 128));
  }
  return Buffer.concat(parts);
}
