import { describe, expect, test } from 'vitest';
import { RESEND_AFTER_MS } from './flow.machine.ts';
import { chosenOffer, isFreeAtFirst } from './flow.state.ts';
import { FlowDriver, NOW, NUMBER, offer, refused } from './flow.test-kit.ts';

// The terms beside Accept are those that the newest OTP approves, and a transaction has one number.
describe('changes during a run', () => {
  test('shows the price when a subscription has ended meanwhile, as the new OTP does', () => {
    const held = {
      code: 'ACTIVE',
      description: 'already has it',
      packages: [offer('Daily', false)],
      hasFreeTrial: false,
    } as const;
    const flow = new FlowDriver().open().submitNumber();
    flow
      .answerStatus({ ...held, packages: [...held.packages] })
      .answerStatus({ ...held, packages: [...held.packages], otp_sent: true });
    flow
      .answerKit()
      .accept()
      .answer(refused('This OTP was sent to sign in.', 'otp_for_sign_in'))
      .answerKit();
    expect(flow.state.problem).toMatchObject({ field: 'otp' });
    flow
      .send({ type: 'resend_pressed', now: NOW + RESEND_AFTER_MS })
      .answerStatus({ otp_sent: true, hasFreeTrial: false });
    expect(flow.at).toBe('confirm');
    expect(flow.state.run).toMatchObject({
      held: null,
      chosen: 'p-grtv-daily-c-01',
    });
    expect(isFreeAtFirst(chosenOffer(flow.state.run))).toBe(false);
  });

  test('shows no price when a subscription began meanwhile and the OTP only signs in', () => {
    const flow = new FlowDriver().toPackages().choose('p-grtv-weekly-c-01');
    flow.answerStatus({
      code: 'ACTIVE',
      description: 'already has Daily',
      packages: [offer('Daily', false)],
      hasFreeTrial: false,
      otp_sent: true,
    });
    expect(flow.at).toBe('confirm');
    expect(flow.state.run).toMatchObject({
      held: 'already has Daily',
      chosen: 'p-grtv-daily-c-01',
    });
  });

  test('uses a new transaction for another number, and asks the network again', () => {
    const flow = new FlowDriver()
      .open()
      .enrich()
      .answerStatus()
      .send({ type: 'arrived', place: 'number' });
    flow.submitNumber('0829999999');
    const { transactionId } = flow.state.run;
    expect(transactionId).not.toBe('tx-1');
    expect(flow.effect('check_status')[0]?.body).toEqual({
      transaction_id: transactionId,
      msisdn: '27829999999',
    });
    expect(flow.effects.slice(-2)).toEqual([{ type: 'mark' }, { type: 'enrich', transactionId }]);
    expect(flow.state.run.enriched).toBeNull();
    // The same number again keeps its transaction.
    flow.answerStatus().send({ type: 'arrived', place: 'number' }).submitNumber('0829999999');
    expect(flow.state.run.transactionId).toBe(transactionId);
    expect(flow.effect('mark')).toEqual([]);
  });
});

describe('Resend', () => {
  test('waits, then sends with the same transaction and package, and fetches a new fraud kit', () => {
    const flow = new FlowDriver().toConfirm();
    flow.send({ type: 'resend_pressed', now: NOW + RESEND_AFTER_MS - 1 });
    expect(flow.effects).toEqual([]);
    flow.send({ type: 'resend_pressed', now: NOW + RESEND_AFTER_MS });
    expect(flow.effect('check_status')[0]?.body).toEqual({
      transaction_id: 'tx-1',
      msisdn: NUMBER,
      service_key: 'demo-daily',
    });
    flow.answerStatus({ otp_sent: true });
    expect(flow.effects).toEqual([{ type: 'fetch_kit', call: flow.call, transactionId: 'tx-1' }]);
  });

  test('stays on the screen with a notice when it fails', () => {
    const flow = new FlowDriver()
      .toConfirm()
      .send({ type: 'resend_pressed', now: NOW + RESEND_AFTER_MS })
      .refuse('Too many OTP requests, try later', 'otp_send_limit');
    expect(flow.at).toBe('confirm');
    expect(flow.state.problem?.text).toBe('Too many OTP requests, try later');
    expect(flow.effect('fetch_kit')).toHaveLength(1);
  });
});

describe('the fraud kit', () => {
  // E11 A16
  test('is stored, and Accept counts only once the kit can judge', () => {
    const flow = new FlowDriver().toPackages().choose().answerStatus({ otp_sent: true });
    expect(flow.accept().effects).toEqual([]);
    flow.answerKit();
    expect(flow.effects).toEqual([
      {
        type: 'store_values',
        values: { fraudScript: 'judge()', fraudTransactionId: 'tx-1', fraudToken: 'kit-1' },
      },
    ]);
    expect(flow.accept().at).toBe('accepting');
  });

  // X7
  test("shows the server's description when it cannot be fetched, and can be fetched again", () => {
    const flow = new FlowDriver()
      .toPackages()
      .choose()
      .answerStatus({ otp_sent: true })
      .refuse('Fraud protection is not available.', 'fraud_unavailable');
    expect(flow.state.step).toEqual({
      at: 'confirm',
      kit: { state: 'failed', text: 'Fraud protection is not available.' },
    });
    expect(flow.accept().effects).toEqual([]);
    flow.send({ type: 'retried' });
    expect(flow.effect('fetch_kit')).toHaveLength(1);
  });
});
