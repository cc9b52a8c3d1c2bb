import { decodeCmcd } from '@svta/cml-cmcd';
import { describe, expect, it } from 'vitest';
import { withCmcd } from './cmcd.ts';

const TERMS = { session: '019b0a00-0000-7000-8000-00000000000f', content: 'isibane' };
const FACTS = {
  kind: 'segment',
  height: 360,
  bandwidth: 379_906,
  highest: 1_200_400,
  duration: 8,
  ahead: 3.456,
  throughput: 1_234_567,
  isStarved: false,
} as const;

const dataOf = (url: string) => decodeCmcd(new URL(url).searchParams.get('CMCD') ?? '');

describe('common media client data', () => {
  it('says of a segment what a CDN can act upon', () => {
    const url = withCmcd('https://cdn.example/media/s/k/a/360p/1.m4s', TERMS, FACTS);
    expect(new URL(url).pathname).toBe('/media/s/k/a/360p/1.m4s');
    expect(dataOf(url)).toEqual({
      v: 2,
      sid: TERMS.session,
      cid: 'isibane',
      sf: 'o',
      st: 'v',
      ot: 'av',
      br: [380],
      tb: [1200],
      d: 8000,
      bl: [3500],
      mtp: [1200],
    });
  });

  it('says that a start and an empty buffer are urgent, and what a file is', () => {
    const url = withCmcd(
      'https://cdn.example/init.mp4',
      { ...TERMS, isLive: true },
      {
        ...FACTS,
        kind: 'init',
        ahead: 0,
        throughput: undefined,
        isStarved: true,
      },
    );
    expect(dataOf(url)).toMatchObject({ st: 'l', ot: 'i', su: true, bs: true });
    expect(dataOf(url)).not.toHaveProperty('mtp');
    const sound = withCmcd('https://cdn.example/0.m4s', TERMS, { ...FACTS, height: 0 });
    expect(dataOf(sound)).toMatchObject({ ot: 'a' });
  });
});
