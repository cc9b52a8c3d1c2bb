import postcss from 'postcss';
import { describe, expect, it } from 'vitest';
import { physicalStyles } from './physical-styles.ts';

function written(text: string): string {
  return postcss([physicalStyles()]).process(text, { from: undefined }).css;
}

describe('styles for browsers without logical sides', () => {
  it.each([
    ['a{padding-inline:var(--edge)}', 'a{padding-left:var(--edge);padding-right:var(--edge)}'],
    [
      'a{margin-block:calc(1px + var(--a)) 2px!important}',
      'a{margin-top:calc(1px + var(--a))!important;margin-bottom:2px!important}',
    ],
    [
      'a{inset:auto 0 calc(10px + env(safe-area-inset-bottom))}',
      'a{top:auto;right:0;bottom:calc(10px + env(safe-area-inset-bottom));left:0}',
    ],
    ['a{inset-inline-end:1rem}', 'a{right:1rem}'],
    ['a{inset:0}', 'a{top:0;right:0;bottom:0;left:0}'],
  ])('writes %s', (text, expected) => {
    expect(written(text)).toBe(expected);
  });

  it('puts the whole viewport before the one without bars', () => {
    expect(written('a{min-height:min(40rem,78svh)}')).toBe(
      'a{min-height:min(40rem,78vh);min-height:min(40rem,78svh)}',
    );
  });

  it('leaves a fallback that an author has written', () => {
    const text = 'a{height:50vh;height:100dvh}';
    expect(written(text)).toBe(text);
  });
});
