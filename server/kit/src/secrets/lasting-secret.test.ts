// A start with keys that the database, or a process that runs on it, does not know is refused; the
// key can be changed on purpose, and what is looked up by value stays findable.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readConfig } from '@bonisa/server/config';
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createTestDatabase } from '../database/database.test-kit.ts';
import type { OpenDatabase } from '../database/database.ts';
import { installationFacts } from '../database/installation.tables.ts';
import type { LiveProcess } from '../database/live-processes.ts';
import { joinKeys, keyFacts, keyProblem } from './lasting-secret.ts';
import { loadSecrets } from './secrets.ts';

const folder = mkdtempSync(join(tmpdir(), 'bonisa-lasting-'));
const [A = '', B = '', C = ''] = ['a', 'b', 'c'].map((letter) => letter.repeat(40));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

let open: OpenDatabase;
let warned: unknown[];
beforeEach(async () => {
  open = await createTestDatabase();
  warned = [];
});
afterEach(() => open.close());

type Variables = Record<string, string | undefined>;
const ring = (SECRET_KEY: string, SECRET_KEY_FALLBACKS?: string): Variables => ({
  SECRET_KEY,
  SECRET_KEY_FALLBACKS,
});
const secretsOf = (variables: Variables) =>
  loadSecrets(readConfig({ DATA_DIR: join(folder, 'one'), ...variables }));
const kidOf = async (key: string) => (await secretsOf({ SECRET_KEY: key })).kids[0];

/** Starts as the product does; returns the key of marks, or throws the refusal. */
async function lastingMark(variables: Variables, others: readonly LiveProcess[] = [], at = 0) {
  const lastingKey = await joinKeys(open.db, {
    secrets: await secretsOf(variables),
    now: new Date(at),
    logger: { warn: (...words: unknown[]) => void warned.push(words) } as never,
    others,
  });
  return lastingKey('forgotten').toString('hex');
}

const start = (variables: Variables, others: readonly LiveProcess[] = []): Promise<string> =>
  lastingMark(variables, others).then(
    () => 'started',
    (error: Error) => error.message,
  );

const running = async (variables: Variables): Promise<LiveProcess> => ({
  role: 'all',
  keys: [...(await secretsOf(variables)).kids],
  alone: '',
});

const UNKNOWN = /^SECRET_KEY: the database knows another one/;
const STEPS = [ring(A), ring(A, B), ring(B, A), ring(B)] as const;

describe('the key that a database knows', () => {
  it('lets every process with the same key start, and no other', async () => {
    expect(await start(ring(A))).toBe('started');
    expect(await start(ring(A))).toBe('started');
    expect(await start(ring(B))).toMatch(UNKNOWN);
    expect(await start(ring(B, C))).toMatch(UNKNOWN);
    expect(await start(ring(A))).toBe('started');
    expect(warned).toEqual([]);
  });

  it('is named by its id in a refusal, which has no part of a key', async () => {
    await start(ring(A));
    const refusal = await start(ring(B));
    expect(refusal).toContain(`with the id ${await kidOf(A)}:`);
    expect(refusal).not.toMatch(/a{6}|b{6}/);
    const rows = await open.db.select().from(installationFacts);
    expect(JSON.stringify(rows)).not.toMatch(/a{6}|b{6}/);
  });

  it('refuses a second process whose secrets were generated in another folder', async () => {
    expect(await start({})).toBe('started');
    expect(await start({})).toBe('started');
    expect(await start({ DATA_DIR: join(folder, 'two') })).toMatch(
      /^SECRET_KEY: .* all processes of one database need the same SECRET_KEY/,
    );
  });

  it('accepts the first of several concurrent starts', async () => {
    const outcomes = await Promise.all([A, B, C, A, B, C].map((key) => start(ring(key))));
    expect(outcomes.filter((one) => one === 'started')).toHaveLength(2);
  });

  it('refuses a secret that somebody has changed in the database', async () => {
    await start(ring(A));
    await open.db.execute(
      `update installation_facts set value = left(value, 12) || 'AAAA' || substr(value, 17) where name = 'lasting_secret'`,
    );
    expect(await start(ring(A))).toMatch(/^SECRET_KEY: what the database sealed .* was changed/);
  });

  it('can be reset when it is lost, and then every digest is another one', async () => {
    const before = await lastingMark(ring(A));
    const after = await lastingMark(ring(B, 'lost'));
    expect(after).not.toBe(before);
    expect(JSON.stringify(warned)).toContain('lost');
    expect(await lastingMark(ring(B))).toBe(after);
  });
});

describe('a change of SECRET_KEY', () => {
  it('keeps what is looked up by value, and ends with the new key alone', async () => {
    const marks = new Set<string>();
    for (const step of STEPS) marks.add(await lastingMark(step));
    expect(marks.size).toBe(1);
    expect(await start(ring(A))).toMatch(UNKNOWN);
    // A backup from before opens with both keys.
    expect(await start(ring(B))).toBe('started');
    expect(warned).toHaveLength(1);
  });

  it('lets processes of two steps start in any order, and goes back while both keys are there', async () => {
    for (const step of [0, 1, 0, 1, 2, 1, 2, 3, 2, 3])
      expect(await start(STEPS[step] ?? {}), `step ${step}`).toBe('started');
    expect(await start(STEPS[0])).toMatch(UNKNOWN);
  });

  it('says which key signs since when, and which ones have signed', async () => {
    for (const [at, step] of STEPS.slice(0, 3).entries()) await lastingMark(step, [], at * 1000);
    await lastingMark(STEPS[2], [], 9000);
    expect(await keyFacts(open.db)).toEqual({
      current: await kidOf(B),
      since: new Date(2000),
      signed: new Set([await kidOf(A), await kidOf(B)]),
    });
  });

  it.each([
    [1, 0, 'started'],
    [2, 1, 'started'],
    [1, 2, 'started'],
    [3, 2, 'started'],
    [2, 0, /^SECRET_KEY: one process that runs would refuse .* SECRET_KEY_FALLBACKS first/],
    [1, 3, /^SECRET_KEY: one process that runs would refuse /],
    [3, 1, /^SECRET_KEY_FALLBACKS: what one process that runs would sign would be refused here/],
  ] as const)('starts step %i beside a process of step %i: %s', async (next, beside, outcome) => {
    // What the seal says is another matter.
    const both = { ...STEPS[next] };
    for (const step of STEPS.slice(0, 3)) expect(await start(step)).toBe('started');
    const others = [await running(STEPS[beside])];
    if (outcome === 'started') expect(await start(both, others)).toBe(outcome);
    else expect(await start(both, others)).toMatch(outcome);
  });

  it('is judged in the same way by check-config, which changes nothing', async () => {
    const judge = async (variables: Variables) =>
      await keyProblem(open.db, await secretsOf(variables), new Date(0));
    expect(await judge(ring(C))).toBeUndefined();
    await start(ring(A));
    for (const step of STEPS.slice(0, 3)) expect(await judge(step)).toBeUndefined();
    expect(await judge(ring(B))).toMatch(UNKNOWN);
    expect(await start(ring(A))).toBe('started');
  });
});
