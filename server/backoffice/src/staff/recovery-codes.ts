import { randomBytes, scrypt } from 'node:crypto';

/** 8 MiB and 20 ms of one processor: with 49 random bits in a code nobody tries them all. */
const COST = { N: 2 ** 13, r: 8, p: 1 } as const;
const LENGTH = 32;
const VERSION = 's1';
const LETTERS = 'abcdefghjkmnpqrstuvwxyz23456789';
const RECOVERY_CODE = /^([a-z2-9]{5})([a-z2-9]{5})$/;
/** What people type between the letters, or leave out: spaces, and the dashes of any keyboard. */
const BETWEEN = /[\s\p{Pd}]/gu;

/**
 * A recovery code in the form in which it was shown, however it was typed; `undefined` where it has
 * not the letters of one.
 */
export function readRecoveryCode(typed: string): string | undefined {
  const [, first, second] = RECOVERY_CODE.exec(typed.toLowerCase().replace(BETWEEN, '')) ?? [];
  return first && second ? `${first}-${second}` : undefined;
}

/** Ten characters of 31: 49 random bits. */
export function newRecoveryCode(): string {
  const letters: string[] = [];
  while (letters.length < 10)
    for (const byte of randomBytes(16))
      if (byte < 248 && letters.length < 10) letters.push(LETTERS.charAt(byte % LETTERS.length));
  return `${letters.slice(0, 5).join('')}-${letters.slice(5).join('')}`;
}

/**
 * The stored form of a recovery code: a slow hash with the account as its salt. It needs no secret,
 * so the codes on somebody's paper outlive every change of `SECRET_KEY`.
 */
export function recoveryHash(accountId: string, code: string): Promise<string> {
  return new Promise((resolve, reject) => {
    scrypt(code, `recovery code ${accountId}`, LENGTH, COST, (error, hash) =>
      error ? reject(error) : resolve(`${VERSION}.${hash.toString('base64url')}`),
    );
  });
}
