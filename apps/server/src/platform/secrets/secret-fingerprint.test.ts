// A start with a SECRET_KEY that the database does not know is refused; the key can be changed on
// purpose.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readConfig } from '../../config.ts';
import { createTestDatabase } from '../database/database.test-kit.ts';
import type { OpenDatabase } from '../database/database.ts';
import { checkFingerprints } from './secret-fingerprint.ts';
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
async function start(variables: Record<string, string | undefined>): Promise<string> {
  const { fingerprints, source } = await loadSecrets(
    readConfig({ DATA_DIR: join(folder, 'one'), ...variables }),
  );
  const logger = { warn: (words: unknown) => void warned.push(String(words)) };
  return await checkFingerprints(open.db, {
    fingerprints,
    source,
    now: new Date(0),
    logger: logger as never,
  }).then(
    () => 'started',
    (error: Error) => error.message,
  );
}

const marksWith = async (variables: Record<string, string | undefined>) => {
  const secrets = await loadSecrets(readConfig({ DATA_DIR: join(folder, 'one'), ...variables }));
  return [secrets.key('forgotten').toString('hex'), secrets.key('session').toString('hex')];
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
    const [oldMarks, oldSessions] = await marksWith({ SECRET_KEY: A });
    const [newMarks, newSessions] = await marksWith({
      SECRET_KEY: C,
      SECRET_KEY_BEFORE: `${B},${A}`,
    });
    expect([newMarks === oldMarks, newSessions === oldSessions]).toEqual([true, false]);
  });

  it('can be reset when the key is lost', async () => {
    await start({ SECRET_KEY: A });
    expect(await start({ SECRET_KEY: B, SECRET_KEY_BEFORE: 'lost' })).toBe('started');
    expect(warned[0]).toContain('lost');
    expect(await start({ SECRET_KEY: B })).toBe('started');
  });
});
