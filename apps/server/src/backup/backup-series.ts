/** The backups of a folder, by their names: which one is of a moment, and which are old. */

const NAME = /^bonisa-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z\.tar$/;
const PART = '.part';
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** All of the last four hours, one an hour of the last day, one a day of the last two weeks. */
const EACH_MS = 4 * HOUR_MS;
const HOURLY_MS = DAY_MS;
const DAILY_MS = 14 * DAY_MS;

/** The name of a backup, which begins at this moment. */
export function backupName(at: Date): string {
  return `bonisa-${at.toISOString().replace(/\.\d+/, '').replaceAll(/[-:]/g, '')}.tar`;
}

/** When a backup began; `undefined` for any other file. */
export function backupTime(name: string): Date | undefined {
  const [, ...parts] = NAME.exec(name) ?? [];
  if (parts.length === 0) return undefined;
  const [year, month, day, hour, minute, second] = parts;
  return new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
}

/** The newest backup that began at `at` or before; `undefined` without one. */
export function backupAt(names: readonly string[], at: Date): string | undefined {
  return names
    .filter((name) => (backupTime(name)?.getTime() ?? Number.POSITIVE_INFINITY) <= at.getTime())
    .sort()
    .at(-1);
}

/** What backups left half-written that were killed more than an hour ago. */
export function abandonedParts(names: readonly string[], now: Date): string[] {
  return names.filter((name) => {
    const began = name.endsWith(PART) ? backupTime(name.slice(0, -PART.length)) : undefined;
    return began !== undefined && now.getTime() - began.getTime() > HOUR_MS;
  });
}

/**
 * The backups that are not kept. Of an hour or a day the first is kept, so that a backup does not
 * lose its place to a later one. The newest is always kept.
 */
export function expiredBackups(names: readonly string[], now: Date): string[] {
  const seen = new Set<string>();
  const sorted = names.filter((name) => backupTime(name) !== undefined).sort();
  return sorted.filter((name, index) => {
    const at = backupTime(name) ?? now;
    const age = now.getTime() - at.getTime();
    const hour = at.toISOString().slice(0, 13);
    const isFirstOfHour = isFirst(hour);
    const isFirstOfDay = isFirst(hour.slice(0, 10));
    if (index === sorted.length - 1 || age <= EACH_MS) return false;
    if (age <= HOURLY_MS) return !isFirstOfHour;
    return age > DAILY_MS || !isFirstOfDay;
  });

  function isFirst(part: string): boolean {
    if (seen.has(part)) return false;
    seen.add(part);
    return true;
  }
}
