import { describe, expect, it } from 'vitest';
import { readCameFor } from './came-for.ts';

const picture = { base: '/p', widths: [160, 320], width: 320, height: 180, placeholder: '' };
const card = { title: 'Isibane', landscape: picture };
const data = {
  video: async (slug: string) => (slug === 'isibane' ? card : undefined),
  show: async () => ({ ...card, title: 'Indlela' }),
  episode: async () => ({ ...card, title: 'The road', show: { title: 'Indlela' } }),
  liveChannel: async (category: string, slug: string) =>
    category === 'news' && slug === 'touchline'
      ? { channel: { ...card, title: 'Touchline' } }
      : undefined,
} as unknown as Parameters<typeof readCameFor>[1];
const read = (query: string) => readCameFor({ url: `http://x/enter-number${query}` }, data);

describe('the title for which a viewer entered the flow', () => {
  it.each([
    ['?return=%2Fvideo%2Fisibane%3Fplay%3D1', 'Isibane'],
    ['?return=/show/indlela', 'Indlela'],
    ['?return=/episode/the-road', 'Indlela: The road'],
    ['?return=%2Flive%2Fnews%2Ftouchline%3Fplay%3D1', 'Touchline'],
  ])('is read from %s', async (query, title) => {
    expect(await read(query)).toMatchObject({ title, srcSet: expect.stringContaining('.avif') });
  });

  it.each([
    '',
    '?return=/',
    '?return=/my-list',
    '?return=/video/gone',
    '?return=/live/news',
    '?return=/live/news/gone',
    '?return=//evil/video/isibane',
  ])('is none for %j', async (query) => {
    expect(await read(query)).toBeUndefined();
  });
});
