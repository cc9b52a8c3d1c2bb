import { describe, expect, it } from 'vitest';
import { bytesOf } from './data-used.ts';

describe('the data used', () => {
  it('is what was transferred from the addresses of this playback', () => {
    const transfers = [
      { name: 'https://bonisa.example/media/s/a/1/360p/0.m4s', transferSize: 40_000 },
      { name: 'https://bonisa.example/media/s/b/1/360p/0.m4s', transferSize: 20_000 },
      { name: 'https://bonisa.example/assets/app.js', transferSize: 90_000 },
      // From the cache.
      { name: 'https://bonisa.example/media/s/a/1/360p/1.m4s', transferSize: 0 },
    ];
    const starts = ['https://bonisa.example/media/s/a/1/'];
    expect(bytesOf(transfers, starts)).toBe(40_000);
    expect(bytesOf(transfers, [])).toBe(0);
  });
});
