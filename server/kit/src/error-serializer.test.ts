// The log of a failed statement has no value of it.
import { DrizzleQueryError } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { createLogger } from './logger.ts';

/** As the driver makes it: PostgreSQL's error with the row in `detail`, in drizzle's. */
function failedQuery(): DrizzleQueryError {
  const reason = Object.assign(new Error('duplicate key value violates unique constraint "one"'), {
    code: '23505',
    constraint: 'one',
    detail: 'Key (words)=(my secret\nwords) already exists.',
  });
  return new DrizzleQueryError('insert into feedback values ($1)', ['my secret\nwords'], reason);
}

function logged(error: Error): { line: string; err: Record<string, string> } {
  let line = '';
  const logger = createLogger('info', {
    write: (text) => {
      line += text;
    },
  });
  logger.child({ part: 'one' }).error({ err: error }, 'failed');
  return { line, err: JSON.parse(line).err };
}

describe('a failed statement in the log', () => {
  it.each([
    ['itself', failedQuery()],
    ['as the cause of another error', new Error('outer', { cause: failedQuery() })],
  ])('has no value of it: %s', (_name, error) => {
    const { line, err } = logged(error);
    expect(line).not.toMatch(/secret|words\)/);
    expect(err).toMatchObject({ sqlstate: '23505', constraint: 'one' });
    expect(err.message).toContain('Failed query: insert into feedback values ($1): duplicate key');
    expect(err.stack).toMatch(/^ {4}at /);
  });

  it('has none of a value that was refused, and none among several errors', () => {
    const reason = Object.assign(new Error('invalid input syntax for type uuid: "my secret"'), {
      code: '22P02',
    });
    const refused = new DrizzleQueryError('select $1::uuid', ['my secret'], reason);
    for (const error of [refused, new AggregateError([failedQuery(), refused], 'two')])
      expect(logged(error).line).not.toContain('secret');
    expect(logged(refused).err.message).toContain('invalid input syntax for type uuid: "…"');
  });

  it('leaves other errors as pino writes them', () => {
    const { err } = logged(
      Object.assign(new Error('gone', { cause: new Error('why') }), { code: 7 }),
    );
    expect(err).toMatchObject({ type: 'Error', message: 'gone: why', code: 7 });
    expect(err.stack).toContain('caused by');
  });
});
