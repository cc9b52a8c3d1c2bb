// E11: what remains on a device after signing out.
import { expect, test, vi } from 'vitest';
import { FLOW_ENTRY, keepRun } from '../flow/flow.storage.ts';
import { Drive } from '../flow/flow.test-kit.ts';
import { paymentNews } from '../viewer/payment-toast.ts';
import { keepWish } from '../viewer/pending-addition.ts';
import { createBrowserStorage } from './browser-storage.ts';
import { forgetPerson, onForget } from './forget-person.ts';
import { STORED } from './stored-items.ts';

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
  for (const entry of Object.values(STORED)) local.items.set(entry.key, 'something');
  keepRun(session.storage, new Drive().toConfirm().accept().state);
  keepWish(session.storage, { kind: 'video', id: 1, slug: 'isibane' }, 'Isibane');
  const subscription = {
    state: 'parked',
    next_amount: '5.00',
    paid_until: null,
    payment_pending: false,
  };
  paymentNews(
    { subscription, entitled: false } as unknown as Parameters<typeof paymentNews>[0],
    session.storage,
  );
  expect([...session.items.keys()].sort()).toEqual(['flow', 'list_wish', 'payment_news']);
  return { local, session, shelves: { local: local.storage, session: session.storage } };
}

test('leaves nothing in the tab after signing out, and across visits only the prefilled number', () => {
  const { local, session, shelves } = used();
  forgetPerson({ all: false }, shelves);
  expect(session.items.size).toBe(0);
  expect(session.storage.read(FLOW_ENTRY)).toBeUndefined();
  expect([...local.items.keys()]).toEqual(['U_token']);
});

test('leaves nothing after the deletion of the data', () => {
  const { local, session, shelves } = used();
  forgetPerson({ all: true }, shelves);
  expect([local.items.size, session.items.size]).toEqual([0, 0]);
});

test('notifies the flow, so that its state in memory is removed too', () => {
  const told = vi.fn();
  onForget(told);
  forgetPerson({ all: false }, used().shelves);
  expect(told).toHaveBeenCalledOnce();
});
