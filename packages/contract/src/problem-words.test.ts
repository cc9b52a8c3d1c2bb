import { readdirSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { problemLines, problemWords } from './problem-words.ts';

const linesFor = (schema: z.ZodType, value: unknown): readonly string[] => {
  const { error } = schema.safeParse(value);
  return error ? problemLines(error) : [];
};

/** The words of zod's English. */
const LIBRARY = /\b(Invalid|Unrecognized|Too (small|big)|expected|received|discriminator)\b/;

it.each([
  [z.string(), undefined, 'must be given'],
  [z.string(), 5, 'must be text, not a number'],
  [z.string(), null, 'must be text, not null'],
  [z.string(), new Date(), 'must be text'],
  [z.int(), 1.5, 'must be a whole number'],
  [z.int(), '1990', 'must be a whole number, not text'],
  [z.number(), 'five', 'must be a number, not text'],
  [z.number(), Number.NaN, 'must be a number'],
  [z.number(), Number.POSITIVE_INFINITY, 'must be a number'],
  [z.bigint(), 'x', 'must be a whole number, not text'],
  [z.boolean(), 'yes', 'must be true or false, not text'],
  [z.array(z.string()), {}, 'must be a list, not an object'],
  [z.tuple([z.string()]), 'x', 'must be a list, not text'],
  [z.set(z.string()), 'x', 'must be a list, not text'],
  [z.strictObject({}), [], 'must be an object, not a list'],
  [z.record(z.string(), z.int()), 5, 'must be an object, not a number'],
  [z.date(), 'x', 'must be a time, not text'],
  [z.null(), 'x', 'must be null, not text'],
  [z.never(), 'x', 'must be left out'],
  [z.undefined(), 'x', 'must be left out'],
  [z.instanceof(URL), 'x', 'is not valid'],
  [z.string().optional().nonoptional(), undefined, 'must be given'],
  [z.enum(['poster', 'landscape']), 'tall', 'must be one of poster, landscape'],
  [z.literal(true), false, 'must be true'],
  [z.literal([undefined, null]), 'x', 'must be one of left out, null'],
  [z.email(), 'x', 'must be an e-mail address'],
  [z.uuid(), 'x', 'must be an id (a UUID)'],
  [z.ipv4(), 'x', 'must be an IPv4 address'],
  [z.iso.time(), 'x', 'must be a time of day such as 08:00:00'],
  [z.string().startsWith('https:'), 'x', 'must begin with https:'],
  [z.string().endsWith('.mp4'), 'x', 'must end with .mp4'],
  [z.string().includes('@'), 'x', 'must contain @'],
  [z.string().regex(/^a$/), 'b', 'is not in the right form'],
  [z.cuid2(), 'X', 'is not in the right form'],
  [z.string().min(1), '', 'must not be empty'],
  [z.string().min(20), 'x', 'must have at least 20 characters'],
  [z.string().length(1), '', 'must have exactly 1 character'],
  [z.string().max(2), 'abc', 'must have at most 2 characters'],
  [z.array(z.int()).max(1), [1, 2], 'must have at most 1 entry'],
  [z.set(z.int()).min(2), new Set([1]), 'must have at least 2 entries'],
  [z.map(z.string(), z.int()).min(1), new Map(), 'must not be empty'],
  [z.int().min(1895), 12, 'must be at least 1895'],
  [z.number().max(5), 9, 'must be at most 5'],
  [z.number().gt(0), 0, 'must be more than 0'],
  [z.number().lt(1), 1, 'must be less than 1'],
  [z.bigint().max(5n), 6n, 'must be at most 5'],
  [z.date().min(new Date(0)), new Date(-1), 'must be at least 1970-01-01T00:00:00.000Z'],
  [z.number().multipleOf(0.01), 0.005, 'must be a multiple of 0.01'],
  [z.strictObject({ a: z.int() }), { a: 1, b: 2, c: 3 }, 'has unknown fields: b, c'],
  [z.record(z.string().max(1), z.int()), { ab: 1 }, 'ab: its name must have at most 1 character'],
  [z.map(z.object({}), z.int()), new Map([['a', 1]]), 'a: must be an object, not text'],
  [
    z.map(z.date().min(new Date(1)), z.int()),
    new Map([[new Date(0), 1]]),
    'its name must be at least 1970-01-01T00:00:00.001Z',
  ],
  [
    z.map(z.date(), z.int()),
    new Map([[new Date(0), 'x']]),
    'has an entry that must be a whole number, not text',
  ],
  [z.union([z.string(), z.number()]), true, 'must be text or a number, not true or false'],
  [
    z.union([z.string(), z.object({ id: z.int() })]),
    { id: 'x' },
    'id: must be a whole number, not text',
  ],
  [z.union([z.string(), z.number()]), undefined, 'must be given'],
  [z.union([z.literal(2), z.string()]), 3, 'must be 2'],
  [
    z.discriminatedUnion('kind', [
      z.object({ kind: z.literal('a') }),
      z.object({ kind: z.literal('b') }),
    ]),
    { kind: 'c' },
    'kind: must be one of a, b',
  ],
  [z.xor([z.string(), z.string().max(9)]), 'x', 'fits more than one form'],
  [z.string().refine(() => false), 'x', 'is not valid'],
  [z.object({ year: z.int() }), { year: '1990' }, 'year: must be a whole number, not text'],
  [z.object({ v: z.array(z.string()) }), { v: ['x', 5] }, 'v.1: must be text, not a number'],
])('says what is wrong without the terms of the library (%#)', (schema, value, words) => {
  expect(linesFor(schema, value)).toEqual([words]);
});

it('leaves the words that a field has of its own', () => {
  const slug = z.string().regex(/^[a-z]+$/, { error: 'must be lower-case letters' });
  expect(linesFor(slug, 'A')).toEqual(['must be lower-case letters']);
});

it('has words for a problem that a later version of the library may know', () => {
  expect(problemWords({ code: 'new_code', input: 5 } as never)).toBe('is not valid');
});

it.each([
  ...[z.email(), z.url(), z.emoji(), z.uuid(), z.guid(), z.nanoid(), z.cuid(), z.cuid2(), z.ulid()],
  ...[z.xid(), z.ksuid(), z.ipv4(), z.ipv6(), z.mac(), z.cidrv4(), z.cidrv6(), z.base64()],
  ...[z.base64url(), z.e164(), z.jwt(), z.hostname(), z.hex(), z.hash('sha256'), z.httpUrl()],
  ...[z.iso.date(), z.iso.time(), z.iso.datetime(), z.iso.duration(), z.stringFormat('own', /^$/)],
  ...[z.string().lowercase(), z.string().uppercase(), z.templateLiteral(['a', z.int()])],
  ...[z.json(), z.stringbool(), z.symbol(), z.file(), z.nan(), z.void(), z.int32(), z.float32()],
])('has plain words for what no schema of a kind takes (%#)', (schema) => {
  for (const value of ['\u0001 xX', Symbol('x')]) {
    const lines = linesFor(schema, value);
    for (const line of lines) expect(line).not.toMatch(LIBRARY);
  }
});

describe('any value, for the body, query and parameters of any call', () => {
  it('is refused in plain words', async () => {
    const files = readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' });
    const modules: object[] = await Promise.all(
      files.filter((name) => name.endsWith('.calls.ts')).map((name) => import(`./${name}`)),
    );
    const parts = modules
      .flatMap((module) => Object.values(module))
      .flatMap((call) => [call?.body, call?.query, call?.params])
      .filter((one) => one instanceof z.ZodType);
    expect(parts.length).toBeGreaterThan(100);
    fc.assert(
      fc.property(fc.constantFrom(...parts), fc.jsonValue({ maxDepth: 3 }), (schema, value) => {
        // What was sent may be any word itself: the names of unknown fields are.
        for (const line of linesFor(schema, value))
          if (!line.includes('unknown fields')) expect(line).not.toMatch(LIBRARY);
      }),
      { numRuns: 2000 },
    );
  });
});
