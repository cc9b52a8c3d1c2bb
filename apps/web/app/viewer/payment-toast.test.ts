// A viewer with an open payment sees a toast, once.
import { expect, it } from 'vitest';
import type { Holding } from '../profile/account-words.ts';
import { DAILY } from '../profile/holding.test-kit.ts';
import { createBrowserStorage } from '../storage/browser-storage.ts';
import { paymentToast } from './payment-toast.ts';

it('reports once per state what could not be charged and what helps, and nothing else', () => {
  const items = new Map<string, string>();
  const area = {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
    removeItem: (key: string) => void items.delete(key),
  };
  const storage = createBrowserStorage(() => area, Date.now);
  const news = (subscription: Partial<Holding> | null, entitled = true) =>
    paymentToast(
      { subscription: subscription && { ...DAILY, ...subscription }, entitled },
      storage,
    );
  expect(news(null)).toBeUndefined();
  expect(news({ state: 'active' })).toBeUndefined();
  expect(news({ state: 'grace', payment_pending: true })).toBeUndefined();
  expect(news({ state: 'grace' })).toBe(
    'R5.00 could not be taken. Please recharge to keep watching.',
  );
  expect(news({ state: 'grace' })).toBeUndefined();
  expect(news({ state: 'parked' }, false)).toBe(
    'R5.00 could not be taken, so watching is paused. Recharge to go on.',
  );
  expect(news({ state: 'parked' }, false)).toBeUndefined();
});
