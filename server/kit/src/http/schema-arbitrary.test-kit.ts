import fc from 'fast-check';
import { z } from 'zod';

/** The JSON schema features that the bodies of calls use. */
interface JsonSchema {
  readonly type?: string;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly JsonSchema[];
  readonly oneOf?: readonly JsonSchema[];
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly items?: JsonSchema;
  readonly format?: string;
  readonly maxLength?: number;
}

/** Unexpected values. */
const ODD = fc.oneof(
  fc.constantFrom<unknown>(
    '',
    ' ',
    '0',
    '-1',
    '1e9',
    'null',
    '\u0000',
    '\ud800',
    "'; drop table titles; --",
    '27821234567',
    'isibane',
    null,
  ),
  fc.double(),
  fc.boolean(),
  fc.string({ unit: 'binary', maxLength: 20 }),
  fc.jsonValue({ maxDepth: 2 }),
);

/** Days and instants that PostgreSQL or JavaScript's dates do not have. */
const ODD_DAYS = ['0000-01-01', '0001-01-01', '9999-12-31', '2026-02-30'];
const ODD_INSTANTS = [
  '0000-01-01T00:00:00Z',
  '9999-12-31T23:59:59-12:00',
  '0001-01-01T00:00:00+14:00',
];

/**
 * Values that a schema accepts or almost accepts, and now and then any value. `io`: like what a
 * caller sends, or like what the schema makes of it.
 */
export function schemaArbitrary(
  schema: z.ZodType,
  io: 'input' | 'output' = 'output',
): fc.Arbitrary<unknown> {
  return fc.oneof(
    {
      weight: 8,
      arbitrary: like(z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as JsonSchema),
    },
    { weight: 1, arbitrary: ODD },
  );
}

function like(schema: JsonSchema): fc.Arbitrary<unknown> {
  return fc.oneof({ weight: 15, arbitrary: fitting(schema) }, { weight: 1, arbitrary: ODD });
}

function fitting({
  type,
  enum: names,
  anyOf,
  oneOf,
  properties = {},
  items,
  ...rest
}: JsonSchema): fc.Arbitrary<unknown> {
  if (rest.const !== undefined) return fc.constant(rest.const);
  if (names) return fc.constantFrom(...names);
  const choices = anyOf ?? oneOf;
  if (choices) return fc.oneof(...choices.map(like));
  switch (type) {
    case 'object':
      return objectOf(properties);
    case 'array':
      return fc.array(items ? like(items) : ODD, { maxLength: 3 });
    case 'integer':
    case 'number':
      return fc.oneof(
        { weight: 6, arbitrary: fc.integer({ min: 1, max: 5 }) },
        { weight: 1, arbitrary: fc.integer({ min: -10, max: 200 }) },
        { weight: 1, arbitrary: fc.constantFrom(2 ** 31, Number.MAX_SAFE_INTEGER) },
      );
    case 'boolean':
      return fc.boolean();
    case 'string':
      return stringOf(rest);
    default:
      return ODD;
  }
}

/**
 * All fields, some fields, or a single field: refinements of a zod schema are not part of its JSON
 * schema.
 */
function objectOf(properties: Readonly<Record<string, JsonSchema>>): fc.Arbitrary<unknown> {
  const fields = Object.entries(properties).map(([name, one]) => [name, like(one)] as const);
  if (fields.length === 0) return fc.constant({});
  const all = Object.fromEntries(fields);
  return fc.oneof(
    fc.record(all),
    fc.record(all, { requiredKeys: [] }),
    ...fields.map(([name, one]) => fc.record({ [name]: one })),
  );
}

function stringOf({ format, maxLength = 40 }: JsonSchema): fc.Arbitrary<unknown> {
  if (format === 'uuid') return fc.uuid();
  if (format === 'date-time')
    return fc.oneof(
      { weight: 3, arbitrary: fc.date({ noInvalidDate: true }).map((date) => date.toISOString()) },
      { weight: 1, arbitrary: fc.constantFrom(...ODD_INSTANTS) },
    );
  const known = fc.constantFrom(
    ...['isibane', 'lamplight', '0821234567', 'demo-weekly', 'run-1', '1234'].filter(
      (text) => text.length <= maxLength,
    ),
    '',
  );
  return fc.oneof(
    { weight: 3, arbitrary: known },
    { weight: 1, arbitrary: fc.constantFrom(...ODD_DAYS, 'a\ud83d', 'a\u0000') },
    { weight: 1, arbitrary: fc.string({ maxLength: Math.min(maxLength, 60) }) },
  );
}
