import { describe, expect, it } from 'vitest';
import {
  abandonedParts,
  backupAt,
  backupName,
  backupTime,
  expiredBackups,
} from './backup-series.ts';

const NOW = new Date('2026-11-24T12:07:00Z');
const minutes = (count: number): Date => new Date(NOW.getTime() - count * 60_000);

/** What is left when backups were made every fifteen minutes for so many days. */
function kept(days: number): string[] {
  let names: string[] = [];
  for (let ago = days * 24 * 60; ago >= 0; ago -= 15) {
    names.push(backupName(minutes(ago)));
    const old = new Set(expiredBackups(names, minutes(ago)));
    names = names.filter((name) => !old.has(name));
  }
  return names;
}

describe('the backups of a folder', () => {
  it('have the moment in their names, and other files have none', () => {
    expect(backupName(NOW)).toBe('bonisa-20261124T120700Z.tar');
    expect(backupTime(backupName(NOW))).toEqual(NOW);
    for (const name of ['backup.tar', 'bonisa-20261124T120700Z.tar.part', ''])
      expect(backupTime(name)).toBe(undefined);
  });

  it('are chosen as of a moment, never from after it', () => {
    const names = [minutes(30), minutes(15), NOW].map(backupName);
    expect(backupAt(names, NOW)).toBe(backupName(NOW));
    expect(backupAt(names, minutes(1))).toBe(backupName(minutes(15)));
    expect(backupAt([...names, 'zzz.tar'], minutes(15))).toBe(backupName(minutes(15)));
    expect(backupAt(names, minutes(31))).toBe(undefined);
  });

  it('have half-written ones removed that were killed, and never one that is being written', () => {
    const names = [minutes(61), minutes(59)].map((at) => `${backupName(at)}.part`);
    const others = [backupName(minutes(90)), 'mine.tar.part', 'bonisa-x.tar.part'];
    expect(abandonedParts([...names, ...others], NOW)).toEqual(names.slice(0, 1));
  });

  it('become fewer with their age, and never older than two weeks', () => {
    const names = kept(40);
    const ages = names.map((name) => (NOW.getTime() - (backupTime(name)?.getTime() ?? 0)) / 60_000);
    expect(ages.filter((age) => age <= 240)).toHaveLength(17);
    expect(ages.filter((age) => age > 240 && age <= 24 * 60)).toHaveLength(20);
    expect(ages.filter((age) => age > 24 * 60)).toHaveLength(13);
    expect(Math.max(...ages)).toBeLessThanOrEqual(14 * 24 * 60);
  });

  it('keep the newest however old it is', () => {
    const old = backupName(minutes(60 * 24 * 60));
    expect(expiredBackups([old], NOW)).toEqual([]);
  });
});
