import { entryAddress, KINDS } from '../catalogue/kinds.ts';

/** What the audit says of a subject. */
export interface AuditSubject {
  readonly subject: string;
  readonly details: Readonly<Record<string, unknown>> | null;
}

/**
 * What still exists, as the calls of its own screens answer it; absent: this person may not see it.
 */
export interface KnownThings {
  readonly accounts?: readonly { readonly id: string; readonly name: string }[] | undefined;
  readonly keys?: readonly { readonly id: string; readonly name: string }[] | undefined;
  readonly packages?: readonly { readonly key: string; readonly name: string }[] | undefined;
  readonly endpoints?: readonly { readonly id: string; readonly url: string }[] | undefined;
  readonly mayReadCatalogue: boolean;
}

/** A subject as people know it, and its screen. */
export interface NamedSubject {
  readonly name: string;
  readonly address: string;
}

/** Whether one of the entries concerned a thing of this kind. */
export function concerns(entries: readonly AuditSubject[], kind: string): boolean {
  return entries.some(({ subject }) => subject.startsWith(`${kind}:`));
}

/** The name and the screen of a subject; `undefined` where its id is all that is known. */
export function namedSubject(
  { subject, details }: AuditSubject,
  known: KnownThings,
): NamedSubject | undefined {
  const at = subject.indexOf(':');
  const id = subject.slice(at + 1);
  const kind = subject.slice(0, Math.max(at, 0));
  return namedThing(kind, id, known) ?? namedEntry(kind, details, known);
}

function namedThing(kind: string, id: string, known: KnownThings): NamedSubject | undefined {
  const found = (name: string | undefined, address: string): NamedSubject | undefined =>
    name === undefined ? undefined : { name, address };
  const { accounts, keys, packages, endpoints } = known;
  if (kind === 'brand' && known.mayReadCatalogue)
    return { name: `brand, version ${id}`, address: '/brand' };
  if (kind === 'account') return found(accounts?.find((one) => one.id === id)?.name, '/accounts');
  if (kind === 'key') return found(keys?.find((one) => one.id === id)?.name, '/api-keys');
  if (kind === 'package') return found(packages?.find((one) => one.key === id)?.name, '/packages');
  if (kind === 'webhook_endpoint')
    return found(endpoints?.find((one) => one.id === id)?.url, '/webhooks');
  return undefined;
}

/** The entry of the catalogue that was written, where it was one: batches name theirs by key. */
function namedEntry(
  kind: string,
  details: AuditSubject['details'],
  { mayReadCatalogue }: KnownThings,
): NamedSubject | undefined {
  if (!mayReadCatalogue) return undefined;
  const entries: unknown = details?.entries;
  const only: unknown = Array.isArray(entries) && entries.length === 1 ? entries[0] : undefined;
  const written = isWritten(only) ? only : { kind, key: details?.key };
  if (!isEntryKind(written.kind) || typeof written.key !== 'string') return undefined;
  return { name: written.key, address: entryAddress(written.kind, written.key) };
}

interface Written {
  readonly kind: unknown;
  readonly key: unknown;
}

const isWritten = (one: unknown): one is Written =>
  typeof one === 'object' && one !== null && 'kind' in one && 'key' in one;
const isEntryKind = (kind: unknown): kind is keyof typeof KINDS =>
  typeof kind === 'string' && Object.hasOwn(KINDS, kind);
