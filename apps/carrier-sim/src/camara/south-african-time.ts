/** South African Standard Time: two hours ahead of UTC, all year. */
const OFFSET_MS = 2 * 3_600_000;

/** Midnight in South Africa at the start of the calendar month of `now`. */
export function startOfMonth(now: Date): Date {
  const local = new Date(now.getTime() + OFFSET_MS);
  return new Date(Date.UTC(local.getUTCFullYear(), local.getUTCMonth(), 1) - OFFSET_MS);
}

/** The South African day of an instant: `2026-11-20`. */
export function dayOf(instant: Date): string {
  return new Date(instant.getTime() + OFFSET_MS).toISOString().slice(0, 10);
}
