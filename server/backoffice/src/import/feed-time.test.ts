// The window of a feed's item is that of a licence: it must not be lost or moved by how it is
// written, nor by the zone of the machine that reads it.
import fc from 'fast-check';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { readFeedWindow, yearOfItem } from './feed-time.ts';
import { readFeed } from './mrss-source.ts';

afterEach(() => vi.unstubAllEnvs());

const feed = (items: string): string => `<rss><channel>${items}</channel></rss>`;
const item = (key: string, valid: string): string =>
  `<item><guid>${key}</guid><title>T</title><dcterms:valid>${valid}</dcterms:valid></item>`;

describe.each([
  ['UTC', 0],
  ['Pacific/Kiritimati', -840],
  ['America/Los_Angeles', 480],
])('on a machine in the zone %s', (zone, minutes) => {
  const inZone = <Result>(read: () => Result): Result => {
    vi.stubEnv('TZ', zone);
    expect(new Date('2026-01-01T00:00:00Z').getTimezoneOffset()).toBe(minutes);
    return read();
  };

  it.each([
    ['start=2026-01-01T00:00Z; end=2026-12-31T00:00Z', '2026-01-01T00:00', '2026-12-31T00:00'],
    ['start=2026-01-01; end=2026-12-31', '2025-12-31T22:00', '2026-12-31T22:00'],
    ['END = 2026-12-31 ;\n Start = 2026-01-01;', '2025-12-31T22:00', '2026-12-31T22:00'],
    ['name=A season; start=2026-01-01; scheme=W3C-DTF', '2025-12-31T22:00', undefined],
    ['2026-01-01/2026-12-31', '2025-12-31T22:00', '2026-12-31T22:00'],
    ['2026-01-01T08:00Z/', '2026-01-01T08:00', undefined],
    ['2026-12-31', undefined, '2026-12-31T22:00'],
    ['/2026-12-31', undefined, '2026-12-31T22:00'],
    ['start=; end=2026-06-30T23:59', undefined, '2026-06-30T21:59'],
    ['end=2026-12-31 23:59 SAST', undefined, '2026-12-31T21:59'],
    ['end=2026-12-31 23:59:00 +0200', undefined, '2026-12-31T21:59'],
    ['end=2026-12-31T23:59-05', undefined, '2027-01-01T04:59'],
    ['end=Thu, 31 Dec 2026 23:59:00 GMT', undefined, '2026-12-31T23:59'],
    ['end=31 dec 2026 9:00', undefined, '2026-12-31T07:00'],
    ['end=31 Dec 2026', undefined, '2026-12-31T22:00'],
    ['end=9999-12-31', undefined, '9999-12-31T22:00'],
  ])('the window %j is from %s until %s', (text, from, until) => {
    const iso = (minute: string | undefined) => minute && `${minute}:00.000Z`;
    expect(inZone(() => readFeedWindow(text))).toEqual({ from: iso(from), until: iso(until) });
  });

  it.each([
    ['Thu, 01 Jan 2026 00:30:00 +0200', 2026],
    ['Wed, 31 Dec 2025 22:30:00 GMT', 2026],
    ['Wed, 31 Dec 2025 16:59:00 EST', 2025],
    ['Wed, 31 Dec 25 23:59:00', 2025],
    ['2026-01-01T00:00', 2026],
    ['January 1, 2026', 2026],
    ['soon', undefined],
  ])('an item of %j is of the year %s', (text, year) => {
    expect(inZone(() => yearOfItem(text))).toBe(year);
  });
});

describe('a window that says no time', () => {
  it.each([
    ...['31/12/2026', 'until Christmas', 'name=A season', '/', '2026/12/31'],
    ...['begin=2026-01-01', 'end=2026-01-01; end=2026-12-31', '2026-01-01; 2026-12-31'],
  ])('leaves the item out by its whole text: %j', (text) => {
    const { rows, refused } = readFeed(feed(item('a', text) + item('b', 'end=2026-12-31')));
    expect(rows.map(({ row }) => row.key)).toEqual(['b']);
    expect(refused).toEqual([
      `item 0: availableUntil: '${text}' must be a time such as 2026-11-23T08:00:00+02:00`,
    ]);
  });

  it.each([
    ...['31/12/2026', '01/02/2026', '2026-02-30', '2026-12-31 25:00', '2026-12-31T10:00 XYZ'],
    ...['31 Foo 2026', '2026-12', '2026-12-31T10:00+99'],
  ])('leaves the item out by the side that is no time: %j', (text) => {
    const valid = [`start=2026-01-01; end=${text}`, `start=${text}; end=2026-12-31`];
    const { rows, refused } = readFeed(
      feed(valid.map((one, at) => item(`${at}`, one)).join('') + item('b', '')),
    );
    expect(rows.map(({ row }) => row.key)).toEqual(['b']);
    expect(refused).toEqual([
      expect.stringContaining(`item 0: availableUntil: '${text}' must be a time`),
      expect.stringContaining(`item 1: availableFrom: '${text}' must be a time`),
    ]);
  });

  it('is never read as no window, whatever it is', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 40 }), (written) => {
        const text = written.trim() || 'x';
        const { from, until } = readFeedWindow(text);
        // Sides that are named and empty are open.
        if (!/^(?:start|end)=/i.test(text)) expect(from ?? until).toBeDefined();
      }),
    );
  });
});

it('the window of the content that becomes the film counts before that of its item', () => {
  const valid = (end: string): string => `<dcterms:valid>end=${end}</dcterms:valid>`;
  const content = (inner: string): string =>
    `<media:content url="https://x.example/a.mp4">${inner}</media:content>`;
  const { rows } = readFeed(
    feed(`<item><title>T</title>${content(valid('2026-06-30'))}${valid('2026-12-31')}</item>`),
  );
  expect(rows[0]?.row.availableUntil).toBe('2026-06-30T22:00:00.000Z');
});
