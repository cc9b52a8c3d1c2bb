import { describe, expect, test } from 'vitest';
import { FlowDriver, NOW, NUMBER, refused, subscribed } from './flow.test-kit.ts';
import { insufficientAirtime } from './flow.words.ts';

describe('Accept', () => {
  // F4 A14 P4
  test('sends every field that the subscribe call requires', () => {
    const flow = new FlowDriver().toConfirm().accept(' 1234 ');
    expect(flow.at).toBe('accepting');
    expect(flow.effects).toEqual([
      {
        type: 'subscribe',
        call: flow.call,
        body: {
          transaction_id: 'tx-1',
          msisdn: NUMBER,
          service_key: 'demo-daily',
          free_id: 'p-grtv-daily-c-01-free-day',
          words_language: 'en',
          price: '5.00',
          name: 'Daily',
          to_cancel: 'no',
          otp: '1234',
          evina_token: 'sealed-1',
        },
      },
    ]);
  });

  // V2 V4
  test.each(['', '123', '12345'])('requires an OTP of exactly four characters (%j)', (otp) => {
    const flow = new FlowDriver().toConfirm().accept(otp);
    expect(flow.at).toBe('confirm');
    expect(flow.effects).toEqual([]);
    expect(flow.state.problem).toEqual({
      field: 'otp',
      text: 'invalid OTP',
      more: 'Nothing was taken. Type the 4 digits of the newest SMS.',
      retry: false,
    });
    expect(flow.send({ type: 'otp_edited' }).state.problem).toBeNull();
  });

  // V2
  test.each(['5 9 2 2', 'OTP: 5922', '５９２２', '5922 is your Bonisa OTP for R5.00/day.'])(
    'sends the digits of a code that was pasted as %j',
    (pasted) => {
      const flow = new FlowDriver().toConfirm().accept(pasted);
      expect(flow.effect('subscribe')[0]?.body).toMatchObject({ otp: '5922' });
    },
  );

  // F3
  test('requires no OTP when the number is proven', () => {
    const flow = new FlowDriver()
      .open()
      .enrich()
      .answerStatus({ number_proven: true })
      .choose()
      .answerStatus({ number_proven: true });
    flow.answerKit().accept('');
    expect(flow.effect('subscribe')[0]?.body).toMatchObject({
      he_msisdn: NUMBER,
      he_token: 'he-1',
      otp: '',
    });
  });

  test('sends only one call when pressed twice', () => {
    const flow = new FlowDriver().toConfirm().accept();
    const before = flow.state;
    expect(flow.accept().effects).toEqual([]);
    expect(flow.state).toBe(before);
  });

  // F4 F7 E3 E11 B4
  test('signs in, stores the active package, reports the page view and shows the last screen on success', () => {
    const flow = new FlowDriver().toConfirm().accept().answer(subscribed());
    expect(flow.state.step).toEqual({
      at: 'complete',
      signedIn: false,
      freeTrial: true,
      packageId: 'p-grtv-daily-c-01',
      paidUntil: null,
    });
    expect(flow.effects.map((effect) => effect.type)).toEqual([
      'store_values',
      'report_page_view',
      'go',
    ]);
    expect(flow.effect('store_values')[0]?.values).toMatchObject({
      profile: { msisdn: NUMBER, user_id: '41', package_id: 'p-grtv-daily-c-01' },
      packageId: 'p-grtv-daily-c-01',
      activePackage: { subscriber_id: '41', transaction_id: 'tx-1', duration: 1, amount: '5.00' },
    });
    expect(flow.effect('report_page_view')).toEqual([
      { type: 'report_page_view', packageId: 'p-grtv-daily-c-01', transactionId: 'tx-1' },
    ]);
    expect(flow.effect('go')).toEqual([{ type: 'go', place: 'complete', replace: true }]);
  });

  // X4
  test.each(['Invalid OTP', 'OTP timed out', 'The request Timed Out'])(
    'shows the OTP error and fetches a new fraud kit after %j',
    (description) => {
      const flow = new FlowDriver().toConfirm().accept().answer(refused(description));
      expect(flow.state.step).toEqual({ at: 'confirm', kit: { state: 'loading' } });
      expect(flow.state.problem?.field).toBe('otp');
      expect(flow.effect('fetch_kit')).toHaveLength(1);
    },
  );

  // X6
  test('says of a code that could not be checked that it may be right, and leads to Accept', () => {
    const words =
      'Your network could not check your code and nothing was taken. The code may still be right.';
    const flow = new FlowDriver().toConfirm().accept().answer(refused(words, 'otp_unavailable'));
    expect(flow.state.problem).toEqual({
      field: null,
      text: words,
      more: 'Press Accept again.',
      retry: false,
    });
  });

  // X4
  test('leads from a code that is too old to Resend OTP', () => {
    const flow = new FlowDriver()
      .toConfirm()
      .accept()
      .answer(refused('OTP timed out', 'otp_expired'));
    expect(flow.state.problem).toMatchObject({
      field: 'otp',
      text: 'invalid OTP: OTP timed out',
      more: 'Nothing was taken. Press Resend OTP for a new one.',
    });
  });

  // X5 X6
  test('shows the reason when refused for airtime or anything else', () => {
    expect(
      new FlowDriver()
        .toConfirm()
        .accept()
        .answer(refused('Insufficient airtime', 'insufficient_airtime')).state.problem,
    ).toEqual({
      field: null,
      text: insufficientAirtime(),
      retry: false,
    });
    expect(
      new FlowDriver().toConfirm().accept().answer(refused('Spending limit reached')).state.problem
        ?.text,
    ).toBe('Spending limit reached');
  });

  test('asks for an OTP after a refusal because the proof has expired', () => {
    const flow = new FlowDriver()
      .open()
      .enrich()
      .answerStatus({ number_proven: true })
      .choose()
      .answerStatus({ number_proven: true });
    flow
      .answerKit()
      .accept('')
      .answer(refused('Please enter the OTP that we sent you.', 'otp_missing'));
    expect(flow.state.run.proven).toBe(false);
    expect(flow.state.run.resendAt).toBe(NOW);
    expect(flow.effect('enrich')).toHaveLength(1);
  });

  // S4
  test('leads to the unblock screen when a content block appears at Accept', () => {
    const flow = new FlowDriver()
      .toConfirm()
      .accept()
      .answer(refused('Consent services are blocked.', 'content_blocked'));
    expect(flow.at).toBe('unblock');
    expect(flow.effects).toEqual([{ type: 'go', place: 'unblock', replace: true }]);
  });

  test('shows the packages again, with the reason, when the terms have changed', () => {
    const flow = new FlowDriver()
      .toConfirm()
      .accept()
      .answer(refused('The free first day was used already.', 'terms_changed'));
    expect(flow.at).toBe('checking');
    flow.send({ type: 'arrived', place: 'number' }).answerStatus({ hasFreeTrial: false });
    expect(flow.at).toBe('packages');
    expect(flow.state.problem?.text).toBe('The free first day was used already.');
  });

  test('repeats the identical Accept after a lost answer, and nothing else', () => {
    const flow = new FlowDriver().toConfirm().accept();
    const sent = flow.effect('subscribe')[0]?.body;
    flow.lose();
    expect(flow.at).toBe('unsure');
    expect(flow.accept('9999').effects).toEqual([]);
    flow.send({ type: 'retried' });
    expect(flow.effect('subscribe')[0]?.body).toEqual(sent);
  });

  // X2
  test('shows the error page for an unreadable answer, and asks for the same answer on retry', () => {
    const flow = new FlowDriver().toConfirm().accept();
    const sent = flow.effect('subscribe')[0]?.body;
    expect(flow.garble().state.step).toEqual({ at: 'failed', resume: 'accepting' });
    expect(flow.send({ type: 'retried' }).effect('subscribe')[0]?.body).toEqual(sent);
  });

  // X3
  test("shows the server's description when the call fails", () => {
    const flow = new FlowDriver().toConfirm().accept().refuse('Your network does not answer.');
    expect(flow.at).toBe('confirm');
    expect(flow.state.problem).toEqual({
      field: null,
      text: 'Your network does not answer.',
      retry: false,
    });
  });
});

describe('a payment that is being confirmed', () => {
  const pending = refused('Payment is being confirmed', 'payment_pending');

  test('is polled with the same Accept, in growing pauses, until its outcome is known', () => {
    const flow = new FlowDriver().toConfirm().accept();
    const sent = flow.effect('subscribe')[0]?.body;
    const pauses: number[] = [];
    flow.answer(pending);
    for (let round = 0; round < 4; round += 1) {
      pauses.push(flow.effect('pause')[0]?.ms ?? 0);
      flow.send({ type: 'pause_ended', call: flow.call });
      expect(flow.effect('subscribe')[0]?.body).toEqual(sent);
      flow.answer(pending);
    }
    expect(pauses).toEqual([3000, 5000, 8000, 12_000]);
    flow.send({ type: 'pause_ended', call: flow.call }).answer(subscribed());
    expect(flow.at).toBe('complete');
  });

  test('is polled on after a lost connection', () => {
    const flow = new FlowDriver()
      .toConfirm()
      .accept()
      .answer(pending)
      .send({ type: 'pause_ended', call: 0 });
    expect(flow.effects).toEqual([]);
    flow.send({ type: 'pause_ended', call: flow.call }).lose();
    expect(flow.state.step).toEqual({ at: 'pending', polls: 1, waitsFor: 'pause' });
  });

  test('is no longer polled after some minutes until the viewer asks', () => {
    const flow = new FlowDriver().toConfirm().accept().answer(pending);
    while (flow.effect('pause').length > 0)
      flow.send({ type: 'pause_ended', call: flow.call }).answer(pending);
    expect(flow.state.step).toMatchObject({ at: 'pending', waitsFor: 'person' });
    flow.send({ type: 'retried' });
    expect(flow.effect('subscribe')).toHaveLength(1);
    expect(flow.answer(pending).effect('pause')[0]?.ms).toBe(3000);
  });

  test('leads back with the reason when it is denied in the end', () => {
    const flow = new FlowDriver()
      .toConfirm()
      .accept()
      .answer(pending)
      .send({ type: 'pause_ended', call: 0 });
    flow.send({ type: 'pause_ended', call: flow.call }).answer(refused('Insufficient airtime'));
    expect(flow.at).toBe('confirm');
    expect(flow.state.problem?.text).toBe(insufficientAirtime());
  });
});

describe('Decline', () => {
  // F5
  test("sends to_cancel 'yes' without proof and goes home, whatever the answer", () => {
    const flow = new FlowDriver().toConfirm().send({ type: 'decline_pressed' });
    expect(flow.effect('subscribe')[0]?.body).toEqual({
      transaction_id: 'tx-1',
      msisdn: NUMBER,
      service_key: 'demo-daily',
      free_id: 'p-grtv-daily-c-01-free-day',
      words_language: 'en',
      price: '5.00',
      name: 'Daily',
      to_cancel: 'yes',
    });
    flow.lose();
    expect(flow.at).toBe('left');
    expect(flow.effects).toEqual([{ type: 'go', place: 'home', replace: false }]);
  });

  test('is ignored while Accept is in flight', () => {
    expect(new FlowDriver().toConfirm().accept().send({ type: 'decline_pressed' }).effects).toEqual(
      [],
    );
  });
});
