// R10: JSON-LD of videos, shows and episodes.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  breadcrumbs,
  episodeNodes,
  isoDuration,
  showNodes,
  titleList,
  videoNodes,
} from './json-ld.ts';

const site = {
  publicUrl: 'https://site.example',
  brand: { name: 'Bonisa', carrier: '', supportNumber: '', supportEmail: '' },
};
const picture = {
  base: '/pictures/landscape/isibane-1',
  widths: [320, 720],
  width: 720,
  height: 405,
  placeholder: 'none',
};
const facts = {
  title: 'Isibane',
  slug: 'isibane',
  id: 1,
  thumbhash: 'ZA==',
  year: 2026,
  rating: { age: '13', advice: ['V', 'L'] } as const,
  genre: { slug: 'drama', title: 'Drama' },
  language: { code: 'zu', name: 'isiZulu' },
  languages: [],
  audioCosts: {},
  captions: [],
  synopsis: 'A lamp.',
  description: 'A lamp on a hill.',
  channel: { slug: 'ekhaya', title: 'Ekhaya' },
  category: { slug: 'family', title: 'Family ties' },
  credits: [
    { slug: 'a-b', name: 'A B', role: 'cast', character: 'Thandi' },
    { slug: 'c-d', name: 'C D', role: 'director', character: null },
  ] as const,
  shareImage: '/pictures/share/isibane-1-1200.jpg',
  publishedAt: '2026-11-01T06:00:00.000Z',
  durationSeconds: 750,
  megabytes: 4,
  costs: [0.5, 4, 4, 9, 9],
  seasonCount: 2,
  episodeCount: 14,
  landscape: picture,
};
const season = { id: 5, ordinal: 2, title: 'Season 2', episodeCount: 8 };
const hero = { tall: picture, wide: picture };

describe('JSON-LD', () => {
  it('of a video states its duration, pictures, rating and people', () => {
    const [video, crumbs] = videoNodes(site, { ...facts, kind: 'video', renditions: [] });
    expect(video).toMatchObject({
      '@type': 'VideoObject',
      name: 'Isibane',
      url: 'https://site.example/video/isibane',
      duration: 'PT12M30S',
      uploadDate: '2026-11-01T06:00:00.000Z',
      contentRating: 'FPB 13 V L',
      thumbnailUrl: [
        'https://site.example/pictures/share/isibane-1-1200.jpg',
        'https://site.example/pictures/landscape/isibane-1-720.webp',
      ],
      actor: [{ '@type': 'Person', name: 'A B', url: 'https://site.example/person/a-b' }],
      director: [{ name: 'C D' }],
    });
    expect(video).not.toHaveProperty('musicBy');
    expect(crumbs?.itemListElement).toMatchObject([
      { position: 1, item: 'https://site.example/' },
      { position: 2, item: 'https://site.example/channel/ekhaya' },
      { position: 3, item: 'https://site.example/channel/ekhaya/family' },
      { position: 4, name: 'Isibane' },
    ]);
  });

  it('of a show states its seasons, and of an episode its season and its media', () => {
    const [show] = showNodes(site, { ...facts, kind: 'show', hero, seasons: [season], season });
    expect(show).toMatchObject({
      '@type': 'TVSeries',
      numberOfEpisodes: 14,
      containsSeason: [
        { '@type': 'TVSeason', seasonNumber: 2, url: 'https://site.example/show/isibane?season=2' },
      ],
    });
    const ofShow = { id: 1, slug: 'isibane', title: 'Isibane' };
    const [episode] = episodeNodes(site, {
      ...facts,
      kind: 'episode',
      slug: 'isibane-s2e3',
      title: 'The Hill',
      ordinal: 3,
      season,
      show: ofShow,
      renditions: [],
    });
    expect(episode).toMatchObject({
      '@type': 'TVEpisode',
      episodeNumber: 3,
      partOfSeason: { seasonNumber: 2 },
      partOfSeries: { '@id': show?.['@id'], name: 'Isibane' },
      video: { '@type': 'VideoObject', name: 'Isibane: The Hill', duration: 'PT12M30S' },
    });
  });

  it('of a list states absolute addresses and positions in the whole list', () => {
    expect(titleList(site, 'Drama', [{ kind: 'show', slug: 'x', title: 'X' }], 25)).toMatchObject({
      itemListElement: [{ position: 25, url: 'https://site.example/show/x' }],
    });
    expect(breadcrumbs(site, [])).toMatchObject({ itemListElement: [{ name: 'Home' }] });
  });

  it('of a duration has hours, minutes and seconds of ISO 8601 with the right sum', () => {
    expect([0.2, 31, 60, 3600, 3661].map(isoDuration)).toEqual([
      'PT1S',
      'PT31S',
      'PT1M',
      'PT1H',
      'PT1H1M1S',
    ]);
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 100_000 }), (seconds) => {
        const [, hours = 0, minutes = 0, rest = 0] =
          /^PT(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)S)?$/.exec(isoDuration(seconds)) ?? [];
        expect(Number(hours) * 3600 + Number(minutes) * 60 + Number(rest)).toBe(seconds);
      }),
    );
  });
});
