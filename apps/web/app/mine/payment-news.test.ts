// Issue 4 section 1: who opens the site with an open payment hears of it, once.
import { expect, it } from 'vitest';
import type { SignedInViewer } from '../browser/viewer.ts';
import { createShelf } from '../storage/shelf.ts';
import { paymentNews } from './payment-news.ts';

const holding: NonNullable<SignedInViewer['subscription']> = {
  package_id: 'p-grtv-daily-c-01',
  name: 'Daily',
  price: '5.00',
  service_period: 'day',
  state: 'grace',
  started_at: '2026-11-20T08:00:00.000Z',
  paid_until: '2026-11-21T08:00:00.000Z',
  served_until: '2026-11-23T08:00:00.000Z',
  next_try_at: null,
  payment_pending: false,
  next_amount: '5.00',
  free_trial: false,
};

it('tells once of each state what could not be taken and what helps, and of nothing else', () => {
  const items = new Map<string, string>();
  const area = {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
    removeItem: (key: string) => void items.delete(key),
  };
  const shelf = createShelf(() => area, Date.now);
  const news = (subscription: Partial<typeof holding> | null, entitled = true) =>
    paymentNews({ subscription: subscription && { ...holding, ...subscription }, entitled }, shelf);
  expect(news(null)).toBeUndefined();
  expect(news({ state: 'active' })).toBeUndefined();
  expect(news({ payment_pending: true })).toBeUndefined();
  expect(news({})).toBe('R5.00 could not be taken. Please recharge to keep watching.');
  expect(news({})).toBeUndefined();
  expect(news({ state: 'parked' }, false)).toBe('R5.00 could not be taken, so watching is paused. Recharge to go on.');
  expect(news({ state: 'parked' }, false)).toBeUndefined();
});
