import {
  isArgumentElement,
  isLiteralElement,
  isPluralElement,
  isPoundElement,
  isTagElement,
  type MessageFormatElement,
  parse,
} from '@formatjs/icu-messageformat-parser';

/** Signs that the compiled form needs for itself. */
const OWN_SIGNS = /[{}|~]/;

/**
 * Compiles a message of the ICU format to the form that `words.ts` fills in a few lines: values as
 * `{name}`, plurals as `{count|one~# day|other~# days}`, elements as `<name>text</name>`. Throws
 * for what the form cannot express.
 */
export function compileText(message: string): string {
  return parse(message, { requiresOtherClause: true }).map(compilePart).join('');
}

/** The names of a message's values and elements: each language must have the same ones. */
export function namesIn(message: string): ReadonlySet<string> {
  const names = new Set<string>();
  const read = (part: MessageFormatElement): void => {
    if (isArgumentElement(part) || isPluralElement(part)) names.add(part.value);
    if (!isTagElement(part)) return;
    names.add(`<${part.value}>`);
    part.children.forEach(read);
  };
  parse(message).forEach(read);
  return names;
}

function compilePart(part: MessageFormatElement): string {
  if (isLiteralElement(part)) return plain(part.value);
  if (isArgumentElement(part)) return `{${part.value}}`;
  if (isTagElement(part))
    return `<${part.value}>${part.children.map(compilePart).join('')}</${part.value}>`;
  if (!isPluralElement(part)) throw new Error('A message has values, plurals and elements only.');
  const forms = Object.entries(part.options).map(
    ([name, { value }]) => `|${name}~${value.map(compileForm).join('')}`,
  );
  return `{${part.value}${forms.join('')}}`;
}

function compileForm(part: MessageFormatElement): string {
  if (isPoundElement(part)) return '#';
  if (isLiteralElement(part)) return plain(part.value);
  throw new Error('A plural form has words and # only: put other values outside of it.');
}

function plain(text: string): string {
  if (OWN_SIGNS.test(text)) throw new Error(`A message has none of { } | ~ in its words: ${text}`);
  return text;
}
