import { expect, it } from 'vitest';
import { withPictureOrigin } from './picture-origin.ts';

const at = new Date(0);
const picture = { base: '/pictures/poster/a-1', widths: [240] };
const reads = {
  kind: 'reads',
  video: async () => ({ title: '/pictures/', poster: picture, shareImage: '/pictures/b', at }),
  cards: async () => new Map([['a', [{ landscape: picture, none: null }]]]),
  base: () => ({ base: '/elsewhere' }),
};

it('puts the address of each picture of an answer below MEDIA_URL, and changes nothing else', async () => {
  const moved = withPictureOrigin(reads, 'https://cdn.example');
  const poster = { base: 'https://cdn.example/pictures/poster/a-1', widths: [240] };
  expect(await moved.video()).toEqual({
    title: '/pictures/',
    poster,
    shareImage: 'https://cdn.example/pictures/b',
    at,
  });
  expect(await moved.cards()).toEqual(new Map([['a', [{ landscape: poster, none: null }]]]));
  expect(moved.base()).toEqual({ base: '/elsewhere' });
  expect(moved.kind).toBe('reads');
  // The reading may share an answer with others.
  expect(picture.base).toBe('/pictures/poster/a-1');
});

it('leaves the addresses to the site without MEDIA_URL', () => {
  expect(withPictureOrigin(reads, undefined)).toBe(reads);
});
