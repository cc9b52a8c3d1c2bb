import type { Clock } from '@bonisa/kit/clock/clock';
import type { Database } from '@bonisa/kit/database/database';
import { createDueTime } from '@bonisa/kit/jobs/due-time';
import { earliestDue } from '@bonisa/kit/jobs/earliest-due';
import type { ScheduledJob } from '@bonisa/kit/jobs/scheduler';
import { sql } from 'drizzle-orm';
import { isBeingLookedUp } from './exception.repository.ts';
import { exceptions } from './reconciliation.tables.ts';

const REVISIT_MS = 60 * 60_000;
/** Lookups that were just requested have an answer after this time. */
const FIRST_REVISIT_MS = 2 * 60_000;

export interface ExceptionRevisitsDependencies {
  readonly db: Database;
  readonly carrierId: string;
  /** Checks the exceptions again whose charges are being looked up. */
  readonly revisit: () => Promise<unknown>;
  readonly clock: Clock;
}

/**
 * Checks a carrier's exceptions again each hour while charges of theirs are being looked up, in one
 * process of all; whichever process opened them may be gone. `soon`: new ones were just opened.
 */
export function createExceptionRevisits({
  db,
  carrierId,
  revisit,
  clock,
}: ExceptionRevisitsDependencies): ScheduledJob & { readonly soon: () => Promise<void> } {
  const name = `exception-revisits-${carrierId}`;
  const due = createDueTime(db, { name, clock });
  const inMs = (ms: number): Date => new Date(clock.now().getTime() + ms);
  const next = due.dueWhile(
    sql`exists (select from ${exceptions} where ${isBeingLookedUp(carrierId)})`,
  );
  return {
    name,
    nextDue: () => earliestDue(db, next),
    run: async () => {
      const held = await due.hold(async () => {
        await revisit();
        return inMs(REVISIT_MS);
      });
      return held ? 1 : 0;
    },
    soon: () => due.notAfter(inMs(FIRST_REVISIT_MS)),
  };
}
