import { describe, expect, it } from 'vitest';
import { createAnswerCache } from '../answer-cache.ts';
import { createTestApp } from '../http/http-app.test-kit.ts';
import { createLogger } from '../logger.ts';
import {
  DatabaseAwayError,
  isConnectionLoss,
  isDatabaseAway,
  isDatabaseBusy,
  isDatabaseFull,
  isDatabaseRefusal,
  isDatabaseUnusable,
} from './database-away.ts';

const coded = (code: string): Error => Object.assign(new Error('words'), { code });

describe('a database that is away', () => {
  it("is recognised by codes and the driver's messages, and never by a refused statement", () => {
    for (const code of [
      '57P01',
      '57P03',
      '08006',
      'ECONNREFUSED',
      'ECONNRESET',
      '53300',
      '28000',
      '28P01',
      '3D000',
      'EAI_AGAIN',
      'EMFILE',
    ])
      expect([code, isConnectionLoss(coded(code))]).toEqual([code, true]);
    for (const words of [
      'Connection terminated unexpectedly',
      'Query read timeout',
      'timeout exceeded when trying to connect',
    ])
      expect([words, isConnectionLoss(new Error(words))]).toEqual([words, true]);
    expect(isConnectionLoss(new AggregateError([coded('ECONNREFUSED')]))).toBe(true);
    // The error of a library that is no instance of Error.
    expect(isConnectionLoss({ message: 'Connection terminated unexpectedly (Queue: q)' })).toBe(
      true,
    );
    for (const error of [
      coded('23505'),
      coded('42P01'),
      coded('57014'),
      new Error('words'),
      undefined,
      'Query read timeout',
    ])
      expect([error, isConnectionLoss(error)]).toEqual([error, false]);
  });

  it('is found among the causes of other errors', () => {
    const away = new DatabaseAwayError(coded('57P01'));
    expect(isDatabaseAway(new Error('outer', { cause: new Error('inner', { cause: away }) }))).toBe(
      true,
    );
    expect(isDatabaseAway(coded('57P01'))).toBe(false);
    expect(isDatabaseBusy(new Error('outer', { cause: coded('57014') }))).toBe(true);
    expect(isDatabaseBusy(coded('55P03'))).toBe(true);
    expect(isDatabaseBusy(away)).toBe(false);
    expect([away, coded('57014'), coded('23505')].map(isDatabaseUnusable)).toEqual([
      true,
      true,
      false,
    ]);
    const full = new Error('query', { cause: coded('53100') });
    expect([isDatabaseFull(full), isDatabaseBusy(full)]).toEqual([true, true]);
    for (const code of ['25P02', '40001', '40P01', '53200', '53400', '58030'])
      expect([code, isDatabaseBusy(new Error('query', { cause: coded(code) }))]).toEqual([
        code,
        true,
      ]);
    // The server's error without the code, and a file's with the same words.
    const said = new Error('could not write: No space left on device');
    expect(isDatabaseFull(Object.assign(said, { code: 'XX000', severity: 'ERROR' }))).toBe(true);
    expect(isDatabaseFull(Object.assign(new Error(said.message), { code: 'ENOSPC' }))).toBe(false);
    expect(isDatabaseFull(coded('53200'))).toBe(false);
  });

  it('answers calls with 503 and Retry-After, and so does a statement that took too long', async () => {
    const app = await createTestApp((site) => {
      site.get('/away', () =>
        Promise.reject(new Error('query', { cause: new DatabaseAwayError(coded('57P01')) })),
      );
      site.get('/busy', () => Promise.reject(new Error('query', { cause: coded('57014') })));
      site.get('/broken', () => Promise.reject(new Error('query', { cause: coded('42P01') })));
    });
    for (const url of ['/away', '/busy']) {
      const answer = await app.inject({ url });
      expect([answer.statusCode, answer.headers['retry-after'], answer.json().code]).toEqual([
        503,
        '5',
        'unavailable',
      ]);
      expect(answer.body).not.toContain('query');
    }
    expect((await app.inject({ url: '/broken' })).statusCode).toBe(500);
    await app.close();
  });

  it('is not meant by a value that it refused, which is the fault of the request', async () => {
    const refused = ['22021', '22P02', '22P05', '22003', '22007', '22008'];
    for (const code of refused)
      expect([code, isDatabaseRefusal(new Error('query', { cause: coded(code) }))]).toEqual([
        code,
        true,
      ]);
    for (const code of ['22012', '22023', '2201X', '23505', '42P01', '2200', '22'])
      expect([code, isDatabaseRefusal(coded(code))]).toEqual([code, false]);
    const app = await createTestApp((site) => {
      site.get('/nul', () => Promise.reject(new Error('query', { cause: coded('22021') })));
    });
    const answer = await app.inject({ url: '/nul' });
    expect([answer.statusCode, answer.json().code]).toEqual([400, 'invalid_request']);
    expect(answer.body).not.toContain('query');
    await app.close();
  });

  it('causes only debug lines; other errors are logged as usual', () => {
    const lines: string[] = [];
    const logger = createLogger('info', { write: (line) => void lines.push(line) });
    logger.error({ err: new DatabaseAwayError(coded('57P01')) }, 'away');
    logger
      .child({ part: 'one' })
      .warn({ err: new Error('outer', { cause: new DatabaseAwayError('gone') }) }, 'away');
    expect(lines).toEqual([]);
    logger.error({ err: coded('42P01') }, 'broken');
    expect(lines).toHaveLength(1);
  });
});

describe('cached answers while the database is away', () => {
  const setUp = () => {
    const world = { now: 0, version: 1, away: false, failing: false, made: 0 };
    const failure = { error: new DatabaseAwayError('gone') as Error };
    const cache = createAnswerCache<string>({
      version: () => world.version,
      clock: { now: () => new Date(world.now) },
      maxBytes: 100,
      weigh: () => 1,
      mayBeKept: () => true,
      away: () => world.away,
    });
    const make = async (): Promise<string> => {
      if (world.failing) throw failure.error;
      return `made ${++world.made}`;
    };
    return { world, failure, cache, ask: () => cache.get('one', make) };
  };

  it('are served at any age with a stale marker, and none is made', async () => {
    const { world, ask } = setUp();
    await ask();
    Object.assign(world, { now: 3_600_000, away: true });
    expect(await ask()).toEqual({ answer: 'made 1', hit: true, stale: true });
    world.away = false;
    expect(await ask()).toEqual({ answer: 'made 2', hit: false, stale: false });
  });

  it('are served when making an answer discovers the outage', async () => {
    const { world, ask } = setUp();
    await ask();
    Object.assign(world, { now: 3_600_000, failing: true });
    expect(await ask()).toEqual({ answer: 'made 1', hit: true, stale: true });
  });

  it.each(['57014', '55P03', '53100', '53200'])(
    'are served when the database ends the statement (%s), and not when it refuses it',
    async (code) => {
      const { world, failure, ask } = setUp();
      await ask();
      Object.assign(world, { now: 3_600_000, failing: true });
      failure.error = new Error('query', { cause: coded(code) });
      expect(await ask()).toEqual({ answer: 'made 1', hit: true, stale: true });
      failure.error = new Error('query', { cause: coded('42P01') });
      await expect(ask()).rejects.toThrow('query');
    },
  );

  it('are not served once a publication has outdated them', async () => {
    const { world, ask } = setUp();
    await ask();
    Object.assign(world, { version: 2, away: true, failing: true });
    await expect(ask()).rejects.toThrow(DatabaseAwayError);
  });
});
