import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, brotliCompressSync, constants, gzip, gzipSync } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { chooseEncoding, type Encoding, matchesEtag } from './negotiation.ts';

/** The bytes of an answer, ready to be sent any number of times. */
export interface PreparedBody {
  /** Names the content (and `mark`, where one was given), whatever its encoding. */
  readonly etag: string;
  readonly plain: Buffer;
  /** The bytes in an encoding: compressed when first asked for, once for all who ask. The plain ones where compressing is not worth it. */
  encoded(encoding: Encoding): Buffer | Promise<Buffer>;
}

/** Below this a compressed answer is hardly smaller, and headers weigh more than it saves. */
const WORTH_COMPRESSING = 512;
/** Up to this the way to another thread and back takes longer than the compressing: 0.1 ms here, 0.25 there. */
const AT_ONCE = 12_000;

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);

/** `effort`: brotli's, 0 to 11. Compressed once for all who will ask: well, but not so long that the first one notices. */
export function prepareBody(plain: Buffer, { effort, mark = '' }: { effort: number; mark?: string }): PreparedBody {
  const etag = `"${createHash('sha256').update(plain).update(mark).digest('base64url').slice(0, 22)}"`;
  const ready: Partial<Record<Encoding, Buffer | Promise<Buffer>>> = { identity: plain };
  return {
    etag,
    plain,
    encoded(encoding) {
      if (plain.length < WORTH_COMPRESSING) return plain;
      const known = ready[encoding];
      if (known) return known;
      if (plain.length <= AT_ONCE) {
        const bytes = compressAtOnce(plain, encoding, effort);
        ready[encoding] = bytes;
        return bytes;
      }
      const coming = compress(plain, encoding, effort).then((bytes) => {
        ready[encoding] = bytes;
        return bytes;
      });
      ready[encoding] = coming;
      // What failed is tried again by the next one who asks.
      coming.catch(() => delete ready[encoding]);
      return coming;
    },
  };
}

const ZIP = { level: 7 };
const brotliOptions = (plain: Buffer, effort: number) => ({
  params: { [constants.BROTLI_PARAM_QUALITY]: effort, [constants.BROTLI_PARAM_SIZE_HINT]: plain.length },
});

function compress(plain: Buffer, encoding: Encoding, effort: number): Promise<Buffer> {
  return encoding === 'br' ? brotli(plain, brotliOptions(plain, effort)) : zip(plain, ZIP);
}

function compressAtOnce(plain: Buffer, encoding: Encoding, effort: number): Buffer {
  return encoding === 'br' ? brotliCompressSync(plain, brotliOptions(plain, effort)) : gzipSync(plain, ZIP);
}

/** What it takes in memory, about: the plain bytes, both compressed forms, and what holds them together. */
export function weightOf({ plain }: PreparedBody): number {
  return Math.ceil(plain.length * 1.5) + 1024;
}

/** Sends a body in the best encoding that the request allows. */
export function sendBody(request: FastifyRequest, reply: FastifyReply, body: PreparedBody): FastifyReply | Promise<FastifyReply> {
  const encoding = chooseEncoding(request.headers['accept-encoding']);
  reply.header('vary', 'accept-encoding');
  const bytes = body.encoded(encoding);
  return bytes instanceof Promise ? bytes.then((compressed) => send(reply, body, encoding, compressed)) : send(reply, body, encoding, bytes);
}

function send(reply: FastifyReply, { plain }: PreparedBody, encoding: Encoding, bytes: Buffer): FastifyReply {
  if (bytes !== plain) reply.header('content-encoding', encoding);
  return reply.header('content-length', bytes.length).send(bytes);
}

/** Answers 304 where the request has the body already, and `undefined` where it is to be sent. */
export function sendNotModified(request: FastifyRequest, reply: FastifyReply, { etag }: PreparedBody): FastifyReply | undefined {
  reply.header('etag', etag);
  if (!matchesEtag(request.headers['if-none-match'], etag)) return undefined;
  return reply.header('vary', 'accept-encoding').code(304).send();
}
