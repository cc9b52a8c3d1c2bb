// A start with a SECRET_KEY that the database does not know is refused; the key can be changed on
// purpose.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readConfig } from '../../config.ts';
import { createTestDatabase } from '../database/database.test-kit.ts';
import type { OpenDatabase } from '../database/database.ts';
import type { LiveProcess } from '../database/live-processes.ts';
import { checkFingerprints, keyProblem } from './secret-fingerprint.ts';
import { loadSecrets } from './secrets.ts';

const folder = mkdtempSync(join(tmpdir(), 'bonisa-fingerprint-'));
const [A, B, C] = ['a', 'b', 'c'].map((letter) => letter.repeat(40));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

let open: OpenDatabase;
let warned: string[];
beforeEach(async () => {
  open = await createTestDatabase();
  warned = [];
});
afterEach(() => open.close());

/** Starts with these variables as the product does; returns the refusal. */
async function start(
  variables: Record<string, string | undefined>,
  others: readonly LiveProcess[] = [],
): Promise<string> {
  const { fingerprints, source } = await loadSecrets(
    readConfig({ DATA_DIR: join(folder, 'one'), ...variables }),
  );
  const logger = { warn: (words: unknown) => void warned.push(String(words)) };
  return await checkFingerprints(open.db, {
    fingerprints,
    source,
    now: new Date(0),
    logger: logger as never,
    others,
  }).then(
    () => 'started',
    (error: Error) => error.message,
  );
}

const marksWith = async (variables: Record<string, string | undefined>) => {
  const secrets = await loadSecrets(readConfig({ DATA_DIR: join(folder, 'one'), ...variables }));
  return [secrets.lastingKey('forgotten').toString('hex'), secrets.key('csrf').toString('hex')];
};

describe('the fingerprint of SECRET_KEY', () => {
  it('lets every process with the same key start, and no other', async () => {
    expect(await start({ SECRET_KEY: A })).toBe('started');
    expect(await start({ SECRET_KEY: A })).toBe('started');
    expect(await start({ SECRET_KEY: B })).toMatch(/^SECRET_KEY: the database knows another one/);
    expect(await start({ SECRET_KEY: A })).toBe('started');
    expect(warned).toEqual([]);
  });

  it('refuses a second process whose secrets were generated in another folder', async () => {
    expect(await start({})).toBe('started');
    expect(await start({})).toBe('started');
    expect(await start({ DATA_DIR: join(folder, 'two') })).toMatch(
      /^SECRET_KEY: .* all processes of one database need the same SECRET_KEY/,
    );
  });

  it('accepts the first of several concurrent starts', async () => {
    const outcomes = await Promise.all([A, B, C, A, B, C].map((key) => start({ SECRET_KEY: key })));
    expect(outcomes.filter((one) => one === 'started')).toHaveLength(2);
  });

  it('follows a rotation, keeps the pseudonyms of forgotten numbers, and then requires the old keys', async () => {
    await start({ SECRET_KEY: A });
    expect(await start({ SECRET_KEY: B, SECRET_KEY_BEFORE: A })).toBe('started');
    expect(warned).toHaveLength(1);
    expect(await start({ SECRET_KEY: B, SECRET_KEY_BEFORE: A })).toBe('started');
    expect(await start({ SECRET_KEY: A })).toMatch(/^SECRET_KEY: /);
    expect(await start({ SECRET_KEY: B })).toMatch(/^SECRET_KEY_BEFORE: must name all keys/);
    expect(await start({ SECRET_KEY: C, SECRET_KEY_BEFORE: B })).toMatch(
      /^SECRET_KEY_BEFORE: must name all keys/,
    );
    expect(await start({ SECRET_KEY: C, SECRET_KEY_BEFORE: `${B},${A}` })).toBe('started');
    const [oldMarks, oldTokens] = await marksWith({ SECRET_KEY: A });
    const [newMarks, newTokens] = await marksWith({
      SECRET_KEY: C,
      SECRET_KEY_BEFORE: `${B},${A}`,
    });
    expect([newMarks === oldMarks, newTokens === oldTokens]).toEqual([true, false]);
  });

  it('can be reset when the key is lost', async () => {
    await start({ SECRET_KEY: A });
    expect(await start({ SECRET_KEY: B, SECRET_KEY_BEFORE: 'lost' })).toBe('started');
    expect(warned[0]).toContain('lost');
    expect(await start({ SECRET_KEY: B })).toBe('started');
  });
});

describe('a change of SECRET_KEY in three rounds', () => {
  const ROUNDS = [
    { SECRET_KEY: A },
    { SECRET_KEY: A, SECRET_KEY_NEXT: B },
    { SECRET_KEY: B, SECRET_KEY_BEFORE: A, SECRET_KEY_PREVIOUS: A },
    { SECRET_KEY: B, SECRET_KEY_BEFORE: A },
  ] as const;
  /** A process that runs with the variables of a round. */
  const running = async (round: number): Promise<LiveProcess> => {
    const { fingerprints } = await loadSecrets(
      readConfig({ DATA_DIR: join(folder, 'one'), ...ROUNDS[round] }),
    );
    const { current, next, previous } = fingerprints;
    const beside = [next, previous].filter((one) => one !== undefined);
    return { role: 'all', keys: [current, ...beside], alone: '' };
  };

  it('lets processes of two rounds start in any order, and goes back until the key is dropped', async () => {
    for (const round of [0, 1, 0, 1, 2, 1, 2, 3, 2, 3])
      expect(await start(ROUNDS[round] ?? {}), `round ${round}`).toBe('started');
    // The earlier key was dropped: no process may sign with it again.
    expect(await start(ROUNDS[1])).toMatch(/^SECRET_KEY: the database knows another one/);
    expect(await start(ROUNDS[0])).toMatch(/^SECRET_KEY: the database knows another one/);
    expect(warned).toHaveLength(1);
  });

  it.each([
    [1, 0, 'started'],
    [2, 1, 'started'],
    [3, 2, 'started'],
    [2, 0, /^SECRET_KEY: one process that runs would refuse .* SECRET_KEY_NEXT first/],
    [3, 1, /^SECRET_KEY_PREVIOUS: what one process that runs would sign would be refused here/],
  ] as const)('starts round %i beside a process of round %i: %s', async (next, beside, outcome) => {
    for (const round of [0, 1, 2, 3].filter((one) => one <= beside))
      expect(await start(ROUNDS[round] ?? {})).toBe('started');
    const others = [await running(beside)];
    if (outcome === 'started') expect(await start(ROUNDS[next], others)).toBe(outcome);
    else expect(await start(ROUNDS[next], others)).toMatch(outcome);
  });

  it('is judged in the same way by check-config, which changes nothing', async () => {
    await start(ROUNDS[0]);
    const judge = async (variables: Record<string, string | undefined>) =>
      await keyProblem(
        open.db,
        (await loadSecrets(readConfig(variables))).fingerprints,
        new Date(0),
      );
    for (const round of [0, 1, 2, 3]) expect(await judge(ROUNDS[round] ?? {})).toBeUndefined();
    expect(await judge({ SECRET_KEY: B })).toMatch(/^SECRET_KEY: the database knows another one/);
    expect(await start(ROUNDS[0])).toBe('started');
  });
});
