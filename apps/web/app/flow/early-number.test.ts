// F3 F4: the mobile network is asked for the number once, whoever asks first.
import type { Client } from '@bonisa/contract/client';
import { expect, it } from 'vitest';
import { SESSION_KEYS, STORED_ITEMS } from '../storage/stored-items.ts';
import { STORED_KEYS, withEarlyNumber } from './early-number.ts';

const VOUCHED = { he_msisdn: '27821234567', he_token: 'he-1' };

function setUp(early?: Parameters<typeof withEarlyNumber>[1]) {
  const calls: unknown[] = [];
  const call = (async (name: string, body: unknown) => {
    calls.push([name, body]);
  }) as Client;
  let ids = 0;
  return { calls, ...withEarlyNumber({ call, newId: () => `tx-${++ids}` }, early) };
}

it('gives the first run the transaction and the answer of the early question', async () => {
  const early = { transactionId: 'tx-early', answer: Promise.resolve(VOUCHED) };
  const { call, calls, newId } = setUp(early);
  expect(newId()).toBe('tx-early');
  expect(await call('enrich', { transaction_id: 'tx-early' })).toEqual(VOUCHED);
  expect(calls).toEqual([]);
});

it('asks for a later run, and makes all other calls', async () => {
  const early = { transactionId: 'tx-early', answer: Promise.resolve(VOUCHED) };
  const { call, calls, newId } = setUp(early);
  newId();
  expect(newId()).toBe('tx-1');
  await call('enrich', { transaction_id: 'tx-1' });
  await call('csrfToken');
  expect(calls).toEqual([
    ['enrich', { transaction_id: 'tx-1' }],
    ['csrfToken', undefined],
  ]);
});

it('changes nothing where nobody asked early', async () => {
  const { call, calls, newId } = setUp();
  expect(newId()).toBe('tx-1');
  await call('enrich', { transaction_id: 'tx-1' });
  expect(calls).toHaveLength(1);
});

it('knows the keys under which a run and a number are stored', () => {
  expect(STORED_KEYS).toEqual({ run: SESSION_KEYS.flow, number: STORED_ITEMS.uToken.key });
});
