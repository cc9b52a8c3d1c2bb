// The content lock is optional and never stops a sign-up.
import { describe, expect, it } from 'vitest';
import { msisdn } from './carrier-stand-in.test-support.ts';
import { type ContentLock, createContentLock } from './content-lock.ts';
import type { ContentLockOutcome } from './numbers.port.ts';

const carrierThat = (answers: () => Promise<ContentLockOutcome>) => ({ contentLock: answers });

describe('the content lock', () => {
  it.each<[string, ContentLockOutcome, ContentLock]>([
    ['is locked', { outcome: 'known', locked: true }, 'locked'],
    ['is free', { outcome: 'known', locked: false }, 'free'],
    ['is not known', { outcome: 'unavailable', cause: 'no_answer' }, 'no_answer'],
    ['cannot be asked for', { outcome: 'unavailable', cause: 'not_connected' }, 'no_answer'],
  ])('%s', async (_name, outcome, answer) => {
    const told: ContentLock[] = [];
    const ask = createContentLock({
      carrier: carrierThat(async () => outcome),
      mode: 'ask',
      onAnswer: (one) => told.push(one),
    });
    expect(await ask(msisdn())).toBe(answer);
    expect(told).toEqual([answer]);
  });

  it('delays nobody when the carrier is slow', async () => {
    const ask = createContentLock({
      carrier: carrierThat(() => new Promise(() => {})),
      mode: 'ask',
      patienceMs: 5,
    });
    expect(await ask(msisdn())).toBe('no_answer');
  });

  it('is not requested when configured so', async () => {
    const ask = createContentLock({
      carrier: carrierThat(() => Promise.reject(new Error('asked'))),
      mode: 'skip',
    });
    expect(await ask(msisdn())).toBe('not_asked');
  });
});
