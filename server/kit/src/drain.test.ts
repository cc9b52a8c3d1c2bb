// The window between a signal and the end: its own length, at most once, shorter on request.
import { describe, expect, it } from 'vitest';
import { drainMsOf } from './drain.config.ts';
import { createDrain } from './drain.ts';

describe('the drain window', () => {
  it('begins once and lasts as long as configured', async () => {
    const drain = createDrain(60);
    expect(drain.isDraining()).toBe(false);
    const began = performance.now();
    drain.begin();
    expect(drain.isDraining()).toBe(true);
    await drain.over();
    // Timers count whole milliseconds.
    expect(performance.now() - began).toBeGreaterThanOrEqual(59);
    // A window of a minute that has ended is not waited for again.
    const hurried = createDrain(60_000);
    hurried.begin();
    hurried.hurry();
    await hurried.over();
    await hurried.over();
  });

  it('ends when the operator asks again', async () => {
    const drain = createDrain(60_000);
    const over = drain.over();
    drain.hurry();
    await over;
    expect(drain.isDraining()).toBe(true);
    // Neither is a last request waited for then.
    await drain.lastRequests();
  });

  it('is followed by the time for last requests, unless there is none', async () => {
    const began = performance.now();
    await createDrain(0, 60_000).lastRequests();
    await createDrain(1, 60).lastRequests();
    expect(performance.now() - began).toBeGreaterThanOrEqual(59);
  });

  it('is five seconds in production, and none in the demo and in a process of jobs', () => {
    expect(drainMsOf({ MODE: 'production', ROLE: 'api' })).toBe(5000);
    expect(drainMsOf({ MODE: 'production', ROLE: 'all', DRAIN_SECONDS: 0 })).toBe(0);
    expect(drainMsOf({ MODE: 'production', ROLE: 'jobs', DRAIN_SECONDS: 9 })).toBe(0);
    expect(drainMsOf({ MODE: 'demo', ROLE: 'all' })).toBe(0);
    expect(drainMsOf({ MODE: 'demo', ROLE: 'pages', DRAIN_SECONDS: 2 })).toBe(2000);
  });
});
