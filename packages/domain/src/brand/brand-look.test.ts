import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Colour } from '../colour.ts';
import { contrastRatio } from '../colour.ts';
import { contrastProblems, styleOf, tokensOf } from './brand-look.ts';

const colours = fc
  .integer({ min: 0, max: 0xffffff })
  .map((value): Colour => `#${value.toString(16).padStart(6, '0')}`);

it('colours without a problem can be read, whatever they are', () => {
  fc.assert(
    fc.property(colours, colours, colours, (page, text, accent) => {
      if (contrastProblems({ page, text, accent }).length > 0) return;
      const tokens = tokensOf({ page, text, accent });
      for (const name of ['bone', 'quiet', 'ochre'] as const)
        expect(
          contrastRatio(tokens[`--color-${name}`] as Colour, tokens['--color-ink'] as Colour),
        ).toBeGreaterThanOrEqual(4.5);
    }),
  );
});

it('the design’s own colours have no problem', () => {
  expect(
    contrastProblems({
      page: '#120c1c',
      text: '#fff3e0',
      accent: '#ffb627',
      surface: '#1b1329',
      raised: '#281c3b',
      band: '#3a1f5d',
      quietText: '#c9bcd6',
      highlight: '#ff6a3d',
    }),
  ).toEqual([]);
});

it('a style sheet has each token once, and the font only where there is one', () => {
  const tokens = tokensOf({ page: '#101010', text: '#ffffff', accent: '#ffcc00' });
  const style = styleOf(tokens, undefined);
  for (const [name, colour] of Object.entries(tokens)) expect(style).toContain(`${name}:${colour}`);
  expect(style).not.toContain('@font-face');
  expect(styleOf(tokens, '/brand/display-a.woff2')).toContain('url("/brand/display-a.woff2")');
});
