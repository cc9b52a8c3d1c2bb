import { SvgRefusal } from './svg-refusal.ts';

/**
 * Styles of a drawing as attributes. Illustrator and Inkscape write colours as CSS, which a cleaned
 * drawing has none of. Only what is known to be a colour, a number or a word is taken over; a
 * drawing with any other style that draws is refused, because it would look another way.
 */

/** The declarations of one rule, in their order. */
type Declarations = readonly (readonly [property: string, value: string])[];

/** The rules of a drawing, by element name or `.class`. */
export interface StyleRules {
  readonly ofElements: ReadonlyMap<string, Declarations>;
  readonly ofClasses: readonly (readonly [name: string, declarations: Declarations])[];
}

/** The words of a text. */
export function setOf(words: string): ReadonlySet<string> {
  return new Set(words.trim().split(/\s+/));
}

/** What an attribute of the same name says, too. */
const KEPT = setOf(`
   fill fill-opacity fill-rule clip-rule clip-path mask opacity stroke stroke-width
   stroke-opacity stroke-linecap stroke-linejoin stroke-miterlimit stroke-dasharray
   stroke-dashoffset stop-color stop-opacity`);

/** What draws nothing: words are left out, and the rest is about how a program edits or renders. */
const IDLE = new RegExp(
  `^(?:${[
    '-.*|font(?:-.*)?|text-.*|line-height|(?:letter|word)-spacing|white-space|writing-mode',
    'direction|unicode-bidi|(?:dominant|alignment)-baseline|baseline-shift|inline-size|shape-.*',
    'solid-.*|enable-background|isolation|color|color-.*|image-rendering|cursor|pointer-events',
  ].join('|')})$`,
);

/** Declarations that say what is so without them. */
const USUAL = setOf(`
   display:inline display:block visibility:visible overflow:visible mix-blend-mode:normal
   filter:none marker:none marker-start:none marker-mid:none marker-end:none
   paint-order:normal vector-effect:none`);

/** Numbers, words and colours. */
const PLAIN = /^(?:[-+.,%#\w\s]|\b(?:rgb|hsl)a?\([-+.,%\w\s/]*\))+$/i;
/** An element of the drawing itself. */
export const OWN = /^url\(\s*(['"]?)(#[\w.:-]+)\1\s*\)$/i;

/** Reads the text of `<style>`. Throws an {@link SvgRefusal} for what is more than simple rules. */
export function readStyleRules(css: string): StyleRules {
  const ofElements = new Map<string, Declarations>();
  const ofClasses: [string, Declarations][] = [];
  const blocks = withoutComments(css).split('}');
  const rest = blocks.pop() ?? '';
  if (rest.trim() !== '') throw lost(rest);
  for (const block of blocks) {
    const [selectors = '', body, ...more] = block.split('{');
    if (body === undefined || more.length > 0) throw lost(block);
    const declarations = readDeclarations(body);
    for (const selector of selectors.split(',').map((one) => one.trim())) {
      if (/^\.[\w-]+$/.test(selector)) ofClasses.push([selector.slice(1), declarations]);
      else if (/^[a-z]+$/i.test(selector))
        ofElements.set(selector, [...(ofElements.get(selector) ?? []), ...declarations]);
      else throw lost(selector);
    }
  }
  return { ofElements, ofClasses };
}

/**
 * What the rules and an element's own `style` say of it, as attributes: a class counts more than
 * the element's name, and `style` more than both. Throws an {@link SvgRefusal} for what would be
 * lost.
 */
export function attributesOfStyle(
  { ofElements, ofClasses }: StyleRules,
  element: { readonly name: string; readonly classes: string; readonly style: string },
): ReadonlyMap<string, string> {
  const classes = new Set(element.classes.split(/\s+/));
  const declarations = [
    ...(ofElements.get(element.name) ?? []),
    ...ofClasses.flatMap(([name, own]) => (classes.has(name) ? own : [])),
    ...readDeclarations(withoutComments(element.style)),
  ];
  return new Map(declarations.flatMap(attributeOf));
}

function attributeOf([property, value]: Declarations[number]): [string, string][] {
  if (IDLE.test(property) || USUAL.has(`${property}:${value.toLowerCase()}`)) return [];
  const kept = KEPT.has(property) ? keptValue(value) : undefined;
  if (kept === undefined) throw lost(`${property}:${value}`);
  return [[property, kept]];
}

/** A value that is as safe in an attribute; `undefined` for every other. */
function keptValue(value: string): string | undefined {
  const own = OWN.exec(value)?.[2];
  if (own !== undefined) return `url(${own})`;
  // A picture has no colour of the page around it.
  return PLAIN.test(value) && !/currentcolor/i.test(value) ? value : undefined;
}

function readDeclarations(body: string): Declarations {
  return body.split(';').flatMap((text) => {
    if (text.trim() === '') return [];
    const at = text.indexOf(':');
    if (at < 0) throw lost(text);
    return [[text.slice(0, at).trim().toLowerCase(), text.slice(at + 1).trim()] as const];
  });
}

function withoutComments(css: string): string {
  return css.replace(/\/\*[\s\S]*?\*\/|<!--|-->/g, '');
}

function lost(style: string): SvgRefusal {
  const shown = style.trim().replace(/\s+/g, ' ').slice(0, 60);
  return new SvgRefusal(`would lose the style "${shown}"; export it with presentation attributes`);
}
