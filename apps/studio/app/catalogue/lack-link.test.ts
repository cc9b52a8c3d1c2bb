import { describe, expect, it } from 'vitest';
import { lackAddress } from './lack-link.tsx';

describe('what an entry lacks', () => {
  it.each([
    ['video', 'media', '/videos/entry/e-1#film'],
    ['video', 'synopsis', '/videos/entry/e-1#field-synopsis'],
    ['video', 'poster', '/videos/entry/e-1#pictures'],
    ['video', 'channel', '/channels/entry/c%2F1'],
    ['show', 'episodes', '/episodes?filter=%7B%22show%22%3A%22e-1%22%7D'],
    ['shelf', 'titles', '/shelves/entry/e-1#field-titles'],
    ['liveChannel', 'slots', '/live-week?channel=e-1'],
  ] as const)('of a %s, %s, is put right at %s', (kind, field, address) => {
    const fields = { channel: 'c/1' };
    expect(lackAddress({ kind, entryKey: 'e-1', field, fields })).toBe(address);
  });
});
