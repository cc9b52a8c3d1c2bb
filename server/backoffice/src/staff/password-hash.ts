import { randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto';
import { AppError } from '@bonisa/kit/http/app-error';

/** OWASP's second choice for scrypt: 32 MiB and three rounds, 0.1 to 0.2 s of one processor. */
const COST = { N: 2 ** 15, r: 8, p: 3 } as const;
const LENGTH = 32;
/** Twice what the parameters need. */
const MAXMEM = 64 * 1024 * 1024;
/** Hashes that wait behind the one under way: more would only wait longer than people do. */
const MOST_WAITING = 16;

export interface PasswordHashes {
  hash(password: string): Promise<string>;
  /** Whether a password is right. Takes as long for an account that has none. */
  verify(password: string, stored: string | null): Promise<boolean>;
}

/**
 * Slow hashes of passwords. One at a time: a hash takes a whole processor, and a flood of sign-ins
 * must not take all of them. Throws `unavailable` when too many wait.
 */
export function createPasswordHashes(): PasswordHashes {
  let waiting = 0;
  let last: Promise<unknown> = Promise.resolve();
  const withSubscriberLock = async <Result>(work: () => Promise<Result>): Promise<Result> => {
    if (waiting >= MOST_WAITING)
      throw new AppError('unavailable', 'Too many people sign in. Please try again in a moment.', {
        retryAfter: 5,
      });
    waiting += 1;
    const mine = last.then(work, work);
    last = mine.catch(() => undefined);
    try {
      return await mine;
    } finally {
      waiting -= 1;
    }
  };
  const nobodys = `scrypt$${COST.N}$${COST.r}$${COST.p}$${'A'.repeat(22)}$${'A'.repeat(43)}`;
  return {
    hash: (password) =>
      withSubscriberLock(async () => {
        const salt = randomBytes(16);
        const hash = await derive(password, salt, COST);
        const { N, r, p } = COST;
        return ['scrypt', N, r, p, salt.toString('base64url'), hash.toString('base64url')].join(
          '$',
        );
      }),
    verify: (password, stored) =>
      withSubscriberLock(async () => {
        const [, N, r, p, salt = '', hash = ''] = (stored ?? nobodys).split('$');
        const expected = Buffer.from(hash, 'base64url');
        const cost = { N: Number(N), r: Number(r), p: Number(p) };
        const derived = await derive(password, Buffer.from(salt, 'base64url'), cost);
        return timingSafeEqual(derived, expected) && stored !== null;
      }),
  };
}

/** People type the same letters in different Unicode forms: NFKC makes them one. */
function derive(password: string, salt: Buffer, cost: ScryptOptions): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const options = { ...cost, maxmem: MAXMEM };
    scrypt(password.normalize('NFKC'), salt, LENGTH, options, (error, key) =>
      error ? reject(error) : resolve(key),
    );
  });
}
