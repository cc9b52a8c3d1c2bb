import { parse } from 'postcss';
import { describe, expect, it } from 'vitest';
import { usedStyles } from '../app/design/used-styles.ts';
import { partsOf } from './style-rules.ts';

const used = (css: string, html: string): string => usedStyles(partsOf(parse(css)), html);

describe('the styles that a page uses', () => {
  it.each([
    ['.a{color:red}', '<p class="a">', true],
    ['.a{color:red}', '<p class="b a c">', true],
    ['.a{color:red}', '<p class="ab">', false],
    ['h1,[data-x] p{color:red}', '<i>', true],
    ['.a .b,.c{color:red}', '<p class="a"><p class="c">', true],
    ['.a .b{color:red}', '<p class="a">', false],
    ['.a:not(.b,:is(.c .d)){color:red}', '<p class="a">', true],
    ['.a:is(.b,.c):hover{color:red}', '<p class="a c">', true],
    ['body:has(.b) .a{color:red}', '<p class="a">', true],
    ['.a[aria-busy="true"]::before{color:red}', '<p class="a">', true],
    ['.px-\\(--edge\\){color:red}', '<p class="px-(--edge)">', true],
    ['.mt-0\\.5{color:red}', '<p class="mt-0">', false],
    ['.\\[\\&\\>svg\\]\\:size-4>svg{color:red}', '<p class="[&amp;&gt;svg]:size-4">', true],
    ['@font-face{font-family:A}', '<i>', true],
    ['@keyframes b{to{opacity:0}}', '<i>', true],
  ])('%s in %s: %s', (css, html, isUsed) => {
    expect(used(css, html)).toBe(isUsed ? css : '');
  });

  it('keeps the order, and of a block what is used', () => {
    const css =
      '.a{top:0}@media (hover:hover){.b{top:0}.a{top:1px}@supports (gap:1px){.a{top:2px}}}' +
      '@media print{.b{top:3px}}.a{top:4px}';
    expect(used(css, '<p class="a">')).toBe(
      '.a{top:0}@media (hover:hover){.a{top:1px}@supports (gap:1px){.a{top:2px}}}.a{top:4px}',
    );
  });
});
