/** A part of a style sheet (`build-tools/style-rules.ts`). */
export type StylePart =
  | {
      readonly text: string;
      /** For each selector of a rule the class names that an element and those around it need. */
      readonly classes: readonly (readonly string[])[];
    }
  | {
      /** The beginning of a conditional block. */
      readonly block: string;
      readonly parts: readonly StylePart[];
    };

const CLASSES = /\sclass="[^"]*/g;
const BEFORE_NAMES = ' class="'.length;

/**
 * The style sheet without rules for classes that a rendered page does not contain. What else a rule
 * asks for (attributes, states, elements) does not count: it may change before the page's scripts
 * and its whole style sheet have loaded, but classes do not.
 */
export function usedStyles(sheet: readonly StylePart[], html: string): string {
  const there = new Set<string>();
  // Most elements share their classes with others: each text is split once.
  for (const text of new Set(html.match(CLASSES))) {
    const names = text.slice(BEFORE_NAMES).replaceAll('&amp;', '&').replaceAll('&gt;', '>');
    for (const name of names.split(' ')) there.add(name);
  }
  return textOf(sheet, there);
}

function textOf(parts: readonly StylePart[], there: ReadonlySet<string>): string {
  let text = '';
  for (const part of parts) {
    if ('block' in part) {
      const inside = textOf(part.parts, there);
      if (inside) text += `${part.block}{${inside}}`;
    } else if (part.classes.some((names) => names.every((name) => there.has(name))))
      text += part.text;
  }
  return text;
}
