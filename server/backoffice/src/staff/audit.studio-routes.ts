import {
  audit,
  auditChoices,
  auditFile,
  MOST_AUDIT_LINES,
  UNNAMED_ACTORS,
} from '@bonisa/contract/studio/audit.calls';
import { type Day, instantOf } from '@bonisa/domain/south-african-time';
import { csvStream, type FileRow, rowsByPage, sendCsv } from '@bonisa/kit/http/csv-file';
import { invalidRequest } from '@bonisa/kit/http/errors';
import type { StudioRoutes } from '@bonisa/kit/http/studio-listener';
import type { AuditFilter, AuditRow } from './audit.repository.ts';
import type { AuditService } from './audit.service.ts';

/** Entries of a file that are read at once. */
const FILE_PAGE = 1000;
const COLUMNS = [
  'id',
  'at',
  'actor_kind',
  'actor_id',
  'actor',
  'action',
  'subject',
  'reason',
  'details',
  'correlation_id',
] as const;
const NAMES: Record<(typeof UNNAMED_ACTORS)[number], string> = {
  command: 'a command on the machine',
  nobody: 'nobody who was signed in',
};

/** The calls of the studio that read the audit. */
export function auditStudioRoutes(service: AuditService): StudioRoutes {
  return ({ register }) => {
    register(audit, {
      limit: 'read',
      handle: async ({ query: { before, limit, ...filter } }) => {
        const { entries, next } = await service.page({ ...filterOf(filter), before, limit });
        return { data: entries.map(auditView), next };
      },
    });
    register(auditChoices, {
      limit: 'read',
      handle: async () => {
        const { actors, actions } = await service.choices();
        const unnamed = UNNAMED_ACTORS.map((id) => ({ id, name: NAMES[id] }));
        const byName = actors.toSorted((a, b) => a.name.localeCompare(b.name, 'en'));
        return { actors: [...byName, ...unnamed], actions };
      },
    });
    register(auditFile, {
      limit: 'read',
      handle: async ({ query, audit: own, reply }) => {
        const filter = filterOf(query);
        const entries = await service.count(filter, MOST_AUDIT_LINES + 1);
        if (entries > MOST_AUDIT_LINES) {
          const problem = `this has more than ${MOST_AUDIT_LINES} entries: choose fewer days or another filter`;
          throw invalidRequest([{ field: 'from', problem }]);
        }
        const filters = Object.entries(query).filter(([, value]) => value !== undefined);
        await own.record({
          subject: 'audit',
          details: { ...Object.fromEntries(filters), entries },
        });
        const rows = rowsByPage(async (before: string | undefined) => {
          const page = await service.page({ ...filter, before, limit: FILE_PAGE });
          return { rows: page.entries.map(fileRow), next: page.next ?? undefined };
        });
        const span = [query.from, query.to].filter((day) => day !== undefined);
        return sendCsv(reply, ['audit', ...span].join('-'), csvStream(COLUMNS, rows));
      },
    });
  };
}

interface Asked {
  readonly actor_id?: string | undefined;
  readonly action?: string | undefined;
  readonly subject?: string | undefined;
  readonly from?: Day | undefined;
  readonly to?: Day | undefined;
  readonly words?: string | undefined;
}

function filterOf({ actor_id: actorId, from, to, ...rest }: Asked): AuditFilter {
  return {
    ...rest,
    actorId,
    from: from && instantOf(from),
    until: to && instantOf(to, 24),
  };
}

function auditView(row: AuditRow) {
  return {
    id: row.id,
    at: row.at.toISOString(),
    actor_kind: row.actorKind,
    actor_id: row.actorId,
    actor: row.actor,
    action: row.action,
    subject: row.subject,
    reason: row.reason,
    details: row.details,
    correlation_id: row.correlationId,
  };
}

function fileRow(row: AuditRow): FileRow {
  const { details, ...view } = auditView(row);
  return { ...view, details: details && JSON.stringify(details) };
}
