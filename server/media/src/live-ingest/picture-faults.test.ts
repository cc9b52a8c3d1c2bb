// When a live picture begins another part, and when it is given up.
import { expect, it } from 'vitest';
import { afterFault, type PictureFault, UNTRIED } from './picture-faults.ts';

/** What is known after the same fault again and again, at these times. */
function after(fault: PictureFault, times: readonly number[]) {
  return times.reduce<ReturnType<typeof afterFault>>(
    (trials, at) => (typeof trials === 'string' ? trials : afterFault(trials, fault, at)),
    UNTRIED,
  );
}
const every = (ms: number, count: number) => Array.from({ length: count }, (_, at) => at * ms);

it('a publisher whose pictures break seven times in a minute is given up', () => {
  expect(after({ is: 'broken' }, every(9000, 6))).toMatchObject({ mostHeight: 4320 });
  expect(after({ is: 'broken' }, every(9000, 7))).toBe('malformed');
  expect(after({ is: 'broken' }, every(10_000, 50))).toMatchObject({ mostHeight: 4320 });
});

it('an encoder that ends four times in a minute is given up', () => {
  expect(after({ is: 'encoder_ended' }, every(15_000, 3))).toMatchObject({ mostHeight: 4320 });
  expect(after({ is: 'encoder_ended' }, every(15_000, 4))).toBe('encoder_failed');
});

it('an encoder that does not follow makes one rendition less, and no picture of one alone', () => {
  expect(afterFault(UNTRIED, { is: 'behind', made: [144, 240, 480] }, 0)).toEqual({
    restarts: [],
    mostHeight: 240,
  });
  for (const made of [[144], []])
    expect(afterFault(UNTRIED, { is: 'behind', made }, 0)).toBe('too_slow');
});
