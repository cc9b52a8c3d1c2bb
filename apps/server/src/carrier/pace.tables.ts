import { integer, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';

const instant = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });

/**
 * How fast a carrier may be asked for money, for all processes together. The instants are the database server's own, since that is the one clock that all
 * of them have, and the carrier's patience is about real time.
 */
export const carrierPace = pgTable('carrier_pace', {
  carrier: text('carrier').primaryKey(),
  /** The first instant at which another call may begin. */
  nextAt: instant('next_at').notNull(),
  /** Failures in a row, for the circuit breaker. */
  failures: integer('failures').notNull(),
  /** Nothing is asked before then. */
  pausedUntil: instant('paused_until').notNull(),
});

/** As many rows as calls may be in flight at once; a process holds some of them until an instant, so that a crash gives them back. */
export const carrierSeats = pgTable('carrier_seats', {
  seat: integer('seat').primaryKey(),
  holder: uuid('holder'),
  until: instant('until').notNull(),
});
