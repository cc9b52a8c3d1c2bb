import { describe, expect, it } from 'vitest';
import { deviceWords, type ListedDevice, minutesSince } from './device-words.ts';

const device: ListedDevice = {
  id: 'a',
  type: 'device',
  kind: 'television',
  name: 'LG in the lounge',
  signed_in_at: '2026-11-23T18:00:00Z',
  last_used_at: '2026-11-23T18:00:00Z',
  current: false,
};

describe('the words for a device', () => {
  it.each([
    [device, 'LG in the lounge (Television)'],
    [{ ...device, name: null }, 'Television'],
    [{ ...device, type: 'browser', kind: 'phone', name: null }, 'Phone, in a browser'],
  ] as const)('name it by what is known', (listed, words) => {
    expect(deviceWords(listed)).toBe(words);
  });

  it('count whole minutes, and none where the clocks differ', () => {
    const now = new Date('2026-11-23T18:02:59Z');
    expect(minutesSince('2026-11-23T18:00:00Z', now)).toBe(2);
    expect(minutesSince('2026-11-23T18:05:00Z', now)).toBe(0);
  });
});
