import { describe, expect, it } from 'vitest';
import { createMeter } from './measurements.ts';

describe('the figures of a playback', () => {
  it('contain the start, the stalls and the recoveries', () => {
    let now = 100;
    const meter = createMeter(() => now);
    meter.stalled();
    meter.asked();
    now = 1_300;
    meter.firstFrame();
    now = 5_000;
    meter.firstFrame();
    meter.stalled();
    meter.stalled();
    now = 5_400;
    meter.flowing();
    meter.flowing();
    meter.recovered();
    expect(meter.read()).toEqual({
      startMs: 1_200,
      startedAt: 1_300,
      stalls: 1,
      stalledMs: 400,
      recoveries: 1,
    });
  });
  it('count a stall that still lasts', () => {
    let now = 0;
    const meter = createMeter(() => now);
    meter.asked();
    meter.firstFrame();
    meter.stalled();
    now = 250;
    expect(meter.read().stalledMs).toBe(250);
  });
});
