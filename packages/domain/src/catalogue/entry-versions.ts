/** What one version changed of a field. */
export interface FieldChange {
  readonly before: unknown;
  readonly after: unknown;
}

/** The fields of an entry as a version left them: later changes are undone, the newest first. */
export function fieldsAt(
  current: Readonly<Record<string, unknown>>,
  /** The versions after that one, oldest first. */
  later: readonly { readonly fields: Readonly<Record<string, FieldChange>> }[],
): Record<string, unknown> {
  const fields: Record<string, unknown> = { ...current };
  for (const version of later.toReversed())
    for (const [field, { before }] of Object.entries(version.fields)) fields[field] = before;
  return fields;
}
