import type { Declaration, Plugin } from 'postcss';

/** Logical properties that Chrome 87 brought, and the sides that they set: start, then end. */
const SIDES: Readonly<Record<string, readonly string[]>> = {
  'padding-inline': ['padding-left', 'padding-right'],
  'padding-block': ['padding-top', 'padding-bottom'],
  'margin-inline': ['margin-left', 'margin-right'],
  'margin-block': ['margin-top', 'margin-bottom'],
  'inset-inline': ['left', 'right'],
  'inset-block': ['top', 'bottom'],
  'inset-inline-start': ['left'],
  'inset-inline-end': ['right'],
  'inset-block-start': ['top'],
  'inset-block-end': ['bottom'],
};
const INSET = ['top', 'right', 'bottom', 'left'];
/** Units of the viewport without a browser's bars (Chrome 108), and what stands in for them. */
const VIEWPORT_UNIT = /(?<=\d)[ds](?=v[hw]\b)/g;

/**
 * Writes logical sides as physical ones and gives `dvh` and `svh` a fallback: the compiler of
 * styles leaves both where a value contains `var()` or `env()`. Every language of the site is
 * written from left to right.
 */
export function physicalStyles(): Plugin {
  return {
    postcssPlugin: 'bonisa-physical-styles',
    Declaration(declaration) {
      const { prop, value } = declaration;
      if (value.includes('vh') || value.includes('vw')) addFallback(declaration);
      if (prop === 'inset') replace(declaration, INSET, fourValues(valuesOf(value)));
      const sides = SIDES[prop];
      if (!sides) return;
      const [start = '', end = start] = valuesOf(value);
      replace(declaration, sides, [start, end]);
    },
  };
}

function addFallback(declaration: Declaration): void {
  const value = declaration.value.replace(VIEWPORT_UNIT, '');
  const before = declaration.prev();
  const isThere = before?.type === 'decl' && before.prop === declaration.prop;
  if (value !== declaration.value && !isThere) declaration.cloneBefore({ value });
}

function replace(declaration: Declaration, sides: readonly string[], values: readonly string[]) {
  for (const [at, prop] of sides.entries())
    declaration.cloneBefore({ prop, value: values[at] ?? '' });
  declaration.remove();
}

/** Splits at the spaces that stand in no brackets. */
function valuesOf(value: string): string[] {
  return value.match(/(?:[^\s(]|\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\))+/g) ?? [];
}

function fourValues([top = '', right = top, bottom = top, left = right]: string[]): string[] {
  return [top, right, bottom, left];
}
