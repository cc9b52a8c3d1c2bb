import { parseSync } from 'vite';

/** Attributes and properties that a viewer reads or hears. */
const SPOKEN =
  /^(aria-label|aria-valuetext|alt|title|label|legend|heading|help|note|name|term|what|of|words|first|eyebrow|placeholder|busyLabel)$/;
/** Names are the same in every language. */
const NAMES = /^(WhatsApp|SMS)$/;
/** A word of a sentence; names of fields and single signs are none. */
const WORDS = /\p{L}{2,}/u;
const SENTENCE = /^\p{Lu}\p{Ll}|^[^<]*\p{L}{2,},? \p{L}{2,}/u;
/** Calls whose texts no viewer sees: of logs, of comparisons, of the browser's own interfaces. */
const SILENT =
  /^(log|logQuietly|listen|includes|matchMedia|querySelector|querySelectorAll|createContext)$/;

interface Node {
  readonly type: string;
  // biome-ignore lint/suspicious/noExplicitAny: the parser describes a hundred kinds of nodes
  readonly [part: string]: any;
}

/**
 * The words of a file that a viewer may see or hear and that come from no file of words: texts
 * between tags, spoken attributes, and sentences in its code. Errors, logs, keys of `say`, names of
 * classes and what is compared are none.
 */
export function ownWords(name: string, code: string): readonly string[] {
  const { program, errors } = parseSync(name, code);
  if (errors.length > 0) throw new Error(`${name} cannot be read: ${errors[0]?.message}`);
  const found: string[] = [];
  look(program, found);
  return found.filter((text) => !NAMES.test(text));
}

function look(node: unknown, found: string[]): void {
  if (Array.isArray(node)) for (const one of node) look(one, found);
  else if (typeof node === 'object' && node !== null)
    for (const part of 'type' in node ? partsToRead(node as Node, found) : Object.values(node))
      look(part, found);
}

/** Notes the words of a node itself; returns the parts that may have further ones. */
function partsToRead(node: Node, found: string[]): readonly unknown[] {
  const { type } = node;
  if (type === 'JSXText' && WORDS.test(node.value)) found.push(node.value.trim());
  if (type === 'Literal' && typeof node.value === 'string' && SENTENCE.test(node.value))
    found.push(node.value);
  if (type === 'TemplateLiteral')
    for (const { value } of node.quasis) if (SENTENCE.test(value.raw)) found.push(value.raw);
  if (isSilent(node)) return [];
  if (/^TS(As|NonNull|Satisfies)/.test(type)) return [node.expression];
  if (type === 'CallExpression' && hasSilentTexts(node.callee))
    return node.arguments.filter((argument: Node) => !/Literal$/.test(argument.type));
  if (type === 'SwitchCase') return [node.consequent];
  if (type === 'JSXAttribute' && !/^on[A-Z]/.test(node.name.name) && !SPOKEN.test(node.name.name))
    return /JSX|Arrow/.test(node.value?.expression?.type ?? '') ? [node.value] : [];
  return Object.entries(node).flatMap(([part, value]) =>
    part === 'key' && !node.computed ? [] : [value],
  );
}

function isSilent({ type, operator, callee }: Node): boolean {
  if (/^(Import|ExportAll|TS)/.test(type)) return !/^TS(As|NonNull|Satisfies)/.test(type);
  if (type === 'NewExpression') return /Error$/.test(nameOf(callee));
  return type === 'BinaryExpression' && /^([!=]==?|in)$/.test(operator);
}

/** `say` of the words has a key; the `say` of an object, a toast's for example, has a text. */
function hasSilentTexts(callee: Node): boolean {
  return /^say(With)?$/.test(callee.name) || SILENT.test(nameOf(callee));
}

function nameOf(callee: Node): string {
  return callee.name ?? callee.property?.name ?? '';
}
