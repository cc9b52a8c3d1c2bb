// What a CDN's log says of playbacks, written by our own player's addresses.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { withCmcd } from './cmcd.ts';
import { createCmcdReport } from './cmcd-log.ts';

const FACTS = {
  ...{ height: 360, bandwidth: 350_000, highest: 1_200_000, duration: 2, ahead: 6 },
  ...{ throughput: 1_600_000, isStarved: false },
  kind: 'segment' as const,
};
const lineOf = (session: string, facts: Partial<Parameters<typeof withCmcd>[2]> = {}) =>
  `203.0.113.9 - - [30/Nov/2026:19:00:00 +0000] "GET ${withCmcd(
    '/media/s/a/360p/1.m4s',
    { session, content: 'isibane' },
    { ...FACTS, ...facts },
  )} HTTP/2.0" 200 88012 "-" "Mozilla/5.0"`;

function reportOf(lines: readonly string[]) {
  const report = createCmcdReport();
  for (const line of lines) report.add(line);
  return report.read();
}

describe('the report of a log', () => {
  it('counts plays, and those that stalled, with what half of them have at least', () => {
    expect(
      reportOf([
        lineOf('one'),
        lineOf('one', { ahead: 10 }),
        lineOf('two', { kind: 'init', throughput: undefined, ahead: 0 }),
        lineOf('two', { ahead: 0, isStarved: true, throughput: 700_000 }),
        lineOf('two', { ahead: 8, isStarved: true, throughput: 700_000 }),
        '203.0.113.9 - - "GET /media/s/a/360p/2.m4s HTTP/2.0" 200 9 "-" "VLC"',
      ]),
    ).toEqual({
      ...{ requests: 5, plays: 2, stalledPlays: 1, stalls: 2 },
      ...{ throughput: 700_000, buffer: 6 },
    });
  });

  it('leaves out what cannot be measured', () => {
    const negative = '"GET /a.m4s?CMCD=bl%3D(-9)%2Cmtp%3D(-5)%2Csid%3D%22x%22%2Cv%3D2 HTTP/2.0"';
    expect(reportOf([negative])).toMatchObject({
      plays: 1,
      throughput: undefined,
      buffer: undefined,
    });
  });

  it('of a log without such requests is empty', () => {
    expect(reportOf(['', 'GET / 200'])).toEqual({
      ...{ requests: 0, plays: 0, stalledPlays: 0, stalls: 0 },
      ...{ throughput: undefined, buffer: undefined },
    });
  });

  it('reads whatever is sent to a CDN', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        const { requests } = reportOf([`"GET /a?CMCD=${text} HTTP/1.1"`, lineOf('one')]);
        expect(requests).toBeGreaterThanOrEqual(1);
      }),
    );
  });
});
