/** Cases of alerts that compare with a week ago; see `alert-rules.cases.ts`. */
import { type AlertCase, CARRIER, demo } from './alert-rules.series.ts';

const WEEK = 7 * 24 * 12;
const WEEK_MINUTES = WEEK * 5;
/** A counter in a week and a few hours of five minutes each: last week, and from then on. */
const growsThen = (before: number, after: number): string =>
  `0+${before}x${WEEK} ${before * WEEK}+${after}x60`;
/** The same, but every process is started again after the week. */
const againThen = (before: number, after: number): string => `0+${before}x${WEEK} 0+${after}x60`;
/** The same, but the series ends. */
const goneThen = (before: number): string => `0+${before}x${WEEK} stale _x60`;
/** It begins after the week. */
const beginsThen = (after: number): string => `_x${WEEK} 0+${after}x60`;

const taken = `bonisa_charges_total{${CARRIER},outcome="succeeded"}`;
const denied = `bonisa_charges_total{${CARRIER},outcome="denied",reason="insufficient_airtime"}`;
/** A carrier with most of the subscribers, where all is well. */
const LARGE = {
  'bonisa_charges_total{carrier="large",outcome="succeeded"}': growsThen(5000, 5000),
  'bonisa_charges_total{carrier="large",outcome="denied",reason="insufficient_airtime"}': growsThen(
    500,
    500,
  ),
};

const halved = {
  alert: 'BonisaChargesHalved',
  labels: demo,
  after: WEEK_MINUTES + 90,
  notYet: WEEK_MINUTES + 55,
  step: 'weekly',
} as const;
const denials = {
  alert: 'BonisaAirtimeDenials',
  labels: demo,
  after: WEEK_MINUTES + 100,
  notYet: WEEK_MINUTES + 20,
  step: 'weekly',
} as const;

export const WEEK_AGO: readonly AlertCase[] = [
  {
    ...halved,
    always: LARGE,
    broken: { [taken]: growsThen(100, 49) },
    well: { [taken]: growsThen(100, 51) },
    notYet: WEEK_MINUTES + 60,
  },
  {
    // No process that charges is left, and with it its series: nothing is no reason to be quiet.
    ...halved,
    broken: { [taken]: goneThen(100) },
    // A service that charged nobody a week ago either.
    well: { [denied]: goneThen(100) },
  },
  {
    // Few charges: 60 an hour are compared, 48 are not.
    ...halved,
    broken: { [taken]: growsThen(5, 0) },
    well: { [taken]: growsThen(4, 0) },
  },
  {
    // A restart of all processes is no fall, and hides none.
    ...halved,
    broken: { [taken]: againThen(100, 40) },
    well: { [taken]: againThen(100, 100) },
  },
  {
    ...denials,
    always: { ...LARGE, [taken]: growsThen(100, 100) },
    broken: { [denied]: growsThen(10, 21) },
    well: { [denied]: growsThen(10, 19) },
    notYet: WEEK_MINUTES + 60,
  },
  {
    // All is denied, by processes that have just started.
    ...denials,
    always: { [denied]: growsThen(10, 100) },
    broken: { [taken]: againThen(100, 0) },
    well: { [taken]: beginsThen(0) },
  },
  {
    // Nobody was denied a week ago; now 1 in 6, or 1 in 12.
    ...denials,
    always: { [taken]: growsThen(100, 100) },
    broken: { [denied]: growsThen(0, 20) },
    well: { [denied]: growsThen(0, 8) },
  },
  {
    // Few denials: 60 an hour are compared, 36 are not.
    ...denials,
    always: { [taken]: growsThen(10, 5) },
    broken: { [denied]: growsThen(1, 5) },
    well: { [denied]: growsThen(1, 3) },
  },
];
