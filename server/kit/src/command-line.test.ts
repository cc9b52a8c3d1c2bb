import { describe, expect, it } from 'vitest';
import { type Command, readCommandLine } from './command-line.ts';

const COPY = {
  name: 'copy',
  about: 'Copies a file.',
  usage: ['run copy -- FILE [--dry-run]'],
  options: { 'dry-run': { type: 'boolean' } },
  arguments: 1,
  required: ['FILE'],
  meanings: { FILE: 'the file' },
  variables: { DATA_DIR: 'where from' },
  exits: { 0: 'it was copied' },
} as const satisfies Command;

describe('a command line', () => {
  it('is read into values and arguments', () => {
    expect(readCommandLine(COPY, ['a.txt', '--dry-run'])).toMatchObject({
      kind: 'run',
      values: { 'dry-run': true },
      positionals: ['a.txt'],
    });
  });

  it.each([
    [['--dryrun'], "Unknown option '--dryrun'"],
    [['--dry-run=yes'], "Option '--dry-run' does not take an argument"],
    [['a', 'b'], "Unexpected argument 'b'"],
    [[], 'FILE is missing'],
  ])('%j is refused by name, with the usage', (args, problem) => {
    expect(readCommandLine(COPY, args)).toEqual({
      kind: 'refused',
      text: `copy: ${problem}\nusage: npm run copy -- FILE [--dry-run]\nMore: npm run copy -- --help`,
    });
  });

  it.each([['--help'], ['-h']])('%s gives usage, variables and exit codes', (flag) => {
    const asked = readCommandLine(COPY, ['a.txt', flag]);
    expect(asked.kind).toBe('help');
    for (const part of ['usage: npm run copy', 'DATA_DIR', '0', '2', 'Copies a file.', 'FILE'])
      expect(asked).toMatchObject({ text: expect.stringContaining(part) });
  });
});
