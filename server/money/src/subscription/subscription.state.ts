import type { Subscription } from '@bonisa/domain/subscription/subscription';
import type { subscriptions } from './subscription.tables.ts';

/** A row as the domain sees it. */
export function toState(row: typeof subscriptions.$inferSelect): Subscription {
  return {
    status: row.status,
    packageId: row.packageId,
    price: row.price,
    nextPackageId: row.nextPackageId,
    nextPrice: row.nextPrice,
    nextFrom: row.nextFrom,
    startedAt: row.startedAt,
    paidUntil: row.paidUntil,
    carriedUntil: row.carriedUntil,
    graceFrom: row.graceFrom,
    graceUntil: row.graceUntil,
    period: row.period,
    cancelledAt: row.cancelledAt,
    chargingPackageId: row.chargingPackageId,
    chargingPrice: row.chargingPrice,
    chargingSince: row.chargingSince,
    toppedUpAt: row.toppedUpAt,
    tries: row.tries,
    failures: row.failures,
    nextTryAt: row.nextTryAt,
    takenMonth: row.takenMonth,
    takenCents: row.takenCents,
    topUpDay: row.topUpDay,
    topUpTries: row.topUpTries,
  };
}
