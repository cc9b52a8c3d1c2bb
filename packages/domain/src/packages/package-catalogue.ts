import type { Cents } from '../money/rand.ts';

/** The length of a package's day; the trial lasts one day (rows B1, F8). */
export const DAY_MS = 24 * 60 * 60 * 1000;

/** The key of a package. It contains the word of its period (row F7). */
export type PackageId = string;

export type Period = 'day' | 'week' | 'month';

/** A package at one of its prices (row E1): the one on sale, or the one that was agreed to. */
export interface Package {
  readonly id: PackageId;
  readonly name: string;
  /** The period in the price line: R5.00/day. */
  readonly period: Period;
  readonly price: Cents;
  readonly days: number;
  /** The duration in the specification's words. */
  readonly duration: '1 Day' | '7 Days' | '30 Days';
}

/**
 * The packages and prices that a new installation begins with (rows E1, B1), cheapest first. What
 * is sold at an instant is data: `package-prices.ts`.
 */
export const PACKAGES: readonly Package[] = [
  { id: 'p-grtv-daily-c-01', name: 'Daily', period: 'day', price: 500, days: 1, duration: '1 Day' },
  {
    id: 'p-grtv-weekly-c-01',
    name: 'Weekly',
    period: 'week',
    price: 1000,
    days: 7,
    duration: '7 Days',
  },
  {
    id: 'p-grtv-monthly-c-01',
    name: 'Monthly',
    period: 'month',
    price: 2500,
    days: 30,
    duration: '30 Days',
  },
];

/** The package of {@link PACKAGES} with this id, or `undefined`. */
export function findPackage(id: string): Package | undefined {
  return PACKAGES.find((candidate) => candidate.id === id);
}

/**
 * The days that a package lasts, read from its id as the browser reads them (row F7): 7 if the id
 * contains 'weekly', 30 if 'monthly', else 1.
 */
export function durationDays(packageId: string): 1 | 7 | 30 {
  if (packageId.includes('weekly')) return 7;
  if (packageId.includes('monthly')) return 30;
  return 1;
}

const DURATIONS = { 1: '1 Day', 7: '7 Days', 30: '30 Days' } as const;
const PERIODS = { 1: 'day', 7: 'week', 30: 'month' } as const;

/** A package at a price. Its id says how long it lasts. */
export function packageAt(id: PackageId, name: string, price: Cents): Package {
  const days = durationDays(id);
  return { id, name, period: PERIODS[days], price, days, duration: DURATIONS[days] };
}

/** The id of a package's free first day, as the status check offers it (row E5). */
export function freeId(packageId: PackageId): string {
  return `${packageId}-free-day`;
}
