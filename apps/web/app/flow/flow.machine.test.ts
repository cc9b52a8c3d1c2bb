import { INVALID_MSISDN } from '@bonisa/domain/numbers/msisdn';
import { describe, expect, test } from 'vitest';
import { renderIn } from '../words/find-text.ts';
import { FlowDriver, NUMBER, offer, subscribed } from './flow.test-kit.ts';
import { noConnection, packageMissing, statusUnknown } from './flow.words.ts';

describe('the number step', () => {
  test('opens a new run, drops the last choice and asks the network for the number', () => {
    const flow = new FlowDriver().open('/video/isibane');
    expect(flow.at).toBe('number');
    expect(flow.state.run).toMatchObject({
      transactionId: 'tx-1',
      returnTo: '/video/isibane',
      chosen: null,
    });
    expect(flow.effects).toEqual([
      {
        type: 'store_values',
        values: { subscription: null, packageId: null, contentBlockOverride: null },
      },
      { type: 'enrich', transactionId: 'tx-1' },
    ]);
  });

  // V1 F1
  test('sends and stores the number without the plus, and sends no OTP', () => {
    const flow = new FlowDriver().open().submitNumber(' 0821234567 ');
    expect(flow.at).toBe('checking');
    expect(flow.effects).toEqual([
      { type: 'store_values', values: { uToken: NUMBER } },
      { type: 'check_status', call: flow.call, body: { transaction_id: 'tx-1', msisdn: NUMBER } },
    ]);
  });

  // V1
  test.each(['082 123 4567', '+27 82 123 4567', '(082) 123-4567', '27 82 123 4567'])(
    'takes the number as people write it, %j, and sends digits',
    (typed) => {
      const flow = new FlowDriver().open().submitNumber(typed);
      expect(flow.effect('check_status')[0]?.body).toMatchObject({ msisdn: NUMBER });
    },
  );

  // V1 V4
  test('shows an invalid number at the field until the field is edited', () => {
    const flow = new FlowDriver().open().submitNumber('082 12');
    expect(flow.at).toBe('number');
    expect(flow.state.problem).toEqual({ field: 'number', text: INVALID_MSISDN, retry: false });
    expect(flow.effects).toEqual([]);
    expect(flow.send({ type: 'number_edited', text: '' }).state.problem).toBeNull();
  });

  test('goes straight to the packages with the number that the network has proven, once', () => {
    const flow = new FlowDriver().open().enrich();
    expect(flow.at).toBe('checking');
    expect(flow.state.run.msisdn).toBe(NUMBER);
    expect(flow.effect('store_values')).toContainEqual({
      type: 'store_values',
      values: { heMsisdn: NUMBER, heToken: 'he-1' },
    });
    expect(flow.effect('check_status')[0]?.body).toEqual({
      transaction_id: 'tx-1',
      msisdn: NUMBER,
      he_msisdn: NUMBER,
      he_token: 'he-1',
    });
    expect(flow.answerStatus({ number_proven: true }).at).toBe('packages');
    // Back leads to the number, where another one can be entered.
    expect(flow.send({ type: 'arrived', place: 'number' }).at).toBe('number');
    expect(flow.enrich().at).toBe('number');
  });

  test('does not overwrite a typed number, and sends no network proof for it', () => {
    const flow = new FlowDriver()
      .open()
      .send({ type: 'number_edited', text: '' })
      .enrich('27829999999');
    expect(flow.state.run.msisdn).toBe('');
    flow.submitNumber();
    expect(flow.effect('check_status')[0]?.body).toEqual({
      transaction_id: 'tx-1',
      msisdn: NUMBER,
    });
  });

  test("ignores the network's number of another transaction", () => {
    const flow = new FlowDriver().open();
    const before = flow.state;
    flow.send({
      type: 'number_enriched',
      transactionId: 'tx-0',
      enriched: { msisdn: NUMBER, token: 'old' },
    });
    expect(flow.state).toBe(before);
  });

  // V1
  test('refuses what is no number in the language of the page', () => {
    const refused = (language: 'en' | 'zu') =>
      renderIn(language, () => new FlowDriver().open().submitNumber('123').state.problem?.text);
    expect(refused('en')).toBe('Please enter a valid carrier Number in the specified format');
    expect(refused('zu')).toBe('Sicela ufake inombolo esebenzayo ngendlela echaziwe');
  });

  test('refuses a landline before it is asked for, and says why', () => {
    const flow = new FlowDriver().open().submitNumber('011 123 4567');
    expect(flow.effects).toEqual([]);
    expect(flow.state.problem).toEqual({
      field: 'number',
      text: 'Please enter a valid carrier Number in the specified format',
      more: 'That is no cell phone number. Please use one that can receive an SMS.',
      retry: false,
    });
  });

  // X1
  test.each(['lose', 'garble'] as const)(
    'shows the status as unknown without a readable answer (%s), and retries without retyping',
    (way) => {
      const flow = new FlowDriver().open().submitNumber()[way]();
      expect(flow.at).toBe('number');
      expect(flow.state.problem).toEqual({
        field: null,
        text: statusUnknown(),
        more: 'Nothing was taken. Press Try again.',
        retry: true,
      });
      flow.send({ type: 'retried' });
      expect(flow.effect('check_status')[0]?.body).toMatchObject({ msisdn: NUMBER });
    },
  );

  // X3
  test("shows the server's description of an error, at the field at fault", () => {
    expect(
      new FlowDriver().open().submitNumber().refuse('Too many tries.', 'too_many_requests').state
        .problem,
    ).toEqual({
      field: null,
      text: 'Too many tries.',
      more: 'Nothing was taken.',
      retry: false,
    });
    expect(
      new FlowDriver().open().submitNumber().refuse('No such number.', 'invalid_msisdn').state
        .problem?.field,
    ).toBe('number');
  });

  test('shows a blocked number only the reason', () => {
    const flow = new FlowDriver().open().submitNumber().answerStatus({
      code: 'BLOCKED',
      description: 'This number has blocked content services.',
      packages: [],
    });
    expect(flow.state.step).toEqual({
      at: 'refused',
      description: 'This number has blocked content services.',
    });
    expect(flow.effects).toEqual([]);
  });
});

describe('the packages step', () => {
  test('preselects no package', () => {
    const flow = new FlowDriver().toPackages();
    expect(flow.at).toBe('packages');
    expect(flow.state.run.chosen).toBeNull();
    expect(flow.effects).toEqual([{ type: 'go', place: 'packages', replace: false }]);
  });

  // V3 V4
  test.each([null, 'p-nobody'])('requires a choice that is on offer (%s)', (packageId) => {
    const flow = new FlowDriver().toPackages().choose(packageId);
    expect(flow.at).toBe('packages');
    expect(flow.state.problem).toEqual({ field: 'package', text: packageMissing(), retry: false });
    expect(flow.send({ type: 'package_edited' }).state.problem).toBeNull();
  });

  // F2 E2 F3
  test('stores the choice and requests an OTP for it', () => {
    const flow = new FlowDriver().toPackages().choose('p-grtv-weekly-c-01');
    const weekly = offer('Weekly');
    expect(flow.effects).toEqual([
      {
        type: 'store_values',
        values: {
          packageId: weekly.id,
          contentBlockOverride: null,
          subscription: {
            free_id: weekly.free_id,
            service_id: weekly.id,
            service_key: 'demo-weekly',
            amount: '10.00',
            service_period: 'week',
            message: weekly.words.join('\n'),
            name: 'Weekly',
          },
        },
      },
      {
        type: 'check_status',
        call: flow.call,
        body: {
          transaction_id: 'tx-1',
          msisdn: NUMBER,
          service_key: 'demo-weekly',
          unblock_first: true,
        },
      },
    ]);
    flow.answerStatus({ otp_sent: true });
    expect(flow.state.step).toEqual({ at: 'confirm', kit: { state: 'loading' } });
    expect(flow.effects).toEqual([
      { type: 'fetch_kit', call: flow.call, transactionId: 'tx-1' },
      { type: 'go', place: 'confirm', replace: false },
    ]);
  });

  test('keeps the choice after a lost connection, and Try again sends it again', () => {
    const flow = new FlowDriver().toPackages().choose().lose();
    expect(flow.at).toBe('packages');
    expect(flow.state.run.chosen).toBe('p-grtv-daily-c-01');
    expect(flow.state.problem).toEqual({
      field: null,
      text: noConnection(),
      more: 'Nothing was taken. Press Try again.',
      retry: true,
    });
    flow.send({ type: 'retried' });
    expect(flow.effect('check_status')[0]?.body).toMatchObject({ service_key: 'demo-daily' });
  });

  test('offers Try again beside the words when the carrier could not send the OTP', () => {
    const flow = new FlowDriver().toPackages().choose().refuse('Your network does not answer.');
    expect(flow.state.problem).toMatchObject({ more: 'Press Try again.', retry: true });
    flow.send({ type: 'retried' });
    expect(flow.effect('check_status')[0]?.body).toMatchObject({ service_key: 'demo-daily' });
  });

  // X2 X3
  test('shows the error page for an unreadable answer, and a notice for an error with a description', () => {
    expect(new FlowDriver().toPackages().choose().garble().state.step).toEqual({
      at: 'failed',
      resume: 'packages',
    });
    const told = new FlowDriver()
      .toPackages()
      .choose()
      .refuse('Too many OTP requests, try later', 'otp_send_limit');
    expect(told.at).toBe('packages');
    expect(told.state.problem?.text).toBe('Too many OTP requests, try later');
  });
});

describe('the unblock step', () => {
  // S4 F3 F6
  test('precedes the OTP where the content block applies', () => {
    const flow = new FlowDriver().toPackages({ contentBlockStatus: true }).choose();
    expect(flow.at).toBe('unblock');
    expect(flow.effect('check_status')).toEqual([]);
    expect(flow.effect('go')).toEqual([{ type: 'go', place: 'unblock', replace: false }]);
    flow.send({ type: 'unblock_accepted' });
    expect(flow.effects[0]).toEqual({
      type: 'store_values',
      values: { contentBlockOverride: true },
    });
    flow.answerStatus({ otp_sent: true, contentBlockStatus: true }).answerKit().accept();
    expect(flow.effect('subscribe')[0]?.body.contentblock_override).toBe(true);
  });

  // For an unproven number the server reveals the block only when a package's OTP is requested.
  test('precedes the OTP also where the block becomes known only with the package', () => {
    const flow = new FlowDriver().toPackages().choose();
    expect(flow.effect('check_status')[0]?.body).toMatchObject({ unblock_first: true });
    flow.answerStatus({ otp_sent: false, contentBlockStatus: true });
    expect(flow.at).toBe('unblock');
    expect(flow.effects).toEqual([{ type: 'go', place: 'unblock', replace: false }]);
    flow.send({ type: 'unblock_accepted' });
    expect(flow.effect('check_status')[0]?.body).toEqual({
      transaction_id: 'tx-1',
      msisdn: NUMBER,
      service_key: 'demo-daily',
    });
    flow.answerStatus({ otp_sent: true, contentBlockStatus: true });
    expect(flow.at).toBe('confirm');
    flow.answerKit().accept();
    expect(flow.effect('subscribe')[0]?.body.contentblock_override).toBe(true);
  });

  test('goes home on Decline', () => {
    const flow = new FlowDriver()
      .toPackages({ contentBlockStatus: true })
      .choose()
      .send({ type: 'unblock_declined' });
    expect(flow.at).toBe('left');
    expect(flow.effects).toEqual([{ type: 'go', place: 'home', replace: false }]);
  });

  test('drops the unblocking with another choice', () => {
    const flow = new FlowDriver()
      .toPackages({ contentBlockStatus: true })
      .choose()
      .send({ type: 'unblock_accepted' });
    flow.send({ type: 'arrived', place: 'packages' }).choose('p-grtv-weekly-c-01');
    expect(flow.at).toBe('unblock');
    expect(flow.state.run.override).toBe(false);
  });
});

describe('an ACTIVE number', () => {
  const active = {
    code: 'ACTIVE',
    description: '082 123 4567 already has Bonisa Daily at R5.00/day.',
    packages: [offer('Daily', false)],
    hasFreeTrial: false,
  } as const;

  test('skips the packages, sees its subscription, and signs in without a page view', () => {
    const flow = new FlowDriver()
      .open()
      .submitNumber()
      .answerStatus({ ...active, packages: [...active.packages] });
    expect(flow.effect('check_status')[0]?.body).toMatchObject({ service_key: 'demo-daily' });
    flow.answerStatus({ ...active, packages: [...active.packages], otp_sent: true }).answerKit();
    expect(flow.at).toBe('confirm');
    expect(flow.state.run.held).toBe(active.description);
    flow.accept().answer(
      subscribed({
        outcome: 'signed_in',
        paid_until: '2026-11-21T10:00:00.000Z',
        free_trial: false,
      }),
    );
    expect(flow.state.step).toMatchObject({ at: 'complete', signedIn: true });
    expect(flow.effect('report_page_view')).toEqual([]);
    expect(flow.effect('store_values')[0]?.values.activePackage).toMatchObject({
      duration: 1,
      amount: '5.00',
    });
  });

  test('sees only the description when nothing is on offer', () => {
    const flow = new FlowDriver()
      .open()
      .submitNumber()
      .answerStatus({ ...active, packages: [] });
    expect(flow.state.step).toEqual({ at: 'refused', description: active.description });
  });
});
