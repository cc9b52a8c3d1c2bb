import type { z } from 'zod';

type Issue = z.core.$ZodRawIssue;

const TYPES: Readonly<Record<string, string>> = {
  string: 'must be text',
  number: 'must be a number',
  int: 'must be a whole number',
  boolean: 'must be true or false',
  array: 'must be a list',
  object: 'must be an object',
  record: 'must be an object',
};

const FORMATS: Readonly<Record<string, string>> = {
  email: 'must be an e-mail address',
  url: 'must be an address such as https://example.com',
  uuid: 'must be an id (a UUID)',
  date: 'must be a day such as 2026-11-23',
  datetime: 'must be a time such as 2026-11-23T08:00:00Z',
  base64: 'must be Base64',
};

/** Of what a length counts. */
const UNITS: Readonly<Record<string, readonly [one: string, many: string]>> = {
  string: ['character', 'characters'],
  array: ['entry', 'entries'],
  set: ['entry', 'entries'],
};

/**
 * What is wrong with a field, in the words of people who fill in forms and files. Fields with words
 * of their own keep them; `undefined` leaves the rarer problems to the library. The server sets it
 * for all of its schemas, the studio's forms hand it to each check.
 */
export function problemWords(issue: Issue): string | undefined {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined ? 'must be given' : TYPES[issue.expected];
    case 'invalid_value':
      return `must be ${issue.values.length > 1 ? 'one of ' : ''}${issue.values.join(', ')}`;
    case 'invalid_format':
      return FORMATS[issue.format] ?? 'is not in the right form';
    case 'too_small':
      return tooSmall(issue.origin, Number(issue.minimum), issue.inclusive !== false);
    case 'too_big':
      return tooBig(issue.origin, Number(issue.maximum), issue.inclusive !== false);
    case 'unrecognized_keys':
      return `has unknown fields: ${issue.keys.join(', ')}`;
    default:
      return undefined;
  }
}

function tooSmall(origin: string, least: number, isIncluded: boolean): string {
  const unit = UNITS[origin];
  if (unit) return least === 1 ? 'must not be empty' : `must have at least ${least} ${unit[1]}`;
  return isIncluded ? `must be at least ${least}` : `must be more than ${least}`;
}

function tooBig(origin: string, most: number, isIncluded: boolean): string {
  const unit = UNITS[origin];
  if (unit) return `must have at most ${most} ${unit[most === 1 ? 0 : 1]}`;
  return isIncluded ? `must be at most ${most}` : `must be less than ${most}`;
}
