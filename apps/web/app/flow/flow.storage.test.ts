import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { STORED } from '../storage/entries.ts';
import { createShelf, type Shelf, type StorageArea } from '../storage/shelf.ts';
import { readAddress, resume } from './flow.arrival.ts';
import type { FlowState } from './flow.state.ts';
import { FLOW_ENTRY, keep, keepRun } from './flow.storage.ts';
import { Drive, NOW, NUMBER, refused, subscribed } from './flow.test-kit.ts';

function shelf(now = () => NOW): Shelf {
  const items = new Map<string, string>();
  const area: StorageArea = {
    getItem: (key) => items.get(key) ?? null,
    setItem: (key, value) => void items.set(key, value),
    removeItem: (key) => void items.delete(key),
  };
  return createShelf(() => area, now);
}

const pending = refused('Payment is being confirmed', 'payment_pending');

describe('a run over a reload', () => {
  test.each([
    ['at the number', () => new Drive().open('/video/isibane').enrich()],
    ['at the packages', () => new Drive().toPackages()],
    ['at the unblock screen', () => new Drive().toPackages({ contentBlockStatus: true }).choose()],
    ['while an OTP is sent', () => new Drive().toPackages().choose()],
    ['while Accept is under way', () => new Drive().toConfirm().accept()],
    ['while the payment is being confirmed', () => new Drive().toConfirm().accept().answer(pending)],
    ['on the error page', () => new Drive().toConfirm().accept().garble()],
    ['refused', () => new Drive().open().submitNumber().answerStatus({ code: 'BLOCKED' })],
    ['complete', () => new Drive().toConfirm().accept().answer(subscribed())],
  ])('is kept %s', (_, make) => {
    const { state } = make();
    const session = shelf();
    keepRun(session, state);
    expect(session.read(FLOW_ENTRY)).toEqual({ ...state, problem: null });
  });

  test('keeps no fraud kit: a new one is fetched', () => {
    const session = shelf();
    keepRun(session, new Drive().toConfirm().state);
    expect(session.read(FLOW_ENTRY)?.step).toEqual({ at: 'confirm', kit: { state: 'loading' } });
  });

  test('is forgotten once it was left, and after half an hour', () => {
    let now = NOW;
    const session = shelf(() => now);
    const flow = new Drive().toConfirm();
    keepRun(session, flow.state);
    now += 30 * 60_000;
    expect(session.read(FLOW_ENTRY)).toBeUndefined();
    keepRun(session, flow.state);
    keepRun(session, flow.send({ type: 'decline_pressed' }).lose().state);
    expect(session.read(FLOW_ENTRY)).toBeUndefined();
  });

  test('that somebody has tampered with is ignored or can at least be gone on with', () => {
    const { state } = new Drive().toConfirm().accept();
    const junk = fc.oneof(fc.jsonValue(), fc.constant(undefined));
    const name = fc.constantFrom(...Object.keys(state.run), 'at', 'from', 'polls', 'resume', 'step', 'run', 'call');
    fc.assert(
      fc.property(name, junk, (field, value) => {
        const step = field === 'at' || field === 'from' || field === 'polls' || field === 'resume' ? { ...state.step, [field]: value } : state.step;
        const run = field in state.run ? { ...state.run, [field]: value } : state.run;
        const tampered = { ...state, run, step, ...(field in state ? { [field]: value } : {}) };
        const session = shelf();
        session.write({ ...FLOW_ENTRY, is: (anything): anything is FlowState => anything !== undefined }, tampered as unknown as FlowState);
        const read = session.read(FLOW_ENTRY);
        if (!read) return;
        readAddress({ pathname: '/enter-number', search: '', state: null }, read);
        resume(read);
      }),
      { numRuns: 1000 },
    );
  });
});

describe('what is kept over visits', () => {
  // E11
  test('stands under the names of the specification, and null removes it', () => {
    const local = shelf();
    keep(local, { uToken: NUMBER, heMsisdn: NUMBER, heToken: 'he-1', contentBlockOverride: true });
    expect(local.read(STORED.uToken)).toBe(NUMBER);
    expect(local.read(STORED.contentBlockOverride)).toBe(true);
    keep(local, { contentBlockOverride: null });
    expect(local.read(STORED.contentBlockOverride)).toBeUndefined();
    expect(Object.values(STORED).map((entry) => entry.key)).toEqual([
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
      // Ours.
      'recent_searches',
    ]);
  });

  test('has every value that the flow keeps in its right shape', () => {
    const flow = new Drive().open().enrich().submitNumber().answerStatus({ contentBlockStatus: true }).choose().send({ type: 'unblock_accepted' });
    flow.answerStatus({ otp_sent: true }).answerKit().accept().answer(subscribed());
    const written = new Set<string>();
    for (const effect of flow.done) {
      if (effect.type !== 'keep') continue;
      for (const [name, value] of Object.entries(effect.values)) {
        if (value === null) continue;
        written.add(name);
        expect([name, STORED[name as keyof typeof STORED].is(value)]).toEqual([name, true]);
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
