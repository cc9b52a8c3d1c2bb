import type { Database } from './database.ts';

/** The simulator's own state: its keys, its clock, the carried handset, used assertions. */
export interface SettingsRepository {
  get(key: string): string | undefined;
  set(key: string, value: string): void;
  remove(key: string): void;
  /**
   * Records the id of an assertion as used.
   * @returns false when it was used before.
   */
  useAssertion(id: string, expiresAt: Date): boolean;
  /** Deletes used assertions that have expired. */
  forgetAssertions(before: Date): void;
}

export function createSettingsRepository(database: Database): SettingsRepository {
  const select = database.prepare<{ value: string }>('select value from settings where key = ?');
  const upsert = database.prepare(
    'insert into settings values (?, ?) on conflict do update set value = excluded.value',
  );
  const drop = database.prepare('delete from settings where key = ?');
  const use = database.prepare('insert or ignore into used_assertions values (?, ?)');
  const forget = database.prepare('delete from used_assertions where expires_at < ?');
  return {
    get: (key) => select.get(key)?.value,
    set: (key, value) => void upsert.run(key, value),
    remove: (key) => void drop.run(key),
    useAssertion: (id, expiresAt) => use.run(id, expiresAt.getTime()) === 1,
    forgetAssertions: (before) => void forget.run(before.getTime()),
  };
}
