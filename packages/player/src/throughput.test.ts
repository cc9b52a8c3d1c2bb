import { describe, expect, it } from 'vitest';
import { createThroughput } from './throughput.ts';

describe('the estimate of the throughput', () => {
  it('is unknown until a download has ended', () => {
    const throughput = createThroughput();
    expect(throughput.read()).toBeUndefined();
    throughput.record(100_000, 1_000);
    expect(throughput.read()).toBeCloseTo(800_000);
  });

  it('believes a drop at once and a rise only when it lasts', () => {
    const throughput = createThroughput();
    for (let i = 0; i < 10; i++) throughput.record(250_000, 1_000);
    for (let i = 0; i < 3; i++) throughput.record(25_000, 1_000);
    expect(throughput.read()).toBeLessThan(1_000_000);
    for (let i = 0; i < 3; i++) throughput.record(250_000, 1_000);
    expect(throughput.read()).toBeLessThan(1_700_000);
    for (let i = 0; i < 30; i++) throughput.record(250_000, 1_000);
    expect(throughput.read()).toBeGreaterThan(1_800_000);
  });

  it('is hardly moved by a small answer from a cache', () => {
    const throughput = createThroughput();
    throughput.record(100_000, 2_000);
    throughput.record(800, 1);
    expect(throughput.read()).toBeLessThan(450_000);
  });
});
