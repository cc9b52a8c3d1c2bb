import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isHopeless, nextRendition } from './rendition-choice.ts';

const bandwidths = [95_000, 230_000, 460_000, 1_500_000];

describe('the rendition of the next segment', () => {
  it('stays without a measurement', () => {
    expect(nextRendition({ bandwidths, current: 1, throughput: undefined, ahead: 0 })).toBe(1);
    expect(nextRendition({ bandwidths, current: 9, throughput: undefined, ahead: 0 })).toBe(3);
  });

  it('is lower with an empty buffer than with a full one', () => {
    const at = (ahead: number) =>
      nextRendition({ bandwidths, current: 0, throughput: 600_000, ahead });
    expect(at(0)).toBe(1);
    expect(at(20)).toBe(2);
  });

  it('is left for a higher one only with a margin', () => {
    const from = (current: number) =>
      nextRendition({ bandwidths, current, throughput: 530_000, ahead: 12 });
    expect(from(1)).toBe(1);
    expect(from(2)).toBe(2);
  });

  it('never needs more than the network carries, unless it is the lowest', () => {
    fc.assert(
      fc.property(
        fc.nat(3),
        fc.integer({ min: 1, max: 10_000_000 }),
        fc.double({ min: 0, max: 60, noNaN: true }),
        (current, throughput, ahead) => {
          const choice = nextRendition({ bandwidths, current, throughput, ahead });
          if (choice > 0) expect(bandwidths[choice]).toBeLessThan(throughput);
        },
      ),
    );
  });
});

describe('a download that is under way', () => {
  const download = {
    ...{ receivedBytes: 10_000, totalBytes: 100_000, elapsedMs: 1_000, ahead: 2 },
    ...{ lowestShare: 0.9, durationSeconds: 2 },
  };

  it('is given up when the buffer runs empty long before its end', () => {
    expect(isHopeless(download)).toBe(true);
    expect(isHopeless({ ...download, ahead: 9 })).toBe(false);
  });

  it('is given up while it drains the buffer, if the lowest rendition would be there sooner', () => {
    const draining = { ...download, ahead: 18, lowestShare: 0.5 };
    expect(isHopeless(draining)).toBe(true);
    expect(isHopeless({ ...draining, lowestShare: 0.85 })).toBe(false);
    expect(isHopeless({ ...draining, durationSeconds: 10 })).toBe(false);
  });

  it('goes on when it has only begun, is nearly whole, or is of unknown size', () => {
    expect(isHopeless({ ...download, elapsedMs: 300 })).toBe(false);
    expect(isHopeless({ ...download, receivedBytes: 70_000, elapsedMs: 20_000 })).toBe(false);
    expect(isHopeless({ ...download, totalBytes: 0 })).toBe(false);
  });
});
