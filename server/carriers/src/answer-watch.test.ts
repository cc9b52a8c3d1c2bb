import { expect, it } from 'vitest';
import { watchAnswers } from './answer-watch.ts';

function watched() {
  const lines: unknown[] = [];
  const write = (about: unknown, message: unknown): void => void lines.push([message, about]);
  const call = watchAnswers('mtn', { error: write, info: write } as never);
  return { lines, call };
}
const lost = { operation: 'sendCode', outcome: 'unavailable', reason: 'not_connected' };

it('writes one line when a carrier does not answer, and one when it answers again', () => {
  const { lines, call } = watched();
  for (let round = 0; round < 300; round++) call(lost);
  expect(lines).toEqual([
    [
      'the carrier does not answer: codes and charges wait until it does',
      { carrier: 'mtn', operation: 'sendCode', cause: 'not_connected' },
    ],
  ]);
  for (let round = 0; round < 3; round++) call({ operation: 'charge', outcome: 'succeeded' });
  expect(lines.slice(1)).toEqual([
    ['the carrier answers again', { carrier: 'mtn', seconds: expect.any(Number) }],
  ]);
});

it('says nothing of single failures, nor of refusals, which are answers', () => {
  const { lines, call } = watched();
  for (let round = 0; round < 20; round++) {
    for (let failure = 0; failure < 4; failure++) call(lost);
    call({ operation: 'charge', outcome: 'unknown', reason: 'already_submitted' });
    for (let busy = 0; busy < 9; busy++)
      call({ operation: 'charge', outcome: 'unavailable', reason: 'too_many_requests' });
    call({ operation: 'charge', outcome: 'denied', reason: 'insufficient_airtime' });
  }
  expect(lines).toEqual([]);
});
