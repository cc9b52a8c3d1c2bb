import type { Database } from './database.ts';

/**
 * What the simulator remembers about itself: its keys, its clock, whose handset the mobile network
 * carries, used assertions.
 */
export interface SettingsRepository {
  get(key: string): string | undefined;
  set(key: string, value: string): void;
  remove(key: string): void;
  /** Notes the id of an assertion as used. @returns false where it was used before. */
  useAssertion(id: string, expiresAt: Date): boolean;
  /** Forgets used assertions that nobody would accept any more. */
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
