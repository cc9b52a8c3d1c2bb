import { expect, it, vi } from 'vitest';
import { createWakeSignal } from './wake-signal.ts';

it('calls every listener at each wake, and none that was removed', () => {
  const signal = createWakeSignal();
  const [first, second] = [vi.fn(), vi.fn()];
  signal.wake();
  const removeFirst = signal.onWake(first);
  signal.onWake(second);
  signal.wake();
  removeFirst();
  signal.wake();
  expect(first).toHaveBeenCalledTimes(1);
  expect(second).toHaveBeenCalledTimes(2);
});

it('passes the topics of a wake on to its listeners', () => {
  const signal = createWakeSignal();
  const listener = vi.fn();
  signal.onWake(listener);
  signal.wake('charges', 'messages');
  expect(listener).toHaveBeenCalledWith('charges', 'messages');
});
