/** What a finding is about; the groups of the report, in its order. */
export const GROUPS = [
  'configuration',
  'machine',
  'database',
  'file store',
  'carriers',
  'enrichment',
  'clock',
] as const;

export type Group = (typeof GROUPS)[number];

/**
 * One result of the check. An `error` stops the start or breaks the service, a `warning` is unsafe
 * or unwise, and `ok` says what was tried and works.
 */
export interface Finding {
  readonly level: 'error' | 'warning' | 'ok';
  readonly group: Group;
  /** The variable, or what was tried. */
  readonly name: string;
  /** What is wrong, or what works. No secret and no number. */
  readonly says: string;
  /** What to do about it. */
  readonly remedy?: string;
}

/** Makes the findings of one group. */
export function findingsOf(group: Group) {
  const make =
    (level: 'error' | 'warning') =>
    (name: string, says: string, remedy: string): Finding => ({ level, group, name, says, remedy });
  return {
    error: make('error'),
    warning: make('warning'),
    ok: (name: string, says: string): Finding => ({ level: 'ok', group, name, says }),
  };
}
