import { describe, expect, test } from 'vitest';
import { readAddress, readHistoryMark, resume } from './flow.arrival.ts';
import { type Effect, type FlowState, type Place, START } from './flow.state.ts';
import { FlowDriver, refused, subscribed } from './flow.test-kit.ts';

const at = (pathname: string, state: unknown = null, search = '') => ({ pathname, search, state });
const mark = (place: Place, transactionId = 'tx-1') => ({ transactionId, place });
const pending = refused('Payment is being confirmed', 'payment_pending');

describe('readAddress', () => {
  // R5
  test("opens a new run for the number's address, with its return path", () => {
    expect(
      readAddress(at('/enter-number', null, '?return=%2Fvideo%2Fisibane%3Fplay%3D1'), START),
    ).toEqual({ returnTo: '/video/isibane?play=1', again: false });
    expect(readAddress(at('/enter-number', null, '?return=//evil.example'), START)).toEqual({
      returnTo: '/',
      again: false,
    });
  });

  test('continues the run whose mark the history entry has, and no other', () => {
    const { state } = new FlowDriver().toPackages();
    expect(readAddress(at('/enter-number', mark('packages')), state)).toEqual({
      place: 'packages',
    });
    expect(readAddress(at('/enter-number', mark('packages', 'tx-0')), state)).toEqual({
      returnTo: '/',
      again: false,
    });
    expect(readAddress(at('/enter-number', { place: 'packages' }), state)).toEqual({
      returnTo: '/',
      again: false,
    });
    expect(readHistoryMark({ transactionId: 'tx-1', place: 'elsewhere' })).toBeUndefined();
  });

  test('opens no new run while an answer about money is outstanding', () => {
    for (const flow of [
      new FlowDriver().toConfirm().accept(),
      new FlowDriver().toConfirm().accept().lose(),
      new FlowDriver().toConfirm().accept().answer(pending),
    ]) {
      expect(readAddress(at('/enter-number'), flow.state)).toEqual({ place: 'number' });
      flow.send({ type: 'arrived', place: 'number' });
      expect(flow.effects).toEqual([{ type: 'go', place: 'confirm', replace: true }]);
      const before = flow.state;
      expect(flow.open().state).toBe(before);
    }
  });

  test('opens a new run after a Decline', () => {
    const flow = new FlowDriver().toConfirm().send({ type: 'decline_pressed' }).lose();
    expect(readAddress(at('/enter-number', mark('packages')), flow.state)).toEqual({
      returnTo: '/',
      again: false,
    });
    expect(flow.send({ type: 'arrived', place: 'confirm' }).effects).toEqual([
      { type: 'go', place: 'number', replace: true },
    ]);
  });
});

describe('arriving at a place', () => {
  // R6
  test('leads from the confirm screen to the number when there is no run', () => {
    const flow = new FlowDriver().send({ type: 'arrived', place: 'confirm' });
    expect(flow.effects).toEqual([{ type: 'go', place: 'number', replace: true }]);
  });

  // leads from the last screen home when there is no run
  test('the last screen without a run leads home', () => {
    expect(new FlowDriver().send({ type: 'arrived', place: 'complete' }).effects).toEqual([
      { type: 'go', place: 'home', replace: true },
    ]);
  });

  test('goes back from the packages to the number, from the confirm screen to the packages, and forward again', () => {
    const flow = new FlowDriver().toConfirm();
    expect(flow.send({ type: 'arrived', place: 'packages' }).at).toBe('packages');
    expect(flow.send({ type: 'arrived', place: 'number' }).at).toBe('number');
    expect(flow.send({ type: 'arrived', place: 'packages' }).at).toBe('packages');
    flow.send({ type: 'arrived', place: 'confirm' });
    expect(flow.at).toBe('confirm');
    expect(flow.effect('fetch_kit')).toHaveLength(1);
  });

  test('ignores an outstanding answer after going back', () => {
    const flow = new FlowDriver().open().submitNumber();
    const { call } = flow;
    flow.send({ type: 'arrived', place: 'number' });
    expect(flow.at).toBe('checking');
    const sending = new FlowDriver().toPackages().choose();
    const asked = sending.call;
    sending.send({ type: 'arrived', place: 'number' });
    expect(sending.at).toBe('number');
    const before = sending.state;
    sending.send({ type: 'call_failed', call: asked, failure: { kind: 'lost' } });
    expect(sending.state).toBe(before);
    expect(call).toBeGreaterThan(0);
  });

  test('shows the confirm screen of another choice only after its OTP was sent', () => {
    const flow = new FlowDriver()
      .toConfirm()
      .send({ type: 'arrived', place: 'packages' })
      .choose('p-grtv-weekly-c-01')
      .lose();
    flow.send({ type: 'arrived', place: 'confirm' });
    expect(flow.effect('go')).toEqual([{ type: 'go', place: 'number', replace: true }]);
  });

  test('leads out of a completed run at Back, and never shows its last screen again', () => {
    for (const place of ['number', 'packages', 'unblock', 'confirm'] as const) {
      const flow = new FlowDriver()
        .toConfirm()
        .accept()
        .answer(subscribed())
        .send({ type: 'arrived', place });
      expect(flow.at).toBe('left');
      expect(flow.effects).toEqual([{ type: 'return', to: '/' }]);
    }
  });

  // R7
  test('keeps the last screen at a reload, and ends the run when its link is followed', () => {
    const flow = new FlowDriver().toConfirm().accept().answer(subscribed());
    expect(flow.send({ type: 'arrived', place: 'complete' }).at).toBe('complete');
    expect(flow.effects).toEqual([]);
    expect(flow.send({ type: 'followed' }).effects).toEqual([{ type: 'return', to: '/' }]);
    expect(flow.at).toBe('left');
    expect(flow.send({ type: 'followed' }).effects).toEqual([]);
  });
});

describe('a reload', () => {
  const after = (flow: FlowDriver): { state: FlowState; effects: readonly Effect[] } =>
    resume(flow.state);

  test('shows the number and the packages as before', () => {
    expect(after(new FlowDriver().open()).effects).toEqual([
      { type: 'enrich', transactionId: 'tx-1' },
    ]);
    expect(after(new FlowDriver().open().submitNumber()).state.step).toEqual({ at: 'number' });
    expect(after(new FlowDriver().toPackages()).state.step).toEqual({ at: 'packages' });
    expect(after(new FlowDriver().toPackages().choose()).state.step).toEqual({ at: 'packages' });
  });

  test('shows the confirm screen and fetches a new fraud kit', () => {
    const { state, effects } = after(new FlowDriver().toConfirm());
    expect(state.step).toEqual({ at: 'confirm', kit: { state: 'loading' } });
    expect(effects).toEqual([{ type: 'fetch_kit', call: state.call, transactionId: 'tx-1' }]);
  });

  test.each([
    ['while Accept is under way', (): FlowDriver => new FlowDriver().toConfirm().accept()],
    ['after its answer was lost', (): FlowDriver => new FlowDriver().toConfirm().accept().lose()],
    [
      'on the error page of Accept',
      (): FlowDriver => new FlowDriver().toConfirm().accept().garble(),
    ],
    [
      'while the payment is being confirmed',
      (): FlowDriver => new FlowDriver().toConfirm().accept().answer(pending),
    ],
  ])('asks again for the answer of the same Accept in the step %s', (_, make) => {
    const flow = make();
    const sent = flow.done.find((effect) => effect.type === 'subscribe');
    const { effects } = after(flow);
    expect(effects).toEqual([{ ...sent, call: flow.call + 1 }]);
  });

  test('stays on the last screen', () => {
    const flow = new FlowDriver().toConfirm().accept().answer(subscribed());
    expect(after(flow)).toEqual({ state: flow.state, effects: [] });
  });
});
