import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cleanedSvg, SvgRefusal } from './brand-svg.ts';

const drawing = (inside: string, attributes = '') =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 20" ${attributes}>${inside}<path d="M0 0h4"/></svg>`;

describe('a drawing of a brand', () => {
  it('keeps its shapes and its size', () => {
    const { svg, width, height } = cleanedSvg(
      drawing('<g fill="url(#a)"><circle cx="4" cy="4" r="2"/></g><use href="#a"/>'),
    );
    expect([width, height]).toEqual([40, 20]);
    expect(svg).toContain('<circle cx="4" cy="4" r="2">');
    expect(svg).toContain('fill="url(#a)"');
    expect(svg).toContain('href="#a"');
  });

  it.each([
    ['scripts', '<script>alert(1)</script>', ''],
    ['handlers', '<rect onload="alert(1)" width="1" height="1"/>', 'onclick="alert(1)"'],
    [
      'styles',
      '<style>@import url(https://evil.example/a.css)</style>',
      'style="fill:url(//evil)"',
    ],
    ['embedded pages', '<foreignObject><iframe src="https://evil.example"/></foreignObject>', ''],
    [
      'addresses',
      '<use href="https://evil.example/a.svg#b"/><image href="https://evil.example/a"/>',
      '',
    ],
    ['old addresses', '<a xlink:href="javascript:alert(1)"><rect width="1" height="1"/></a>', ''],
    [
      'addresses in colours',
      '<rect fill="url(https://evil.example/#a)" width="1" height="1"/>',
      '',
    ],
    [
      'escaped addresses',
      '<rect fill="u\\72l(https://evil.example/#a)" width="1" height="1"/>',
      '',
    ],
    ['animations', '<animate attributeName="href" to="javascript:alert(1)"/>', ''],
  ])('loses %s', (_, inside, attributes) => {
    const { svg } = cleanedSvg(drawing(inside, attributes));
    expect(svg).not.toMatch(/evil|alert|on[a-z]+=|script|style|foreign|iframe|animate/i);
  });

  it.each([
    ['what is no drawing', '<html></html>', 'must be an SVG drawing'],
    ['a drawing without a place', '<svg><path d="M0 0"/></svg>', 'must have a viewBox'],
    ['a drawing of nothing', '<svg viewBox="0 0 4 4"><text>a</text></svg>', 'must draw a shape'],
    [
      'entities',
      '<!DOCTYPE svg [<!ENTITY a "b">]><svg viewBox="0 0 4 4"><path d="&a;"/></svg>',
      'must not declare entities',
    ],
    ['a huge file', drawing(' '.repeat(50_000)), 'must have at most'],
  ])('is refused for %s', (_, text, reason) => {
    expect(() => cleanedSvg(text)).toThrow(reason);
  });

  it('is cleaned or refused, whatever is in the file', () => {
    const piece = fc.constantFrom(
      '<script>',
      '</script>',
      '<g>',
      '</g>',
      '<path d="M0 0"/>',
      ' onload="x()"',
      '<![CDATA[',
      ']]>',
      '<!--',
      '-->',
      '&lt;',
      'href="javascript:x()"',
      '<svg viewBox="0 0 1 1">',
      '</svg>',
      '<use href="#a"/>',
      '<foreignObject>',
      '"',
      '>',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
        try {
          const { svg } = cleanedSvg(drawing(pieces.join('')));
          expect(svg).not.toMatch(/<script|<foreignObject|onload=|href="javascript/i);
        } catch (error) {
          expect(error).toBeInstanceOf(SvgRefusal);
        }
      }),
    );
  });
});
