import type { Clock } from '@bonisa/kit/clock/clock';
import type { Database } from '@bonisa/kit/database/database';
import type { AuditEntry, StudioActor, StudioGate } from '@bonisa/kit/http/studio-types';
import type { NewId } from '@bonisa/kit/ids';
import { withoutNumbers } from '@bonisa/kit/logger';
import type {
  AuditActor,
  AuditFilter,
  AuditQuery,
  AuditRepository,
  AuditRow,
} from './audit.repository.ts';

/** The most that one entry may say besides who and when; longer texts are cut. */
const LONGEST = { subject: 200, reason: 500, details: 8000 } as const;

/** A command of the product's own machine, as the audit calls it. */
export const COMMAND: StudioActor = {
  kind: 'command',
  id: '',
  name: 'command on the machine',
  scopes: new Set(),
};

export interface AuditService {
  /** Writes an entry; in a transaction it exists exactly if the change does. */
  readonly record: StudioGate['record'];
  page(query: AuditQuery): Promise<{ entries: AuditRow[]; next: string | null }>;
  /** How many entries pass the filters, counted up to `most`. */
  count(filter: AuditFilter, most: number): Promise<number>;
  /** Who and which acts the audit has. */
  choices(): Promise<{ actors: AuditActor[]; actions: string[] }>;
}

export interface AuditDependencies {
  readonly repository: AuditRepository;
  readonly clock: Clock;
  readonly newId: NewId;
}

/**
 * The audit. Every text is searched for phone numbers: an entry outlives the removal of personal
 * data, so it must hold none.
 */
export function createAuditService({ repository, clock, newId }: AuditDependencies): AuditService {
  return {
    record: async ({ actor, action, correlationId }, entry: AuditEntry, tx?: Database) => {
      await repository.insert(
        {
          id: newId(),
          at: clock.now(),
          actorKind: actor.kind,
          actorId: actor.id,
          actor: withoutNumbers(actor.name),
          action,
          subject: withoutNumbers(entry.subject).slice(0, LONGEST.subject),
          reason: entry.reason ? withoutNumbers(entry.reason).slice(0, LONGEST.reason) : null,
          details: detailsOf(entry.details),
          correlationId,
        },
        tx,
      );
    },
    page: async (query) => {
      const rows = await repository.page({ ...query, limit: query.limit + 1 });
      const entries = rows.slice(0, query.limit);
      return { entries, next: rows.length > query.limit ? (entries.at(-1)?.id ?? null) : null };
    },
    count: repository.count,
    choices: async () => {
      const [actors, actions] = await Promise.all([repository.actors(), repository.actions()]);
      return { actors, actions };
    },
  };
}

function detailsOf(details: AuditEntry['details']): Record<string, unknown> | null {
  if (details === undefined) return null;
  const text = JSON.stringify(cleaned(details));
  return text.length <= LONGEST.details
    ? (JSON.parse(text) as Record<string, unknown>)
    : { left_out: `details of ${text.length} characters` };
}

function cleaned(value: unknown): unknown {
  if (typeof value === 'string') return withoutNumbers(value);
  if (typeof value === 'number')
    return withoutNumbers(String(value)) === String(value) ? value : '[number]';
  if (Array.isArray(value)) return value.map(cleaned);
  if (value instanceof Date) return value.toISOString();
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [withoutNumbers(key), cleaned(inner)]),
  );
}
