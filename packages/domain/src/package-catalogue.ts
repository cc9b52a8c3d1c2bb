import type { Cents } from './rand.ts';

/** The length of a package's day; the trial lasts one day (rows B1, F8). */
export const DAY_MS = 24 * 60 * 60 * 1000;

export type PackageId = 'p-grtv-daily-c-01' | 'p-grtv-weekly-c-01' | 'p-grtv-monthly-c-01';

/**
 * The packages on offer (row E1). The carrier's service keys are configuration and not part of it.
 */
export interface Package {
  readonly id: PackageId;
  readonly name: 'Daily' | 'Weekly' | 'Monthly';
  /** The period in the price line: R5.00/day. */
  readonly period: 'day' | 'week' | 'month';
  readonly price: Cents;
  readonly days: number;
  /** The duration in the specification's words. */
  readonly duration: '1 Day' | '7 Days' | '30 Days';
}

/** The fixed catalogue (rows E1, B1), cheapest first. */
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

/** The package with this id, or `undefined`. */
export function findPackage(id: string): Package | undefined {
  return PACKAGES.find((candidate) => candidate.id === id);
}

/**
 * The days that a package lasts, read from its id as the browser reads them (row F7): 7 if the id
 * contains 'weekly', 30 if 'monthly', else 1.
 */
export function durationDays(packageId: string): number {
  if (packageId.includes('weekly')) return 7;
  if (packageId.includes('monthly')) return 30;
  return 1;
}

/** The id of a package's free first day, as the status check offers it (row E5). */
export function freeId(packageId: PackageId): string {
  return `${packageId}-free-day`;
}

/** The package whose free first day this id names, or `undefined`. */
export function packageOfFreeId(id: string): Package | undefined {
  return PACKAGES.find((candidate) => freeId(candidate.id) === id);
}
