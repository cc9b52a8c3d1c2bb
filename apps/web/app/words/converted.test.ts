import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync } from 'vite';
import { describe, expect, test } from 'vitest';

const APP = join(import.meta.dirname, '..');
/** The places whose words come from the files of words. An area is added when it is done. */
const CONVERTED = [
  'flow',
  'layouts',
  'words',
  'error-screen.tsx',
  'titles/not-found-screen.tsx',
  'data',
  'profile',
];
/** Attributes that a viewer reads or hears. */
const SPOKEN = /^(aria-label|alt|title|label|legend|heading|help|note|name|placeholder|busyLabel)$/;
/** Names are the same in every language. */
const NAMES = /^(WhatsApp|SMS)$/;
/** A word of a sentence; names of fields and single signs are none. */
const WORDS = /\p{L}{2,}/u;
const SENTENCE = /^\p{Lu}[^\n]*\p{L}{2,}|\p{L}{2,} \p{L}{2,}/u;

/** The words of a screen that do not come from a file. */
function wordsOfItsOwn(name: string, code: string): readonly string[] {
  const found: string[] = [];
  const unspoken = new Set<Node | undefined>();
  const { program, errors } = parseSync(name, code);
  expect(errors).toEqual([]);
  visit(program, (node) => {
    if (node.type === 'JSXText' && WORDS.test(node.value) && !NAMES.test(node.value.trim()))
      found.push(node.value.trim());
    if (node.type === 'JSXAttribute' && SPOKEN.test(node.name?.name ?? '') && isText(node.value))
      if (SENTENCE.test(node.value.value)) found.push(node.value.value);
    if (node.type === 'JSXAttribute' && node.value?.type === 'JSXExpressionContainer')
      unspoken.add(SPOKEN.test(node.name?.name ?? '') ? undefined : node.value);
    if (node.type === 'JSXExpressionContainer' && !unspoken.has(node))
      for (const text of textsIn(node.expression)) if (SENTENCE.test(text)) found.push(text);
  });
  return found;
}

interface Node {
  readonly type: string;
  // biome-ignore lint/suspicious/noExplicitAny: the parser describes a hundred kinds of nodes
  readonly [part: string]: any;
}

function visit(node: unknown, see: (node: Node) => void): void {
  if (Array.isArray(node)) for (const one of node) visit(one, see);
  else if (typeof node === 'object' && node !== null) {
    if ('type' in node) see(node as Node);
    for (const part of Object.values(node)) visit(part, see);
  }
}

/** The texts that an expression shows: its own, and those of both sides of a choice. */
function textsIn(node: Node): readonly string[] {
  if (isText(node)) return [node.value];
  if (node.type === 'TemplateLiteral')
    return node.quasis.map(({ value }: { value: { raw: string } }) => value.raw);
  if (node.type === 'ConditionalExpression')
    return [...textsIn(node.consequent), ...textsIn(node.alternate)];
  return [];
}

function isText(node: unknown): node is { readonly value: string } {
  const { type, value } = (node ?? {}) as Partial<Node>;
  return type === 'Literal' && typeof value === 'string';
}

function screens(): readonly string[] {
  return CONVERTED.flatMap((place) =>
    place.endsWith('.tsx')
      ? [place]
      : readdirSync(join(APP, place), { recursive: true, encoding: 'utf8' })
          .filter((name) => name.endsWith('.tsx') && !name.endsWith('.test.tsx'))
          .map((name) => join(place, name)),
  );
}

describe('the screens of a converted area', () => {
  test.each(screens())('%s takes its words from the files', (screen) => {
    expect(wordsOfItsOwn(screen, readFileSync(join(APP, screen), 'utf8'))).toEqual([]);
  });

  test('are found out by words in text, in attributes and in choices', () => {
    const code =
      'const a = <p aria-label="Go home" className="a b">Try {busy ? "One moment" : say("a.b")}</p>';
    expect(wordsOfItsOwn('a.tsx', code)).toEqual(['Go home', 'Try', 'One moment']);
  });
});
