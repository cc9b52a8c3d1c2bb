import { expect, test } from 'vitest';
import { screenAtConfirm, screenAtNumber } from './flow.screens.ts';
import { START } from './flow.state.ts';
import { FlowDriver, offer, refused, subscribed } from './flow.test-kit.ts';

test('shows the number on the server and at the first paint, and waits at the confirm screen', () => {
  expect(screenAtNumber(START)).toBe('number');
  expect(screenAtConfirm(START)).toBe('waiting');
});

test('keeps a screen visible and busy until the next one is reached', () => {
  expect(screenAtNumber(new FlowDriver().open().submitNumber().state)).toBe('number');
  expect(screenAtNumber(new FlowDriver().toPackages().choose().state)).toBe('packages');
  expect(screenAtNumber(new FlowDriver().toConfirm().state)).toBe('packages');
  const blocked = new FlowDriver().toPackages({ contentBlockStatus: true }).choose();
  expect(screenAtNumber(blocked.state)).toBe('unblock');
  expect(screenAtNumber(blocked.send({ type: 'unblock_declined' }).state)).toBe('unblock');
  const active = new FlowDriver()
    .open()
    .submitNumber()
    .answerStatus({ code: 'ACTIVE', packages: [offer('Daily')] });
  expect(
    screenAtNumber(active.answerStatus({ code: 'ACTIVE', packages: [offer('Daily')] }).state),
  ).toBe('number');
});

test('shows the outcome of Accept on the confirm screen', () => {
  const pending = refused('Payment is being confirmed', 'payment_pending');
  expect(screenAtConfirm(new FlowDriver().toConfirm().state)).toBe('confirm');
  expect(screenAtConfirm(new FlowDriver().toConfirm().accept().state)).toBe('confirm');
  expect(screenAtConfirm(new FlowDriver().toConfirm().accept().lose().state)).toBe('unsure');
  expect(screenAtConfirm(new FlowDriver().toConfirm().accept().answer(pending).state)).toBe(
    'pending',
  );
  expect(screenAtConfirm(new FlowDriver().toConfirm().accept().answer(subscribed()).state)).toBe(
    'confirm',
  );
  expect(screenAtConfirm(new FlowDriver().toConfirm().accept().garble().state)).toBe('failed');
  expect(screenAtConfirm(new FlowDriver().toPackages().state)).toBe('waiting');
});

test('shows a blocked number the reason, at whichever step it becomes known', () => {
  const blocked = new FlowDriver()
    .open()
    .submitNumber()
    .answerStatus({ code: 'BLOCKED', description: 'Blocked.' });
  expect(screenAtNumber(blocked.state)).toEqual({ refused: 'Blocked.' });
  expect(screenAtConfirm(blocked.state)).toEqual({ refused: 'Blocked.' });
});
