import { describe, expect, test } from 'vitest';
import { inFolder, markWords, scriptsWithWords, withWords } from './words.ts';

describe('the words of a script', () => {
  test('stand in the place of the call, in the language of the scripts', () => {
    const marked = markWords("const a = say('try_again');");
    expect(marked).toMatch(/^const a = "@@words:try_again:[0-9a-f]{8}@@";$/);
    expect(withWords(marked, 'en')).toBe('const a = "Try again";');
    expect(withWords(marked, 'st')).toBe('const a = "Leka hape";');
  });

  test('keep the function where values are filled in', () => {
    const marked = markWords("say('flow.step', { step, of })");
    expect(withWords(marked, 'zu')).toBe('say("{step} kwezi-{of}", { step, of })');
  });

  test('read the same in a literal of any kind', () => {
    const mark = markWords("say('error.unexpected')").slice(1, -1);
    const expected = 'An error occurred.\nPlease try again or contact support';
    for (const quote of ['"', "'", '`'])
      expect(evaluate(withWords(quote + mark + quote, 'en'))).toBe(expected);
  });

  test('must be in the files, and must not need what the call does not give', () => {
    expect(() => markWords("say('no.such.words')")).toThrow('no words no.such.words');
    expect(() => markWords("say('flow.step')")).toThrow('need values');
  });
});

describe('the scripts of a language', () => {
  const scripts = new Map([
    ['react-1.js', 'export{a}'],
    ['button-2.js', `import{a}from"./react-1.js";${markWords("say('one_moment')")}`],
    ['home-3.js', 'import{b}from"./button-2.js";const f="/assets/logo.svg"'],
    ['lazy-4.js', 'const d=["assets/home-3.js","assets/react-1.js"];import(`./react-1.js`)'],
    ['engine-5.js', 'import"./react-1.js"'],
  ]);
  const worded = scriptsWithWords(scripts);

  test('are those with words and those that import them', () => {
    expect([...worded].sort()).toEqual(['button-2.js', 'home-3.js', 'lazy-4.js']);
  });

  test('name their own scripts and share the others', () => {
    expect(inFolder(scripts.get('button-2.js') ?? '', 'zu', worded)).toContain(
      'from"../react-1.js"',
    );
    expect(inFolder(scripts.get('home-3.js') ?? '', 'zu', worded)).toBe(scripts.get('home-3.js'));
    expect(inFolder(scripts.get('lazy-4.js') ?? '', 'zu', worded)).toBe(
      'const d=["assets/zu/home-3.js","assets/react-1.js"];import(`../react-1.js`)',
    );
  });
});

function evaluate(code: string): unknown {
  return Function(`return ${code}`)();
}
