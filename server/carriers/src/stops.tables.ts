import { instant } from '@bonisa/kit/database/columns';
import { integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';

/**
 * Operations that are stopped because the carrier rejects our requests themselves: a wrong address,
 * credential or field of ours. No process calls such an operation until a probe is answered.
 */
export const carrierStops = pgTable(
  'carrier_stops',
  {
    carrier: text('carrier').notNull(),
    operation: text('operation').notNull(),
    /** A status and a code, as `422 MISSING_IDENTIFIER`. */
    detail: text('detail').notNull(),
    since: instant('since').notNull(),
    /** Refusals in a row; under the limit the operation is still called. */
    strikes: integer('strikes').notNull(),
    /** How many probes were made, which makes the next one later. */
    probes: integer('probes').notNull(),
    /** When one call may be made again. */
    probeAt: instant('probe_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.carrier, table.operation] })],
);
