import { z } from 'zod';

type Issue = z.core.$ZodRawIssue;

/** What a field must be, by the name that the library has for it; a value of that kind as well. */
const KINDS: Readonly<Record<string, string>> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  bigint: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  tuple: 'a list',
  set: 'a list',
  object: 'an object',
  record: 'an object',
  map: 'an object',
  date: 'a time',
  file: 'a file',
  null: 'null',
};

/** No value may be there. */
const ABSENT: ReadonlySet<string> = new Set(['undefined', 'never', 'void']);

const FORMATS: Readonly<Record<string, string>> = {
  email: 'must be an e-mail address',
  url: 'must be an address such as https://example.com',
  uuid: 'must be an id (a UUID)',
  guid: 'must be an id (a UUID)',
  date: 'must be a day such as 2026-11-23',
  time: 'must be a time of day such as 08:00:00',
  datetime: 'must be a time such as 2026-11-23T08:00:00Z',
  duration: 'must be a duration such as PT1H30M',
  ipv4: 'must be an IPv4 address',
  ipv6: 'must be an IPv6 address',
  cidrv4: 'must be an IPv4 network',
  cidrv6: 'must be an IPv6 network',
  hostname: 'must be a host name',
  e164: 'must be a number such as +27821234567',
  base64: 'must be Base64',
  base64url: 'must be Base64 for addresses',
  hex: 'must be hexadecimal digits',
  json_string: 'must be JSON',
  lowercase: 'must be lower case',
  uppercase: 'must be upper case',
};

/** Of what a length counts. */
const UNITS: Readonly<Record<string, readonly [one: string, many: string]>> = {
  string: ['character', 'characters'],
  array: ['entry', 'entries'],
  set: ['entry', 'entries'],
  map: ['entry', 'entries'],
  file: ['byte', 'bytes'],
};

/**
 * What is wrong with a field, in the words of people who fill in forms and files, for each issue
 * that zod can raise: its own words reach nobody. Fields with words of their own keep them.
 */
export function problemWords(issue: Issue): string {
  switch (issue.code) {
    case 'invalid_type':
      return typeWords([isWhole(issue) ? 'int' : issue.expected], issue.input);
    case 'invalid_value':
      return `must be ${oneOf(issue.values)}`;
    case 'invalid_format':
      return formatWords(issue);
    case 'not_multiple_of':
      return `must be a multiple of ${issue.divisor}`;
    case 'too_small':
      return sizeWords(issue, issue.minimum, 'at least', 'more than');
    case 'too_big':
      return sizeWords(issue, issue.maximum, 'at most', 'less than');
    case 'unrecognized_keys':
      return `has unknown fields: ${issue.keys.join(', ')}`;
    case 'invalid_union':
      return unionWords(issue);
    case 'invalid_key':
      return `its name ${issue.issues[0]?.message ?? 'cannot be used'}`;
    case 'invalid_element':
      return `has an entry that ${issue.issues[0]?.message ?? 'cannot be used'}`;
    default:
      return 'is not valid';
  }
}

// Whatever shows problems imports this module, so no program shows those of the library.
z.config({ customError: problemWords });

export interface FieldProblem {
  /** The path of the field, such as `videos.0.year`; empty for the whole. */
  readonly field: string;
  readonly problem: string;
}

/** What is wrong, field by field: the one way from zod's issues to what a person reads. */
export function problemsIn({ issues }: z.core.$ZodError): readonly FieldProblem[] {
  return issues.map(({ path, message }) => ({ field: dotted(path), problem: message }));
}

/** The same as lines: `year: must be a whole number, not text`. */
export function problemLines(error: z.core.$ZodError): readonly string[] {
  return problemsIn(error).map(lineOf);
}

const dotted = (path: readonly PropertyKey[]): string => path.map(String).join('.');

function lineOf({ field, problem }: FieldProblem): string {
  return field === '' ? problem : `${field}: ${problem}`;
}

/** zod refuses a text for a whole number as one for any number. */
function isWhole({ inst }: Issue): boolean {
  const { format } = (inst?._zod.def ?? {}) as { readonly format?: string };
  return /int(?:32)?$/.test(format ?? '');
}

function typeWords(expected: readonly string[], input: unknown): string {
  if (input === undefined) return 'must be given';
  const known = expected.filter((name) => !ABSENT.has(name)).map((name) => KINDS[name]);
  if (known.length === 0) return 'must be left out';
  const wanted = [...new Set(known)];
  const got = KINDS[z.core.util.parsedType(input)];
  if (wanted.includes(undefined)) return 'is not valid';
  return `must be ${wanted.join(' or ')}${got && !isSaid(got, wanted) ? `, not ${got}` : ''}`;
}

/** 1.5 for a whole number: 'not a number' would be wrong. */
function isSaid(got: string, wanted: readonly (string | undefined)[]): boolean {
  return wanted.includes(got) || (got === KINDS.number && wanted.includes(KINDS.int));
}

function oneOf(values: readonly unknown[]): string {
  const said = values.map((value) => (value === undefined ? 'left out' : String(value)));
  return said.length > 1 ? `one of ${said.join(', ')}` : String(said[0]);
}

function formatWords(issue: Extract<Issue, { code: 'invalid_format' }>): string {
  if (issue.format === 'starts_with') return `must begin with ${issue.prefix}`;
  if (issue.format === 'ends_with') return `must end with ${issue.suffix}`;
  if (issue.format === 'includes') return `must contain ${issue.includes}`;
  return FORMATS[issue.format] ?? 'is not in the right form';
}

function sizeWords(
  { origin, inclusive, exact }: Extract<Issue, { code: 'too_small' | 'too_big' }>,
  bound: number | bigint | Date,
  within: string,
  beyond: string,
): string {
  const unit = UNITS[origin];
  if (!unit) {
    const limit = origin === 'date' ? new Date(Number(bound)).toISOString() : String(bound);
    return `must be ${inclusive === false ? beyond : within} ${limit}`;
  }
  const count = Number(bound);
  if (within === 'at least' && count === 1 && !exact) return 'must not be empty';
  return `must have ${exact ? 'exactly' : within} ${count} ${unit[count === 1 ? 0 : 1]}`;
}

/**
 * Of several forms: what is wrong in the one that fits the kind of the value, or else which kinds
 * there may be.
 */
function unionWords(issue: Extract<Issue, { code: 'invalid_union' }>): string {
  if (Array.isArray(issue.options)) return `must be ${oneOf(issue.options)}`;
  if (issue.inclusive === false) return 'fits more than one form';
  if (issue.input === undefined) return 'must be given';
  const isOfAnotherKind = ([first]: readonly z.core.$ZodIssue[]): boolean =>
    first?.path.length === 0 && first.code === 'invalid_type';
  const [nearest] = issue.errors
    .filter((form) => form.length > 0 && !isOfAnotherKind(form))
    .toSorted((a, b) => a.length - b.length);
  if (nearest?.[0]) return lineOf({ field: dotted(nearest[0].path), problem: nearest[0].message });
  return typeWords(
    issue.errors.flatMap(([first]) => (first?.code === 'invalid_type' ? [first.expected] : [])),
    issue.input,
  );
}
