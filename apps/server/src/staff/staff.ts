import type { Clock } from '../platform/clock.ts';
import type { Database } from '../platform/database.ts';
import type { RequestAudit } from '../platform/http/studio-types.ts';
import type { NewId } from '../platform/ids.ts';
import { createApiKeyRepository } from './api-key.repository.ts';
import { createApiKeys } from './api-key.service.ts';
import { createAuditRepository } from './audit.repository.ts';
import { COMMAND, createAuditService } from './audit.service.ts';
import { createStudioGate } from './studio-gate.ts';

export interface StaffDependencies {
  readonly db: Database;
  readonly clock: Clock;
  readonly newId: NewId;
}

export type Staff = ReturnType<typeof createStaff>;

/** Builds the people of the brand: API keys, the audit, and the gate of the studio's calls. */
export function createStaff({ db, clock, newId }: StaffDependencies) {
  const audit = createAuditService({ repository: createAuditRepository(db), clock, newId });
  const apiKeys = createApiKeys({ repository: createApiKeyRepository(db), clock, newId });
  return {
    audit,
    apiKeys,
    /** The audit of a command that runs on the product's machine. */
    commandAudit: (action: string): RequestAudit => ({
      record: (entry, tx) =>
        audit.record({ actor: COMMAND, action, correlationId: null }, entry, tx),
    }),
    studioGate: createStudioGate({ apiKeys, record: audit.record, clock }),
  };
}
