// A viewer with an open payment sees a banner until it is closed.
import { expect, it } from 'vitest';
import type { Holding } from '../profile/account-words.ts';
import { DAILY } from '../profile/holding.test-kit.ts';
import { createBrowserStorage } from '../storage/browser-storage.ts';
import { paymentNews } from './payment-news.ts';

it('says what could not be charged and what helps, until it is closed in this state', () => {
  const items = new Map<string, string>();
  const area = {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
    removeItem: (key: string) => void items.delete(key),
  };
  const storage = createBrowserStorage(() => area, Date.now);
  const news = (subscription: Partial<Holding> | null, entitled = true) =>
    paymentNews({ subscription: subscription && { ...DAILY, ...subscription }, entitled }, storage);
  expect(news(null)).toBeUndefined();
  expect(news({ state: 'active' })).toBeUndefined();
  expect(news({ state: 'grace', payment_pending: true })).toBeUndefined();
  const due = news({ state: 'grace' });
  expect(due?.text).toBe(
    'R5.00 could not be taken. Please recharge: it is then taken and you keep watching.',
  );
  expect(news({ state: 'grace' })?.text).toBe(due?.text);
  due?.close();
  expect(news({ state: 'grace' })).toBeUndefined();
  expect(news({ state: 'parked' }, false)?.text).toBe(
    'R5.00 could not be taken, so watching is paused. Recharge: it is then taken and you go on.',
  );
});
