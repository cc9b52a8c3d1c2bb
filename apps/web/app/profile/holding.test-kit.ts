import type { Holding } from './account-words.ts';

/**
 * An active daily subscription, paid until ten in the morning of 21 November 2026, South African
 * time.
 */
export const DAILY: Holding = {
  package_id: 'p-grtv-daily-c-01',
  name: 'Daily',
  price: '5.00',
  service_period: 'day',
  state: 'active',
  started_at: '2026-11-20T08:00:00.000Z',
  paid_until: '2026-11-21T08:00:00.000Z',
  served_until: '2026-11-23T08:00:00.000Z',
  next_try_at: null,
  withheld: null,
  payment_pending: false,
  next_amount: '5.00',
  free_trial: false,
  recharge: null,
};
