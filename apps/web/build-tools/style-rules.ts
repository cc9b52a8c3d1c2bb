import { type Container, list, parse } from 'postcss';
import type { Plugin } from 'vite';
import type { StylePart } from '../app/design/used-styles.ts';

const SUFFIX = '.css?inline&rules';
const MODULE = 'export default ';
/** Arguments of `:not()`, `:is()` and the like, innermost first. */
const ARGUMENTS = /(?<!\\):[\w-]+\([^()]*\)/;
const CLASS = /\.((?:\\.|[\w-])+)/g;

/**
 * Builds `import parts from './name.css?inline&rules'`: a style sheet in parts, each with the class
 * names without which it applies to nothing (`app/design/used-styles.ts`).
 */
export function styleRules(): Plugin {
  return {
    name: 'bonisa-style-rules',
    enforce: 'post',
    transform(code, id) {
      if (!id.endsWith(SUFFIX)) return undefined;
      const text: unknown = JSON.parse(code.slice(MODULE.length).replace(/;?\s*$/, ''));
      if (!code.startsWith(MODULE) || typeof text !== 'string')
        throw new Error(`${id} is no text of a style sheet.`);
      return `${MODULE}${JSON.stringify(partsOf(parse(text)))}`;
    },
  };
}

/** The parts of a style sheet or of one of its blocks. */
export function partsOf(sheet: Container): StylePart[] {
  return (sheet.nodes ?? []).flatMap((node): StylePart[] => {
    if (node.type === 'rule') return [{ text: node.toString(), classes: classesOf(node.selector) }];
    if (node.type !== 'atrule') return [];
    const { name, params, nodes } = node;
    // Only these contain rules for elements.
    if (nodes && (name === 'media' || name === 'supports'))
      return [{ block: `@${name} ${params}`, parts: partsOf(node) }];
    return [{ text: nodes ? node.toString() : `${node};`, classes: [[]] }];
  });
}

/** For each selector the class names that it needs: those in an argument may be one of several. */
function classesOf(selectors: string): string[][] {
  return list.comma(selectors).map((selector) => {
    let plain = selector;
    while (ARGUMENTS.test(plain)) plain = plain.replace(ARGUMENTS, '');
    return [...plain.matchAll(CLASS)].map(([, name = '']) => name.replaceAll('\\', ''));
  });
}
