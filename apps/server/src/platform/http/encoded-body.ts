import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, brotliCompressSync, constants, gzip, gzipSync } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { BackgroundLane } from '../background-lane.ts';
import { chooseEncoding, type Encoding, matchesEtag } from './negotiation.ts';

/** The bytes of an answer, ready to be sent any number of times. */
export interface PreparedBody {
  /** Names the content (and `mark`, where one was given), whatever its encoding. */
  readonly etag: string;
  readonly plain: Buffer;
  /**
   * The bytes in an encoding: compressed when first asked for, once for all who ask, and replaced
   * by better compressed ones later. The plain ones where compressing is not worth it.
   */
  encoded(encoding: Encoding): Buffer | Promise<Buffer>;
}

/** Below this a compressed answer is hardly smaller, and headers weigh more than it saves. */
const WORTH_COMPRESSING = 512;
/**
 * Up to this the way to another thread and back takes longer than the compressing: 0.1 ms here,
 * 0.25 there.
 */
const AT_ONCE = 12_000;

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);

export interface PreparedBodyOptions {
  /**
   * Brotli's effort, 0 to 11, for the bytes that are sent in the long run: compressed once for all
   * who will ask.
   */
  readonly effort: number;
  /** Names the content together with the bytes. */
  readonly mark?: string;
  /**
   * Where the dear compression is made. Until it is done, a fast one is sent: whoever asks first
   * does not wait for it. Without it (an answer that is not kept) the fast one is all there is.
   */
  readonly background?: BackgroundLane | undefined;
}

/** Makes a body that can be sent in any encoding; see {@link PreparedBody}. */
export function prepareBody(
  plain: Buffer,
  { effort, mark = '', background }: PreparedBodyOptions,
): PreparedBody {
  const etag = `"${createHash('sha256').update(plain).update(mark).digest('base64url').slice(0, 22)}"`;
  const ready: Partial<Record<Encoding, Buffer | Promise<Buffer>>> = { identity: plain };
  const improved = new Set<Encoding>();

  /** Once for each encoding; where the lane is full, the next one who asks tries again. */
  function improve(encoding: Encoding): void {
    if (!background || improved.has(encoding)) return;
    const isTaken = background.add(async () => {
      ready[encoding] = await compress(plain, encoding, best(effort));
    });
    if (isTaken) improved.add(encoding);
  }

  return {
    etag,
    plain,
    encoded(encoding) {
      if (encoding === 'identity' || plain.length < WORTH_COMPRESSING) return plain;
      const known = ready[encoding];
      if (known) {
        if (plain.length > AT_ONCE) improve(encoding);
        return known;
      }
      if (plain.length <= AT_ONCE) {
        const bytes = compressAtOnce(plain, encoding, best(effort));
        ready[encoding] = bytes;
        return bytes;
      }
      const coming = compress(plain, encoding, FAST).then((bytes) => {
        ready[encoding] = bytes;
        improve(encoding);
        return bytes;
      });
      ready[encoding] = coming;
      // What failed is tried again by the next one who asks.
      coming.catch(() => delete ready[encoding]);
      return coming;
    },
  };
}

interface Levels {
  readonly brotli: number;
  readonly gzip: number;
}

/** A tenth of the time of the dear ones, a seventh more bytes. */
const FAST: Levels = { brotli: 4, gzip: 2 };
const best = (effort: number): Levels => ({ brotli: effort, gzip: 7 });

const brotliOptions = (plain: Buffer, effort: number) => ({
  params: {
    [constants.BROTLI_PARAM_QUALITY]: effort,
    [constants.BROTLI_PARAM_SIZE_HINT]: plain.length,
  },
});

function compress(plain: Buffer, encoding: Encoding, levels: Levels): Promise<Buffer> {
  return encoding === 'br'
    ? brotli(plain, brotliOptions(plain, levels.brotli))
    : zip(plain, { level: levels.gzip });
}

function compressAtOnce(plain: Buffer, encoding: Encoding, levels: Levels): Buffer {
  return encoding === 'br'
    ? brotliCompressSync(plain, brotliOptions(plain, levels.brotli))
    : gzipSync(plain, { level: levels.gzip });
}

/**
 * What it takes in memory, about: the plain bytes, both compressed forms, and what holds them
 * together.
 */
export function weightOf({ plain }: PreparedBody): number {
  return Math.ceil(plain.length * 1.5) + 1024;
}

/** Sends a body in the best encoding that the request allows. */
export function sendBody(
  request: FastifyRequest,
  reply: FastifyReply,
  body: PreparedBody,
): FastifyReply | Promise<FastifyReply> {
  const encoding = chooseEncoding(request.headers['accept-encoding']);
  reply.header('vary', 'accept-encoding');
  const bytes = body.encoded(encoding);
  return bytes instanceof Promise
    ? bytes.then((compressed) => send(reply, body, encoding, compressed))
    : send(reply, body, encoding, bytes);
}

function send(
  reply: FastifyReply,
  { plain }: PreparedBody,
  encoding: Encoding,
  bytes: Buffer,
): FastifyReply {
  if (bytes !== plain) reply.header('content-encoding', encoding);
  return reply.header('content-length', bytes.length).send(bytes);
}

/** Answers 304 where the request has the body already, and `undefined` where it is to be sent. */
export function sendNotModified(
  request: FastifyRequest,
  reply: FastifyReply,
  { etag }: PreparedBody,
): FastifyReply | undefined {
  reply.header('etag', etag);
  if (!matchesEtag(request.headers['if-none-match'], etag)) return undefined;
  return reply.header('vary', 'accept-encoding').code(304).send();
}
