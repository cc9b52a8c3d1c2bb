import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ASK_EVERY_MS, askWhileInView, MOST_ASKS } from './ask-while-in-view.ts';

const MINUTES = 60_000;

describe('a page that asks while it is in view', () => {
  let life: AbortController;
  let view: EventTarget & { hidden: boolean };
  const ask = vi.fn();

  beforeEach(() => {
    vi.useFakeTimers();
    ask.mockReset();
    life = new AbortController();
    view = Object.assign(new EventTarget(), { hidden: false });
    askWhileInView(view, ask, life.signal);
  });
  afterEach(() => {
    life.abort();
    vi.useRealTimers();
  });

  const turn = (hidden: boolean) => {
    view.hidden = hidden;
    view.dispatchEvent(new Event('visibilitychange'));
  };

  it('asks once a minute', () => {
    vi.advanceTimersByTime(ASK_EVERY_MS - 1);
    expect(ask).not.toHaveBeenCalled();
    vi.advanceTimersByTime(10 * MINUTES);
    expect(ask).toHaveBeenCalledTimes(10);
  });

  it('does not ask while it is hidden, and asks once when it is seen again', () => {
    turn(true);
    vi.advanceTimersByTime(30 * MINUTES);
    expect(ask).not.toHaveBeenCalled();
    turn(false);
    turn(true);
    turn(false);
    expect(ask).toHaveBeenCalledTimes(1);
  });

  it('stops after an hour in view, and when it is left', () => {
    vi.advanceTimersByTime(300 * MINUTES);
    expect(ask).toHaveBeenCalledTimes(MOST_ASKS);
    const other = new AbortController();
    askWhileInView(view, ask, other.signal);
    other.abort();
    vi.advanceTimersByTime(10 * MINUTES);
    turn(false);
    expect(ask).toHaveBeenCalledTimes(MOST_ASKS);
  });
});
