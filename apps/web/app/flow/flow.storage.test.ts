import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  type BrowserStorage,
  createBrowserStorage,
  type StorageArea,
} from '../storage/browser-storage.ts';
import { STORED_ITEMS } from '../storage/stored-items.ts';
import { readAddress, resume } from './flow.arrival.ts';
import type { FlowState } from './flow.state.ts';
import { STORED_RUN, storeRun, storeValues } from './flow.storage.ts';
import { FlowDriver, NOW, NUMBER, refused, subscribed } from './flow.test-kit.ts';

function storage(now = () => NOW): BrowserStorage {
  const items = new Map<string, string>();
  const area: StorageArea = {
    getItem: (key) => items.get(key) ?? null,
    setItem: (key, value) => void items.set(key, value),
    removeItem: (key) => void items.delete(key),
  };
  return createBrowserStorage(() => area, now);
}

const pending = refused('Payment is being confirmed', 'payment_pending');

describe('storing a run for a reload', () => {
  test.each([
    ['at the number', () => new FlowDriver().open('/video/isibane').enrich()],
    ['at the packages', () => new FlowDriver().toPackages()],
    [
      'at the unblock screen',
      () => new FlowDriver().toPackages({ contentBlockStatus: true }).choose(),
    ],
    ['while an OTP is sent', () => new FlowDriver().toPackages().choose()],
    ['while Accept is under way', () => new FlowDriver().toConfirm().accept()],
    [
      'while the payment is being confirmed',
      () => new FlowDriver().toConfirm().accept().answer(pending),
    ],
    ['on the error page', () => new FlowDriver().toConfirm().accept().garble()],
    ['refused', () => new FlowDriver().open().submitNumber().answerStatus({ code: 'BLOCKED' })],
  ])('restores it %s', (_, make) => {
    const { state } = make();
    const session = storage();
    storeRun(session, state);
    expect(session.read(STORED_RUN)).toEqual({ ...state, problem: null });
  });

  test('stores neither number, OTP nor token after completion, and still shows the last screen', () => {
    const { state } = new FlowDriver()
      .open('/video/isibane')
      .enrich()
      .answerStatus()
      .choose()
      .answerStatus({ otp_sent: true })
      .answerKit()
      .accept('4711')
      .answer(subscribed());
    const items = new Map<string, string>();
    const session = createBrowserStorage(
      () => ({
        getItem: (key) => items.get(key) ?? null,
        setItem: (key, text) => void items.set(key, text),
        removeItem: (key) => void items.delete(key),
      }),
      () => NOW,
    );
    storeRun(session, state);
    const kept = session.read(STORED_RUN);
    expect(kept?.step).toEqual(state.step);
    expect(kept?.run).toMatchObject({
      transactionId: 'tx-1',
      returnTo: '/video/isibane',
      offers: state.run.offers,
    });
    for (const secret of [NUMBER, NUMBER.slice(2), '4711', 'sealed-1', 'he-1'])
      expect(JSON.stringify(kept)).not.toContain(secret);
    // After a reload the complete screen is the end, and the next run starts fresh.
    expect(
      readAddress({ pathname: '/subscribe/complete', search: '', state: null }, kept as FlowState),
    ).toEqual({ place: 'complete' });
  });

  test('stores an OTP only while its answer is outstanding', () => {
    const session = storage();
    const flow = new FlowDriver().toConfirm().accept('4711');
    storeRun(session, flow.state);
    expect(session.read(STORED_RUN)?.run.accept?.otp).toBe('4711');
    storeRun(session, flow.answer(refused('Invalid OTP', 'otp_invalid')).state);
    expect(session.read(STORED_RUN)?.run.accept).toBeNull();
  });

  test('stores no fraud kit: a new one is fetched', () => {
    const session = storage();
    storeRun(session, new FlowDriver().toConfirm().state);
    expect(session.read(STORED_RUN)?.step).toEqual({ at: 'confirm', kit: { state: 'loading' } });
  });

  test('removes a run that was left, and any run after half an hour', () => {
    let now = NOW;
    const session = storage(() => now);
    const flow = new FlowDriver().toConfirm();
    storeRun(session, flow.state);
    now += 30 * 60_000;
    expect(session.read(STORED_RUN)).toBeUndefined();
    storeRun(session, flow.state);
    storeRun(session, flow.send({ type: 'decline_pressed' }).lose().state);
    expect(session.read(STORED_RUN)).toBeUndefined();
  });

  test('ignores a manipulated run, or continues it safely', () => {
    const { state } = new FlowDriver().toConfirm().accept();
    const junk = fc.oneof(fc.jsonValue(), fc.constant(undefined));
    const name = fc.constantFrom(
      ...Object.keys(state.run),
      'at',
      'from',
      'polls',
      'resume',
      'step',
      'run',
      'call',
    );
    fc.assert(
      fc.property(name, junk, (field, value) => {
        const step =
          field === 'at' || field === 'from' || field === 'polls' || field === 'resume'
            ? { ...state.step, [field]: value }
            : state.step;
        const run = field in state.run ? { ...state.run, [field]: value } : state.run;
        const tampered = { ...state, run, step, ...(field in state ? { [field]: value } : {}) };
        const session = storage();
        session.write(
          { ...STORED_RUN, is: (anything): anything is FlowState => anything !== undefined },
          tampered as unknown as FlowState,
        );
        const read = session.read(STORED_RUN);
        if (!read) return;
        readAddress({ pathname: '/enter-number', search: '', state: null }, read);
        resume(read);
      }),
      { numRuns: 1000 },
    );
  });
});

describe('values stored across visits', () => {
  // E11
  test("have the specification's names, and null removes them", () => {
    const local = storage();
    storeValues(local, {
      uToken: NUMBER,
      heMsisdn: NUMBER,
      heToken: 'he-1',
      contentBlockOverride: true,
    });
    expect(local.read(STORED_ITEMS.uToken)).toBe(NUMBER);
    expect(local.read(STORED_ITEMS.contentBlockOverride)).toBe(true);
    storeValues(local, { contentBlockOverride: null });
    expect(local.read(STORED_ITEMS.contentBlockOverride)).toBeUndefined();
    expect(Object.values(STORED_ITEMS).map((entry) => entry.key)).toEqual([
      'profile',
      'ratings',
      'video_positions',
      'episode_positions',
      'subscription',
      'package_id',
      'active_package',
      'contentblock_override',
      'he_msisdn',
      'HE_token',
      'U_token',
      'fraud_script',
      'fraud_transaction_id',
      'fraud_token',
      // Not in the specification.
      'recent_searches',
      'reminders',
    ]);
  });

  test('have the correct shape for every value that the flow stores', () => {
    const flow = new FlowDriver()
      .open()
      .enrich()
      .answerStatus({ contentBlockStatus: true })
      .choose()
      .send({ type: 'unblock_accepted' });
    flow.answerStatus({ otp_sent: true }).answerKit().accept().answer(subscribed());
    const written = new Set<string>();
    for (const effect of flow.done) {
      if (effect.type !== 'store_values') continue;
      for (const [name, value] of Object.entries(effect.values)) {
        if (value === null) continue;
        written.add(name);
        expect([name, STORED_ITEMS[name as keyof typeof STORED_ITEMS].is(value)]).toEqual([
          name,
          true,
        ]);
      }
    }
    expect([...written].sort()).toEqual(
      [
        'activePackage',
        'contentBlockOverride',
        'fraudScript',
        'fraudToken',
        'fraudTransactionId',
        'heMsisdn',
        'heToken',
        'packageId',
        'profile',
        'subscription',
        'uToken',
      ].sort(),
    );
  });
});
