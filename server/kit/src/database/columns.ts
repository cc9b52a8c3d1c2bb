import { timestamp } from 'drizzle-orm/pg-core';

/** A column for an instant, read and written as a `Date`. */
export const instant = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });
