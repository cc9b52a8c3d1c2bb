import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

/** An answer that is ready to be sent: serialised and compressed once. */
export interface PreparedAnswer {
  readonly etag: string;
  readonly plain: Buffer;
  readonly brotli: Buffer;
  readonly gzip: Buffer;
}

/** Below this a compressed answer is hardly smaller, and headers weigh more than it saves. */
const WORTH_COMPRESSING = 512;

const brotliOf = promisify(brotliCompress);
const gzipOf = promisify(gzip);

export async function prepareAnswer(value: unknown): Promise<PreparedAnswer> {
  const plain = Buffer.from(JSON.stringify(value));
  const etag = `"${createHash('sha256').update(plain).digest('base64url').slice(0, 22)}"`;
  if (plain.length < WORTH_COMPRESSING) return { etag, plain, brotli: plain, gzip: plain };
  const [brotli, zipped] = await Promise.all([brotliOf(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } }), gzipOf(plain)]);
  return { etag, plain, brotli, gzip: zipped };
}

/**
 * Keeps prepared answers until the catalogue's version moves; the longest unused leave first. What `make` throws or
 * leaves undefined is not kept, and an answer is made once, however many ask for it at the same time.
 */
export function createPreparedAnswers({ version, maxEntries = 2000 }: { version: () => number; maxEntries?: number }) {
  const kept = new Map<string, Promise<PreparedAnswer | undefined>>();
  let seen = version();

  return {
    async get(key: string, make: () => Promise<unknown>): Promise<PreparedAnswer | undefined> {
      if (version() !== seen) {
        seen = version();
        kept.clear();
      }
      const known = kept.get(key);
      if (known) {
        kept.delete(key);
        kept.set(key, known);
        return await known;
      }
      const making = make().then((value) => (value === undefined ? undefined : prepareAnswer(value)));
      kept.set(key, making);
      for (const oldest of kept.keys()) {
        if (kept.size <= maxEntries) break;
        kept.delete(oldest);
      }
      const forget = (): void => {
        if (kept.get(key) === making) kept.delete(key);
      };
      try {
        const answer = await making;
        if (!answer) forget();
        return answer;
      } catch (error) {
        forget();
        throw error;
      }
    },
  };
}
