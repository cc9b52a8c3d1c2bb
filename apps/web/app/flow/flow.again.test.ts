// 'Subscribe again' of a signed-in viewer: one screen (F3 F4 F6 S3 S4).
import { describe, expect, test } from 'vitest';
import { SUBSCRIBE_AGAIN } from '../titles/addresses.ts';
import { readAddress, resume } from './flow.arrival.ts';
import { screenAtConfirm, screenAtNumber } from './flow.screens.ts';
import { START } from './flow.state.ts';
import { FlowDriver, NUMBER, offer } from './flow.test-kit.ts';

const DAILY = 'p-grtv-daily-c-01';
const paid = { hasFreeTrial: false } as const;

test('is a press, and no address can be one', () => {
  const at = (state: unknown) => ({ pathname: '/enter-number', search: '?again=true', state });
  expect(readAddress(at(SUBSCRIBE_AGAIN), START)).toEqual({ returnTo: '/', again: true });
  for (const state of [null, {}, 'again'])
    expect(readAddress(at(state), START)).toEqual({ returnTo: '/', again: false });
});

describe('the package that a signed-in viewer held', () => {
  test('is offered with its price, Accept and the OTP, and nothing is asked before', () => {
    const flow = new FlowDriver().openAgain();
    expect(screenAtNumber(flow.state)).toBe('waiting');
    expect(flow.effect('check_status')).toMatchObject([{ body: { msisdn: NUMBER } }]);
    expect(flow.effect('check_status')[0]?.body).not.toHaveProperty('service_key');
    flow.answerStatus(paid);
    expect(screenAtNumber(flow.state)).toBe('waiting');
    expect(flow.effect('check_status')).toMatchObject([
      { body: { msisdn: NUMBER, service_key: 'demo-daily', unblock_first: true } },
    ]);
    flow.answerStatus({ ...paid, otp_sent: true });
    expect(flow.effect('go')).toEqual([{ type: 'go', place: 'confirm', replace: true }]);
    // Until the browser has left the address of the number.
    expect([screenAtConfirm(flow.state), screenAtNumber(flow.state)]).toEqual([
      'confirm',
      'waiting',
    ]);
    expect(flow.state.run).toMatchObject({ chosen: DAILY, held: null, proven: false });
    flow.answerKit().accept('1234');
    expect(flow.effect('subscribe')).toMatchObject([
      { body: { otp: '1234', service_key: 'demo-daily', price: '5.00', to_cancel: 'no' } },
    ]);
  });

  test('needs no OTP where the network names the same number', () => {
    const flow = new FlowDriver().send({
      type: 'opened',
      ...{ transactionId: 'tx-1', returnTo: '/', msisdn: '', again: true },
    });
    expect(flow.effect('recall')).toEqual([{ type: 'recall', transactionId: 'tx-1' }]);
    flow.enrich().send({
      type: 'recalled',
      ...{ transactionId: 'tx-1', holder: { msisdn: NUMBER, packageId: DAILY } },
    });
    expect(flow.effect('check_status')).toMatchObject([{ body: { he_token: 'he-1' } }]);
    flow.answerStatus({ ...paid, number_proven: true });
    flow
      .answerStatus({ ...paid, number_proven: true })
      .answerKit()
      .accept('');
    expect(flow.effect('subscribe')).toMatchObject([{ body: { otp: '', he_token: 'he-1' } }]);
  });

  test('asks for the unblock first where content services are blocked', () => {
    const flow = new FlowDriver().openAgain().answerStatus(paid);
    flow.answerStatus({ ...paid, contentBlockStatus: true });
    expect(flow.at).toBe('unblock');
    flow.send({ type: 'unblock_accepted' }).answerStatus({ ...paid, otp_sent: true });
    expect(flow.at).toBe('confirm');
  });

  test('leaves the way to the other packages, whose choice counts', () => {
    const flow = new FlowDriver().openAgain().answerStatus(paid).answerStatus(paid).answerKit();
    flow.send({ type: 'arrived', place: 'packages' });
    expect(screenAtNumber(flow.state)).toBe('packages');
    flow.choose('p-grtv-weekly-c-01');
    expect(screenAtNumber(flow.state)).toBe('packages');
    flow.answerStatus({ ...paid, otp_sent: true });
    expect(flow.state.run).toMatchObject({ chosen: 'p-grtv-weekly-c-01', again: null });
  });

  test('that is not sold any more leads to the packages', () => {
    const flow = new FlowDriver().openAgain({ msisdn: NUMBER, packageId: 'p-old' });
    flow.answerStatus(paid);
    expect([flow.at, flow.state.run.chosen]).toEqual(['packages', null]);
  });

  test('is not offered where the number has one again, or may have none', () => {
    const active = { code: 'ACTIVE', packages: [offer('Weekly', false)], description: 'Weekly' };
    const flow = new FlowDriver().openAgain();
    flow.answerStatus({ ...paid, ...active, code: 'ACTIVE' });
    flow.answerStatus({ ...paid, ...active, code: 'ACTIVE', otp_sent: true });
    expect(flow.state.run).toMatchObject({ held: 'Weekly', chosen: 'p-grtv-weekly-c-01' });
    expect(new FlowDriver().openAgain().answerStatus({ code: 'BLOCKED' }).at).toBe('refused');
  });

  test('is shown anew with its packages where its terms have changed since', () => {
    const flow = new FlowDriver().openAgain().answerStatus(paid).answerStatus(paid).answerKit();
    flow.accept().answer({
      ...{ status: 'failed', outcome: 'terms_changed', sub_transaction_id: 'sub-1' },
      description: 'Please choose your package again.',
    });
    flow.answerStatus(paid);
    expect([flow.at, flow.state.problem?.text]).toEqual([
      'packages',
      'Please choose your package again.',
    ]);
  });
});

test('asks anybody else for the number, or takes that of the network', () => {
  const visitor = new FlowDriver().openAgain(null);
  expect([visitor.at, screenAtNumber(visitor.state)]).toEqual(['number', 'number']);
  const enriched = new FlowDriver()
    .send({
      type: 'opened',
      ...{ transactionId: 'tx-1', returnTo: '/', msisdn: '', again: true },
    })
    .enrich()
    .send({ type: 'recalled', transactionId: 'tx-1', holder: null });
  expect(enriched.at).toBe('checking');
  expect(enriched.state.run).toMatchObject({ again: null, msisdn: NUMBER });
});

test('goes on after a reload, and a lost answer can be tried again', () => {
  const flow = new FlowDriver().openAgain();
  const opened = { ...flow.state, step: { at: 'recalling' } } as const;
  expect(resume(opened).effects).toEqual([{ type: 'recall', transactionId: 'tx-1' }]);
  flow.lose();
  expect([flow.at, flow.state.problem?.retry]).toEqual(['number', true]);
  flow.send({ type: 'retried' }).answerStatus(paid);
  expect(flow.effect('check_status')).toMatchObject([{ body: { service_key: 'demo-daily' } }]);
});
