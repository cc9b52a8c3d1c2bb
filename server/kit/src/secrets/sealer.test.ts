import { expect, it } from 'vitest';
import { keyOfRing, kidOf } from './key-ring.ts';
import { createSealer, sealedBy } from './sealer.ts';

const [A, B] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)];
const named = (bytes: Buffer) => ({ kid: kidOf(bytes), bytes });

it('a sealed text opens by the key that it names, for what it is about alone', () => {
  const sealed = createSealer(A).seal('a secret', 'account one');
  expect(sealedBy(sealed)).toBe(kidOf(A));
  const both = createSealer(keyOfRing([named(B), named(A)]));
  expect(both.open(sealed, 'account one')).toBe('a secret');
  expect(both.isCurrent(sealed)).toBe(false);
  expect(both.isCurrent(both.seal('a secret', 'account one'))).toBe(true);
  expect(both.open(sealed, 'account two')).toBeUndefined();
  expect(both.open(kidOf(B) + sealed.slice(6), 'account one')).toBeUndefined();
  expect(createSealer(B).open(sealed, 'account one')).toBeUndefined();
});

it.each(['', 'short', `${kidOf(A)}AAAA`, 'x'.repeat(200)])('%j opens nothing', (text) => {
  expect(createSealer(A).open(text, 'account one')).toBeUndefined();
});
