import { instant } from '@bonisa/kit/database/columns';
import { integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';

/**
 * How fast a carrier may be asked for money, for all processes together. The instants are the
 * database server's own, since that is the one clock that all of them have, and the carrier's
 * patience is about real time.
 */
export const carrierPace = pgTable('carrier_pace', {
  carrier: text('carrier').primaryKey(),
  /**
   * The first instant of the even spread of calls that is not taken yet. It only spreads calls:
   * what holds the rate are the tickets.
   */
  nextAt: instant('next_at').notNull(),
  /** Failures in a row, for the circuit breaker. */
  failures: integer('failures').notNull(),
  /** Nothing is asked before then. */
  pausedUntil: instant('paused_until').notNull(),
});

/**
 * As many rows as calls may be in flight at once; a process holds some of them until an instant, so
 * that a crash gives them back.
 */
export const carrierSlots = pgTable(
  'carrier_slots',
  {
    carrier: text('carrier').notNull(),
    slot: integer('slot').notNull(),
    holder: uuid('holder'),
    until: instant('until').notNull(),
  },
  (table) => [primaryKey({ columns: [table.carrier, table.slot] })],
);

/**
 * As many rows as a carrier takes calls in one window (a second, for a whole number of calls a
 * second). Whoever makes a call holds a ticket, and the ticket is free again one window after the
 * carrier has answered: so no window of that length can hold more calls than there are tickets,
 * however long any of them was on its way.
 */
export const carrierCallTickets = pgTable(
  'carrier_call_tickets',
  {
    carrier: text('carrier').notNull(),
    ticket: integer('ticket').notNull(),
    holder: uuid('holder'),
    /**
     * From when on the next call may begin; of a ticket that is held: when it comes back should its
     * holder have died.
     */
    freeAt: instant('free_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.carrier, table.ticket] })],
);
