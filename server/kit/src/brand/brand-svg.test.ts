import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cleanedSvg } from './brand-svg.ts';
import { SvgRefusal } from './svg-refusal.ts';

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
    [
      'quotes',
      `<rect fill='a" onload="alert(1)' id='b" onclick="alert(1)'/>`,
      `id='" onload="alert(1)'`,
    ],
    ['quotes of references', `<use href='#a" onload="alert(1)'/>`, ''],
    ['old references with quotes', `<use xlink:href='#a" onload="alert(1)'/>`, ''],
    ['old addresses of files', '<use xlink:href="https://evil.example/a.svg#b"/>', ''],
    ['animations', '<animate attributeName="href" to="javascript:alert(1)"/>', ''],
  ])('loses %s', (_, inside, attributes) => {
    const { svg } = cleanedSvg(drawing(inside, attributes));
    expect(svg).not.toMatch(/evil|alert|on[a-z]+=|script|style|foreign|iframe|animate/i);
  });

  it('has the colours of a style sheet, as Illustrator writes it', () => {
    const sheet =
      '<style type="text/css">/* a */ .st0{fill:#FFFFFF;} .st1,.st2{opacity:0.5;enable-background:new;}path{fill:red}</style>';
    const { svg } = cleanedSvg(
      drawing(
        `<defs>${sheet}</defs><path class="st0 st2" fill="#000" d="M1 1"/>`,
        'style="enable-background:new 0 0 40 20;" xml:space="preserve"',
      ),
    );
    expect(svg).toContain('<path fill="#FFFFFF" d="M1 1" opacity="0.5">');
    expect(svg).toContain('<path d="M0 0h4" fill="red">');
    expect(svg).not.toMatch(/style|class|enable/);
  });

  it('has the colours of style attributes, as Inkscape writes them, more than those of classes', () => {
    const style = `fill:#fff;stroke:rgb(1, 2, 3);stroke-width:.5px;display:inline;-inkscape-stroke:none;font-size:12px;clip-path:url('#c')`;
    const { svg } = cleanedSvg(
      drawing(
        `<style><![CDATA[.a{fill:#000}]]></style><path class="a" style="${style}" d="M1 1"/>`,
      ),
    );
    expect(svg).toContain(
      '<path d="M1 1" fill="#fff" stroke="rgb(1, 2, 3)" stroke-width=".5px" clip-path="url(#c)">',
    );
  });

  it.each(['fill', 'stroke', 'stop-color'])(
    'is refused for the colour of the page as %s',
    (name) => {
      const inside = `<g ${name}="CurrentColor"/>`;
      expect(() => cleanedSvg(drawing(inside))).toThrow(`would lose ${name}="currentColor"`);
      const styled = `<g fill="currentColor" style="fill:red"/>`;
      expect(cleanedSvg(drawing(styled)).svg).toContain('fill="red"');
    },
  );

  it('keeps names that have a word of code in them', () => {
    const inside =
      '<clipPath id="description-1"><path d="M1 1"/></clipPath><g clip-path="url(#description-1)"/>';
    const { svg } = cleanedSvg(drawing(inside));
    expect(svg).toContain('id="description-1"');
    expect(svg).toContain('clip-path="url(#description-1)"');
  });

  it('refers to its own elements by old references, too', () => {
    const { svg } = cleanedSvg(
      drawing('<symbol id="a" viewBox="0 0 4 4"><path d="M1 1"/></symbol><use xlink:href="#a"/>'),
    );
    expect(svg).toContain('<use href="#a">');
    expect(svg).toContain('<symbol id="a" viewBox="0 0 4 4">');
    expect(cleanedSvg(drawing(`<rect fill='url("#a")'/>`)).svg).toContain('fill="url(#a)"');
  });

  it.each(['0,0,32,16', '0, 0, 32, 16', ' 0 0,32 16.0 '])('takes the viewBox %j', (viewBox) => {
    const { width, height } = cleanedSvg(`<svg viewBox="${viewBox}"><path d="M0 0"/></svg>`);
    expect([width, height]).toEqual([32, 16]);
  });

  it.each([
    '',
    '0 0 0 1',
    '1 0 4 4',
    '0 0 4',
    '0 0 4 4 4',
    '0,,0,4',
    '0 0 -4 4',
    '0 0 1.1.1 4',
    '0 0 0x4 4',
  ])('refuses the viewBox %j', (viewBox) => {
    expect(() => cleanedSvg(`<svg viewBox="${viewBox}"><path d="M0 0"/></svg>`)).toThrow(
      'must have a viewBox',
    );
  });

  it.each([
    'display:none',
    'fill:url(//evil.example)',
    'fill:url(#a) url(//evil.example)',
    'fill:ur/**/l(//evil.example)',
    'fill:u\\72l(//evil.example)',
    "fill:image-set('//evil.example' 1x)",
    'fill:var(--evil)',
    'fill:currentColor',
    'fill:red!important',
    'fill:expression(alert(1))',
    'stroke:"',
    'mix-blend-mode:multiply',
    'transform:rotate(1deg)',
    'filter:url(#a)',
    'nonsense',
  ])('is refused for the style %j, which would be lost, of an element and of a class', (style) => {
    const own = drawing(`<rect style='${style.replaceAll("'", '"')}' width='1' height='1'/>`);
    const ofClass = drawing(`<style>.a{${style}}</style><rect class="a" width="1" height="1"/>`);
    for (const text of [own, ofClass])
      expect(() => cleanedSvg(text)).toThrow('would lose the style');
  });

  it.each([
    '@import url(https://evil.example/a.css);',
    '@font-face{src:url(//evil.example)}',
    '@media print{.a{fill:red}}',
    '.a>.b{fill:red}',
    '.a:hover{fill:red}',
    '*{fill:red}',
    '.a{fill:red',
    '.\\61{fill:red}',
  ])('is refused for the style sheet %j', (sheet) => {
    expect(() => cleanedSvg(drawing(`<style>${sheet}</style>`))).toThrow('would lose the style');
  });

  it('lets no style into an attribute but words, numbers, colours and its own elements', () => {
    const value = fc.string({
      maxLength: 12,
      unit: fc.constantFrom(...'u r l ( ) # a : / . " \' \\ ; } { < & 1'.split(' '), ' '),
    });
    fc.assert(
      fc.property(fc.constantFrom('fill', 'mask', 'opacity'), value, (property, text) => {
        for (const inside of [
          `<style>.a{${property}:${text}}</style><g class="a"/>`,
          `<g style='${property}:${text}'/>`,
        ])
          try {
            const { svg } = cleanedSvg(drawing(inside));
            const [, written = ''] = new RegExp(`<g [^>]*?${property}="([^"]*)"`).exec(svg) ?? [];
            expect(written.replace(/^url\(#[\w.:-]+\)$/, '')).toMatch(/^[\w\s#.]*$/);
          } catch (error) {
            expect(error).toBeInstanceOf(SvgRefusal);
          }
      }),
      { numRuns: 300 },
    );
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
      "<rect fill='",
      "'",
      '<g style="fill:',
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
