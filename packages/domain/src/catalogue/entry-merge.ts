/**
 * Two people at one entry: a writer names the version that the write began from, and what others
 * changed since is kept. Values are compared by a function of the caller.
 */

/** What one version changed of a field. */
export interface FieldChange {
  readonly before: unknown;
  readonly after: unknown;
}

/** A version after the one that the writer began from. */
export interface LaterVersion {
  readonly actor: string;
  readonly at: Date;
  readonly fields: Readonly<Record<string, FieldChange>>;
}

/** A field that both changed, to different values. */
export interface FieldConflict extends FieldChange {
  readonly field: string;
  /** Who changed it last, and when. */
  readonly actor: string;
  readonly at: Date;
}

export interface Merge {
  /** The fields that are left to write. */
  readonly fields: Readonly<Record<string, unknown>>;
  /** Fields of others that the writer sent as they were before: theirs stay. */
  readonly merged: readonly string[];
  readonly conflicts: readonly FieldConflict[];
}

/**
 * Merges what a writer sends into an entry that has moved on. `later`: oldest version first. With
 * `asWritten` each sent field is an order: what others changed is a conflict also where the writer
 * sends what it was before.
 */
export function mergeFields(
  sent: Readonly<Record<string, unknown>>,
  later: readonly LaterVersion[],
  isSame: (one: unknown, other: unknown, field: string) => boolean,
  { asWritten = false }: { readonly asWritten?: boolean } = {},
): Merge {
  const fields: Record<string, unknown> = {};
  const merged: string[] = [];
  const conflicts: FieldConflict[] = [];
  const theirs = changesOf(later);
  for (const [field, value] of Object.entries(sent)) {
    const change = theirs.get(field);
    if (!change || isSame(change.before, change.after, field)) fields[field] = value;
    else if (!asWritten && isSame(value, change.before, field)) merged.push(field);
    else if (isSame(value, change.after, field)) fields[field] = value;
    else conflicts.push(change);
  }
  const others = [...theirs.keys()].filter((field) => !(field in sent));
  return { fields, merged: [...merged, ...others], conflicts };
}

function changesOf(later: readonly LaterVersion[]): Map<string, FieldConflict> {
  const changes = new Map<string, FieldConflict>();
  for (const { actor, at, fields } of later)
    for (const [field, { before, after }] of Object.entries(fields)) {
      const earlier = changes.get(field);
      changes.set(field, { field, before: earlier ? earlier.before : before, after, actor, at });
    }
  return changes;
}

/** The fields of an entry as a version left them: later changes are undone, the newest first. */
export function fieldsAt(
  current: Readonly<Record<string, unknown>>,
  later: readonly Pick<LaterVersion, 'fields'>[],
): Record<string, unknown> {
  const fields: Record<string, unknown> = { ...current };
  for (const version of later.toReversed())
    for (const [field, { before }] of Object.entries(version.fields)) fields[field] = before;
  return fields;
}
