// E11: what remains on a device after signing out.
import { expect, test, vi } from 'vitest';
import { STORED_RUN, storeRun } from '../flow/flow.storage.ts';
import { FlowDriver } from '../flow/flow.test-kit.ts';
import { paymentNews } from '../viewer/payment-news.ts';
import { storePendingAddition } from '../viewer/pending-addition.ts';
import { createBrowserStorage } from './browser-storage.ts';
import { forgetViewer, onForget } from './forget-viewer.ts';
import { STORED_ITEMS } from './stored-items.ts';

function storage() {
  const items = new Map<string, string>();
  const area = {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
    removeItem: (key: string) => void items.delete(key),
  };
  return { items, storage: createBrowserStorage(() => area, Date.now) };
}

function used() {
  const [local, session] = [storage(), storage()];
  for (const entry of Object.values(STORED_ITEMS)) local.items.set(entry.key, 'something');
  storeRun(session.storage, new FlowDriver().toConfirm().accept().state);
  storePendingAddition(session.storage, { kind: 'video', id: 1, slug: 'isibane' }, 'Isibane');
  const subscription = {
    state: 'parked',
    next_amount: '5.00',
    paid_until: null,
    payment_pending: false,
  };
  paymentNews(
    { subscription, entitled: false } as unknown as Parameters<typeof paymentNews>[0],
    session.storage,
  )?.close();
  expect([...session.items.keys()].sort()).toEqual(['flow', 'payment_banner', 'pending_addition']);
  return { local, session, shelves: { local: local.storage, session: session.storage } };
}

test('leaves nothing in the tab after signing out, and across visits only the prefilled number', () => {
  const { local, session, shelves } = used();
  forgetViewer({ all: false }, shelves);
  expect(session.items.size).toBe(0);
  expect(session.storage.read(STORED_RUN)).toBeUndefined();
  expect([...local.items.keys()]).toEqual(['U_token']);
});

test('leaves nothing after the deletion of the data', () => {
  const { local, session, shelves } = used();
  forgetViewer({ all: true }, shelves);
  expect([local.items.size, session.items.size]).toEqual([0, 0]);
});

test('notifies the flow, so that its state in memory is removed too', () => {
  const told = vi.fn();
  onForget(told);
  forgetViewer({ all: false }, used().shelves);
  expect(told).toHaveBeenCalledOnce();
});
