// A subscriber who could not pay is asked to recharge and is not led into a second subscription.
import { describe, expect, it } from 'vitest';
import { leadsToNumberEntry, type PlayRefusal } from './play-refusal.ts';
import { failureWords, REFUSAL_WORDS, refusalWords } from './refusal-words.ts';

describe('a refusal to play', () => {
  it('leads only viewers without a subscription to number entry, and tells the others what helps', () => {
    const all: PlayRefusal[] = [...(Object.keys(REFUSAL_WORDS) as PlayRefusal[]), 'other_device'];
    expect(all.filter(leadsToNumberEntry)).toEqual(['visitor', 'expired']);
    expect(REFUSAL_WORDS.not_paid).toMatch(/paused.*Recharge.*press Watch again/);
    for (const reason of all.filter((one) => !leadsToNumberEntry(one)))
      expect(refusalWords({ reason })).not.toContain('subscribe ');
  });

  it('names the kind of the other device and since when it plays', () => {
    const since = new Date(2026, 10, 22, 14, 5).toISOString();
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
    const reasons = [...Object.keys(REFUSAL_WORDS), 'other_device', 'unknown'];
    const titles = reasons.map((reason) => failureWords('refused', { reason }).title);
    expect(new Set(titles).size).toBe(reasons.length);
    expect(titles.at(-1)).toBe(failureWords('refused', undefined).title);
  });
});
