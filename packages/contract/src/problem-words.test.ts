import { expect, it } from 'vitest';
import { z } from 'zod';
import { problemWords } from './problem-words.ts';

const wordsFor = (schema: z.ZodType, value: unknown): string | undefined =>
  schema.safeParse(value, { error: problemWords }).error?.issues[0]?.message;

it.each([
  [z.string(), undefined, 'must be given'],
  [z.string(), 5, 'must be text'],
  [z.int(), 1.5, 'must be a whole number'],
  [z.number(), 'five', 'must be a number'],
  [z.boolean(), 'yes', 'must be true or false'],
  [z.array(z.string()), {}, 'must be a list'],
  [z.strictObject({}), [], 'must be an object'],
  [z.enum(['poster', 'landscape']), 'tall', 'must be one of poster, landscape'],
  [z.literal(true), false, 'must be true'],
  [z.email(), 'x', 'must be an e-mail address'],
  [z.uuid(), 'x', 'must be an id (a UUID)'],
  [z.string().regex(/^a$/), 'b', 'is not in the right form'],
  [z.string().min(1), '', 'must not be empty'],
  [z.string().min(20), 'x', 'must have at least 20 characters'],
  [z.string().max(2), 'abc', 'must have at most 2 characters'],
  [z.array(z.int()).max(1), [1, 2], 'must have at most 1 entry'],
  [z.int().min(1895), 12, 'must be at least 1895'],
  [z.number().max(5), 9, 'must be at most 5'],
  [z.number().gt(0), 0, 'must be more than 0'],
  [z.number().lt(1), 1, 'must be less than 1'],
  [z.strictObject({ a: z.int() }), { a: 1, b: 2, c: 3 }, 'has unknown fields: b, c'],
])('says what is wrong without the terms of the library (%#)', (schema, value, words) => {
  expect(wordsFor(schema, value)).toBe(words);
});

it('leaves the words that a field has of its own', () => {
  const slug = z.string().regex(/^[a-z]+$/, { error: 'must be lower-case letters' });
  expect(wordsFor(slug, 'A')).toBe('must be lower-case letters');
});
