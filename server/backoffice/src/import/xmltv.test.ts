import { describe, expect, it } from 'vitest';
import { ImportError } from './import-row.ts';
import { readXmltv, writeXmltv } from './xmltv.ts';

const CHANNEL = { ids: ['radio-lamp'], title: 'Radio Lamp' };
const programme = (start: string, stop: string, inner = '', channel = 'radio-lamp') =>
  `<programme start="${start}" stop="${stop}" channel="${channel}"><title>News</title>
    <desc>What happened.</desc><rating system="FPB"><value>PG</value></rating>${inner}</programme>`;
const read = (...programmes: string[]) => readXmltv(`<tv>${programmes.join('')}</tv>`, CHANNEL);

describe('readXmltv', () => {
  it.each([
    ['20261201180000 +0200', '2026-12-01T16:00:00.000Z'],
    ['20261201180000 -0330', '2026-12-01T21:30:00.000Z'],
    ['20261201180000+0000', '2026-12-01T18:00:00.000Z'],
    ['202612011800 SAST', '2026-12-01T16:00:00.000Z'],
    ['20261201175945 Z', '2026-12-01T18:00:00.000Z'],
    ['20261201180000', '2026-12-01T18:00:00.000Z'],
  ])('reads %s as %s', (start, startsAt) => {
    const later = new Date(Date.parse(startsAt) + 30 * 60_000).toISOString();
    const stop = `${later.replace(/\D/g, '').slice(0, 14)} +0000`;
    const { programmes, remarks } = read(programme(start, stop));
    expect(programmes).toMatchObject([{ startsAt, minutes: 30 }]);
    expect(remarks.length).toBe(/ |\+/.test(start) ? 0 : 1);
  });

  it('names what it leaves out: other times, lengths, overlaps and channels', () => {
    const { programmes, remarks } = read(
      programme('20261201180000 +0200', '20261201190000 +0200'),
      programme('20261201183000 +0200', '20261201190000 +0200'),
      programme('20261202180000 +0200', '20261204180000 +0200'),
      programme('20260231180000 +0200', '20260231190000 +0200'),
      programme('20261202180000 CEST', '20261202190000 CEST'),
      programme('20261201180000 +0200', '20261201190000 +0200', '', 'other'),
      programme('20261205180000 +0200', '20261205190000 +0200', '<credits/><category>x</category>'),
    );
    expect(programmes).toHaveLength(2);
    expect(remarks).toEqual([
      '1 programmes of other channels are left out',
      'not read: category, credits',
      "'News' at 20260231180000 +0200: is left out: its start is no time of XMLTV",
      "'News' at 20261202180000 CEST: is left out: its start is no time of XMLTV",
      "'News' at 20261201183000 +0200: is left out: it begins before the one before it ends",
      "'News' at 20261202180000 +0200: is left out: it is 2880 minutes long, and may be 1 to 1440",
    ]);
  });

  it('ends a programme without a stop where the next one starts', () => {
    const { programmes } = read(
      '<programme start="20261201180000 +0200" channel="x"><title>A</title></programme>',
      '<programme start="20261201184500 +0200" stop="20261201190000 +0200" channel="x"/>',
    );
    expect(programmes.map(({ minutes }) => minutes)).toEqual([45, 15]);
  });

  it('cuts long words, and assumes a rating of which nobody sees too much', () => {
    const { programmes, remarks } = read(
      `<programme start="20261201180000 +0200" stop="20261201190000 +0200" channel="x">
        <title>${'long '.repeat(40)}</title><rating system="BBFC"><value>R18</value></rating></programme>`,
    );
    expect(programmes[0]?.title).toHaveLength(120);
    expect(programmes[0]).toMatchObject({ ratingAge: 'PG', ratingAdvice: [] });
    expect(remarks.map((one) => one.split(': ').slice(1).join(': '))).toEqual([
      'its title is cut',
      "'R18 (BBFC)' is no rating here: PG is assumed",
    ]);
  });

  it('finds its channel by the name that the file gives it', () => {
    const file = `<tv><channel id="a"><display-name>Other</display-name></channel>
      <channel id="b"><display-name lang="en">Radio Lamp</display-name></channel>
      ${programme('20261201180000 +0200', '20261201190000 +0200', '', 'a')}
      ${programme('20261202180000 +0200', '20261202190000 +0200', '', 'b')}</tv>`;
    expect(readXmltv(file, CHANNEL).programmes).toMatchObject([
      { startsAt: '2026-12-02T16:00:00.000Z' },
    ]);
    expect(() => readXmltv(file, { ids: ['x'], title: 'X' })).toThrow('its channels are a, b');
  });

  it('reads a file that names its DTD, as most do, and does not read the DTD', () => {
    const file = `<?xml version="1.0"?><!DOCTYPE tv SYSTEM "xmltv.dtd"><tv>
      <channel id="b"><display-name>Radio Lamp</display-name></channel>
      ${programme('20261202180000 +0200', '20261202190000 +0200', '', 'b')}</tv>`;
    expect(readXmltv(file, CHANNEL).programmes).toHaveLength(1);
  });

  it.each([
    ['<!DOCTYPE tv [<!ENTITY a "b">]><tv/>', 'declares a document type'],
    ['<rss/>', 'is no XMLTV'],
    ['<tv>', 'is no XML'],
    ['{}', 'is JSON'],
    ['<tv/>', 'its channels are none'],
  ])('refuses %s', (file, words) => {
    expect(() => readXmltv(file, CHANNEL)).toThrow(ImportError);
    expect(() => readXmltv(file, CHANNEL)).toThrow(words);
  });

  it('reads what it writes', () => {
    const programmes = [
      {
        ...{ startsAt: '2026-12-01T22:00:00.000Z', minutes: 90, title: 'R&B <live> "now"' },
        ...{ synopsis: 'All > night.', ratingAge: '10-12PG', ratingAdvice: ['L', 'SV'] },
        ...{ video: 'a&b', episode: null },
      },
      {
        ...{ startsAt: '2026-12-02T00:00:00.000Z', minutes: 30, title: 'Two', synopsis: 'Two.' },
        ...{ ratingAge: '16', ratingAdvice: [], video: null, episode: 'e-1' },
      },
    ];
    const file = writeXmltv({ id: 'radio-lamp', title: 'Radio & Lamp' }, programmes);
    expect(file).toContain('start="20261202000000 +0200" stop="20261202013000 +0200"');
    expect(readXmltv(file, CHANNEL)).toEqual({ programmes, remarks: [] });
  });
});
