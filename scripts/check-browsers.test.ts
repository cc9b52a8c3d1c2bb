import { describe, expect, it } from 'vitest';
import { problemsOfScript, problemsOfStyles } from './check-browsers.ts';

describe('the check of built scripts', () => {
  it.each([
    ['a ||= b', 'is not ES2020'],
    ['class A { #secret = 1 }', 'is not ES2020'],
    ['Object.groupBy(a, b)', 'uses Object.groupBy'],
    ['a.replace(/(?<=b)c/, d)', 'looks behind in /(?<=b)c/'],
    ['structuredClone(a)', 'uses structuredClone'],
    ['node.replaceChildren(a)', 'uses .replaceChildren'],
    ['const id = crypto.randomUUID()', 'uses crypto.randomUUID'],
  ])('refuses %s', (code, problem) => {
    expect(problemsOfScript(code).join()).toContain(problem);
  });

  it('passes ES2020, methods that old-browser.js adds, and methods that are looked for first', () => {
    expect(
      problemsOfScript('const last = a?.b.at(-1) ?? 0n; document.startViewTransition?.(() => 1)'),
    ).toEqual([]);
    expect(problemsOfScript('if (`showPopover` in a) a.showPopover()')).toEqual([]);
  });
});

describe('the check of built styles', () => {
  it.each([
    ['@layer base { a { color: red } }', 'has @layer base'],
    ['a { inset: 0 }', 'has inset: 0'],
    ['a { padding-inline: var(--edge) }', 'has padding-inline: var(--edge)'],
    ['a { color: color-mix(in srgb, red, blue) }', 'has color: color-mix'],
    ['a:is(.b, .c) { color: red }', 'has the selector a:is(.b, .c)'],
    ['@media (width >= 30rem) { a { color: red } }', 'has a range in @media (width >= 30rem)'],
  ])('refuses %s', (text, problem) => {
    expect(problemsOfStyles(text).join()).toContain(problem);
  });

  it('passes a rule with :is() behind the same rule for old browsers', () => {
    const text = 'a:-webkit-any(.b, .c) { top: 0 } a:is(.b, .c) { top: 0 }';
    expect(problemsOfStyles(text)).toEqual([]);
  });
});
