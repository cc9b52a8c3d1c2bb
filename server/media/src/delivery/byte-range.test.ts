import fc from 'fast-check';
import { expect, it } from 'vitest';
import { readByteRange } from './byte-range.ts';

it.each([
  [undefined, { kind: 'all' }],
  ['', { kind: 'all' }],
  ['bytes=0-', { kind: 'part', first: 0, last: 99 }],
  ['bytes=0-9', { kind: 'part', first: 0, last: 9 }],
  ['bytes=90-1000', { kind: 'part', first: 90, last: 99 }],
  ['bytes=-10', { kind: 'part', first: 90, last: 99 }],
  ['bytes=-1000', { kind: 'part', first: 0, last: 99 }],
  ['bytes=100-', { kind: 'unsatisfiable' }],
  ['bytes=-0', { kind: 'unsatisfiable' }],
  ['bytes=9-0', { kind: 'all' }],
  ['bytes=0-1,5-6', { kind: 'all' }],
  ['lines=0-1', { kind: 'all' }],
  ['bytes=-', { kind: 'all' }],
])('reads the range %j of a file of 100 bytes', (header, range) => {
  expect(readByteRange(header, 100)).toEqual(range);
});

it('returns only ranges inside the file', () => {
  fc.assert(
    fc.property(
      fc.nat(1_000_000),
      fc.oneof(
        fc.string(),
        fc.tuple(fc.nat(), fc.nat()).map(([a, b]) => `bytes=${a}-${b}`),
      ),
      (size, header) => {
        const range = readByteRange(header, size);
        if (range.kind !== 'part') return;
        expect(range.first).toBeGreaterThanOrEqual(0);
        expect(range.last).toBeLessThan(size);
        expect(range.first).toBeLessThanOrEqual(range.last);
      },
    ),
  );
});
