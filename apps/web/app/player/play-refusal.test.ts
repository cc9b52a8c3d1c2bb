// A subscriber who could not pay is asked to recharge and is not led into a second subscription.
import { describe, expect, it } from 'vitest';
import { renderIn } from '../words/find-text.ts';
import { leadsToNumberEntry, type PlayRefusal } from './play-refusal.ts';
import { failureWords, refusalWords } from './refusal-words.ts';

const ALL: readonly PlayRefusal[] = [
  'visitor',
  'expired',
  'not_paid',
  'payment_pending',
  'other_package',
  'other_device',
  'preview_only',
];

describe('a refusal to play', () => {
  it('leads only viewers without a subscription to number entry, and tells the others what helps', () => {
    expect(ALL.filter(leadsToNumberEntry)).toEqual(['visitor', 'expired']);
    expect(refusalWords({ reason: 'not_paid' })).toMatch(/paused.*Recharge.*press Watch again/);
    for (const reason of ALL.filter((one) => !leadsToNumberEntry(one)))
      expect(refusalWords({ reason })).not.toContain('subscribe ');
  });

  it('names the kind of the other device and since when it plays', () => {
    const since = '2026-11-22T12:05:00.000Z';
    const on = (kind: string) => ({ reason: 'other_device', device: { kind, since } });
    expect(refusalWords(on('tablet'))).toBe(
      'Your subscription is playing on a tablet (since 14:05). Stop it there to watch here.',
    );
    expect(failureWords('refused', on('computer')).title).toBe(
      'Now playing on a computer (since 14:05)',
    );
    expect(refusalWords(on('other'))).toContain('another device (since 14:05)');
    expect(refusalWords({ reason: 'other_device' })).toContain('playing on another device.');
  });

  it('has words of its own for each way in which the right to watch ends while playing', () => {
    const reasons = [...ALL, 'unknown'];
    const titles = reasons.map((reason) => failureWords('refused', { reason }).title);
    expect(new Set(titles).size).toBe(reasons.length);
    expect(titles.at(-1)).toBe(failureWords('refused', undefined).title);
  });

  it('says all of it in the language of the page', () => {
    for (const reason of ALL)
      for (const words of [
        renderIn('zu', () => refusalWords({ reason })),
        renderIn('zu', () => failureWords('refused', { reason }).advice),
      ])
        expect(words).not.toMatch(/ the | your | you /i);
  });
});
