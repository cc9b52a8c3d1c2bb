// On a full disk PGlite would compute forever. Writes stop before that and resume by themselves.
import { sql } from 'drizzle-orm';
import { describe, expect, it, vi } from 'vitest';
import { isDatabaseAway } from './database/database-away.ts';
import { borrowPglite } from './database/embedded-pool.test-kit.ts';
import { watchDisk } from './disk-watch.ts';

describe('the disk watch', () => {
  it('refuses writes with one log line when space runs out, and resumes with one line', async () => {
    const lines: string[] = [];
    let free = 500_000_000;
    let looks = 0;
    const state: { readOnlySince: Date | undefined } = { readOnlySince: undefined };
    const tell = (_about: unknown, words: string) => void lines.push(words);
    const watch = watchDisk({
      free: async () => {
        looks++;
        return free;
      },
      state,
      logger: { error: tell, info: tell } as never,
      everyMs: 1,
    });
    const looked = async (): Promise<void> => {
      const seen = looks;
      await vi.waitUntil(() => looks > seen + 2);
    };
    await looked();
    expect(state.readOnlySince).toBeUndefined();
    free = 40_000_000;
    await looked();
    expect(state.readOnlySince).toBeInstanceOf(Date);
    // Between the two limits the state does not change.
    free = 50_000_000;
    await looked();
    expect(state.readOnlySince).toBeInstanceOf(Date);
    free = 500_000_000;
    await looked();
    expect(state.readOnlySince).toBeUndefined();
    await watch.stop();
    expect(lines).toEqual([
      expect.stringMatching(/^the disk is full/),
      expect.stringMatching(/^there is space again/),
    ]);
  });

  // Only the embedded database becomes read-only; a server manages its own disk.
  it('applies before each writing statement and each transaction', async () => {
    const open = await borrowPglite();
    open.state.readOnlySince = new Date();
    const refused = async (statement: string) =>
      isDatabaseAway(await open.db.execute(sql.raw(statement)).catch((error: unknown) => error));
    expect(await refused('select version from catalogue_version')).toBe(false);
    expect(await refused('select version from catalogue_version for update')).toBe(true);
    expect(
      await refused('with gone as (delete from subscribers returning id) select * from gone'),
    ).toBe(true);
    expect(await refused('update catalogue_version set version = version + 1')).toBe(true);
    expect(
      isDatabaseAway(await open.db.transaction(async () => 1).catch((error: unknown) => error)),
    ).toBe(true);
    open.state.readOnlySince = undefined;
    await open.ping();
    await open.close();
  });
});
