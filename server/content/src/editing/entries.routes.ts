import { ENTRY_FIELDS } from '@bonisa/contract/studio/catalogue-entries';
import {
  catalogueCompare,
  catalogueEntry,
  catalogueLacks,
  catalogueRestore,
  catalogueSaveEntry,
  catalogueStates,
  catalogueVersions,
} from '@bonisa/contract/studio/editing.calls';
import type { PublishBlocker } from '@bonisa/domain/catalogue/publish-blockers';
import type { Clock } from '@bonisa/kit/clock/clock';
import { AppError } from '@bonisa/kit/http/app-error';
import type { StudioRoutes } from '@bonisa/kit/http/studio-listener';
import type { FastifyRequest } from 'fastify';
import { refusalOf } from './batch.refusals.ts';
import type { BatchOutcome, EditingService } from './editing.service.ts';
import type { EntriesService, Entry, EntryName, StateChange, Unready } from './entries.service.ts';
import { writing } from './studio-writing.ts';
import type { VersionRow } from './versions.repository.ts';

const MOST_BYTES = 512 * 1024;

export interface EntriesRoutes {
  readonly entries: EntriesService;
  readonly editing: Pick<EditingService, 'apply'>;
  readonly clock: Clock;
}

/** The calls of the studio for single entries: form, state, versions. */
export function entriesStudioRoutes({ entries, editing, clock }: EntriesRoutes): StudioRoutes {
  return ({ register }) => {
    register(catalogueEntry, {
      limit: 'read',
      handle: async ({ params }) => shown(await existing(entries.entry(params), params)),
    });
    register(catalogueSaveEntry, {
      limit: 'write',
      bodyLimit: MOST_BYTES,
      handle: async ({ params, body, actor, audit, request }) => {
        const row = { ...body.fields, ...params, version: versionOf(request, body.version) };
        const outcome = await editing.apply([row], writing(actor, audit, params));
        refuseProblems(outcome);
        const [result] = outcome.results;
        const saved = shown(await existing(entries.entry(params), params));
        return { ...saved, changed: [...(result?.fields ?? [])] };
      },
    });
    register(catalogueLacks, {
      limit: 'read',
      handle: async ({ params }) => {
        const lacks = await existing(entries.lacks(params), params);
        return { ready: !lacks.some(({ blocks }) => blocks), lacks: [...lacks] };
      },
    });
    register(catalogueStates, {
      limit: 'write',
      handle: async ({ body, actor, audit }) => {
        const change = stateChangeOf(body, clock.now());
        const done = await entries.setStates(change, writing(actor, audit));
        if ('missing' in done) throw notFound(done.missing);
        if ('unready' in done) throw cannotPublish(done.unready);
        if ('outcome' in done) throw refusalOf(done.outcome.problems);
        if (change.isDryRun)
          await audit.record({ subject: 'catalogue', details: { dryRun: true } });
        return {
          entries: done.done.map(({ losesFrom, lacks, ...one }) => ({
            ...one,
            lacks: [...lacks],
            loses_from: losesFrom?.toISOString() ?? null,
          })),
        };
      },
    });
    register(catalogueVersions, {
      limit: 'read',
      handle: async ({ params, query }) => {
        const rows = await entries.versions(params, query);
        const last = rows.at(-1)?.number ?? 0;
        return { data: rows.map(versionLine), next: rows.length < query.limit ? null : last };
      },
    });
    register(catalogueCompare, {
      limit: 'read',
      handle: async ({ params: { version, ...name }, query: { to } }) =>
        await existing(entries.compare(name, version, to), name),
    });
    register(catalogueRestore, {
      limit: 'write',
      handle: async ({ params: { version, ...name }, actor, audit }) => {
        const restoring = entries.restore(name, version, writing(actor, audit, name));
        const { outcome, without } = await existing(restoring, name);
        refuseProblems(outcome);
        const saved = shown(await existing(entries.entry(name), name));
        const changed = [...(outcome.results[0]?.fields ?? [])];
        return { ...saved, changed, without: [...without] };
      },
    });
  };
}

async function existing<Found>(
  found: Promise<Found | undefined>,
  { kind, key }: EntryName,
): Promise<Found> {
  const one = await found;
  if (one === undefined) throw notFound({ kind, key });
  return one;
}

function notFound({ kind, key }: EntryName): AppError {
  return new AppError('not_found', `There is no ${kind} '${key}', or no such version of it.`);
}

function shown({ fields, lacks, ...entry }: Entry) {
  return { ...entry, fields: { ...fields }, lacks: [...lacks] };
}

/** The version that the change began from: of the body, else of If-Match. */
function versionOf(request: FastifyRequest, given: number | undefined): number | undefined {
  if (given !== undefined) return given;
  const header = request.headers['if-match'];
  if (header === undefined || header === '*') return undefined;
  const number = /^"?([0-9]{1,9})"?$/.exec(header)?.[1];
  if (number === undefined)
    throw new AppError('invalid_request', 'If-Match must be the number of a version.', {
      fields: [{ field: 'If-Match', problem: 'must be the number of a version' }],
    });
  return Number(number);
}

function refuseProblems({ problems }: BatchOutcome): void {
  if (problems.length > 0) throw refusalOf(problems, true);
}

interface StatesBody extends Pick<StateChange, 'entries' | 'state'> {
  readonly at?: string | undefined;
  readonly own_times?: boolean | undefined;
  readonly dry_run?: boolean | undefined;
}

function stateChangeOf(
  { entries, state, at, own_times: ownTimes = false, dry_run: isDryRun = false }: StatesBody,
  now: Date,
): StateChange {
  const when = at === undefined ? undefined : new Date(at);
  const refuse = (field: string, problem: string): never => {
    throw new AppError('invalid_request', `${field} ${problem}.`, { fields: [{ field, problem }] });
  };
  if ((state === 'scheduled') !== (when !== undefined))
    refuse('at', state === 'scheduled' ? 'is missing' : 'is for scheduled entries only');
  if (when && when <= now) refuse('at', 'must be in the future');
  if (ownTimes && state !== 'published') refuse('own_times', 'is for published entries only');
  for (const [row, { kind }] of entries.entries()) {
    const fields = ENTRY_FIELDS[kind];
    if (!('published' in fields)) refuse(`entries.${row}.kind`, 'has no states');
    if (when && !('availableFrom' in fields)) refuse(`entries.${row}.kind`, 'has no schedule');
  }
  return { entries, state, at: when, ownTimes, isDryRun };
}

function cannotPublish(unready: readonly Unready[]): AppError {
  const fields = unready.flatMap(({ kind, key, lacks }) =>
    lacks.map(({ field, reason }: PublishBlocker) => ({
      field: `${kind}.${key}.${field}`,
      problem: reason,
    })),
  );
  const [first] = unready;
  const words = first?.lacks.map(({ reason }) => `${reason}.`).join(' ');
  return new AppError('cannot_publish', `'${first?.key}' cannot be published. ${words}`, {
    fields,
  });
}

function versionLine(row: VersionRow) {
  return {
    version: row.number,
    at: row.at.toISOString(),
    by: { kind: row.actorKind, name: row.actor },
    action: row.action,
    fields: { ...row.fields },
    restored: row.restored,
  };
}
