import { describe, expect, it } from 'vitest';
import { choicesOf } from './exception-choices.ts';

const names = (kind: string, state: string, posts: number): string[] =>
  choicesOf({ kind, state, posts }).map(({ choice }) => choice);

describe('the choices of a reconciliation exception', () => {
  it.each([
    ['missing_here', 500, ['post', 'dismiss']],
    ['missing_there', -500, ['post', 'write_off', 'dismiss']],
    ['differing', 200, ['post', 'dismiss']],
    ['differing', -200, ['post', 'write_off', 'dismiss']],
    ['differing', 0, ['dismiss']],
    ['unknown_charge', 0, ['taken', 'not_taken', 'dismiss']],
    ['unknown_refund', 0, ['given_back', 'not_given_back', 'dismiss']],
    ['refund_denied', 0, ['refund', 'dismiss']],
  ] as const)('%s that posts %i are %j', (kind, posts, choices) => {
    expect(names(kind, 'open', posts)).toEqual(choices);
  });

  it('are none once it is decided, except that posted money can come back', () => {
    for (const state of ['dismissed', 'resolved', 'returned'])
      expect(names('missing_here', state, 500)).toEqual([]);
    expect(names('missing_here', 'applied', 500)).toEqual(['returned']);
    expect(names('missing_there', 'applied', -500)).toEqual([]);
  });

  it('have no second write-off while one waits', () => {
    const facts = { kind: 'missing_there', state: 'open', posts: -500, requestWaits: true };
    expect(choicesOf(facts).map(({ choice }) => choice)).toEqual(['post', 'dismiss']);
  });

  it.each([
    ['open', {}, ['post', 'give_back', 'dismiss']],
    ['applied', {}, ['give_back', 'returned']],
    ['applied', { isBeingGivenBack: true }, []],
    ['open', { requestWaits: true }, ['post', 'dismiss']],
    ['open', { hasPaymentId: false }, ['post', 'dismiss']],
    ['open', { kind: 'differing' }, ['post', 'dismiss']],
  ])('of an unknown payment that is %s %j are %j', (state, more, choices) => {
    const facts = { kind: 'missing_here', state, posts: 500, hasPaymentId: true, ...more };
    expect(choicesOf(facts).map(({ choice }) => choice)).toEqual(choices);
  });

  it('never offer to write off money that the carrier took', () => {
    expect(names('missing_here', 'open', 500)).not.toContain('write_off');
  });
});
