import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Fault, faultOfMediaError, faultOfStatus } from './faults.ts';
import { decideRecovery, NOTHING_TRIED } from './recovery.ts';

const faults = fc.constantFrom<Fault>(
  'expired',
  'missing',
  'network',
  'media',
  'stuck',
  'unsupported',
);

function follow(sequence: readonly Fault[]) {
  let state = NOTHING_TRIED;
  return sequence.map((fault) => {
    const decision = decideRecovery(state, fault);
    state = decision.state;
    return decision.remedy;
  });
}

describe('decideRecovery', () => {
  it('repeats the play call when an address has expired, and gives up when that does not help', () => {
    expect(follow(['expired', 'expired', 'expired'])).toEqual([
      { kind: 'renew', afterMs: 0 },
      { kind: 'renew', afterMs: 1_000 },
      { kind: 'give-up', failure: 'refused' },
    ]);
  });

  it('waits longer each time for the network, for half a minute in all', () => {
    const remedies = follow(Array<Fault>(7).fill('network'));
    const pauses = remedies.flatMap((remedy) => (remedy.kind === 'reload' ? [remedy.afterMs] : []));
    expect(pauses).toEqual([...pauses].sort((a, b) => a - b));
    expect(pauses.reduce((sum, pause) => sum + pause, 0)).toBeGreaterThanOrEqual(30_000);
    expect(remedies.at(-1)).toMatchObject({ kind: 'give-up', failure: 'network' });
  });

  it('goes on trying for a lost network after the viewer was told', () => {
    expect(follow(Array<Fault>(7).fill('network')).at(-1)).toMatchObject({ againMs: 30_000 });
    expect(follow(['media', 'media', 'media', 'media']).at(-1)).not.toHaveProperty('againMs');
  });

  it('spreads the pauses of many phones, each around the same time', () => {
    const pauseAt = (chance: number) => decideRecovery(NOTHING_TRIED, 'network', chance).remedy;
    expect(pauseAt(0)).toEqual({ kind: 'reload', afterMs: 375 });
    expect(pauseAt(1)).toEqual({ kind: 'reload', afterMs: 625 });
  });

  it('repairs the decoder at the same place, then past media that it cannot take', () => {
    expect(follow(['media', 'media', 'media', 'media'])).toEqual([
      { kind: 'repair', step: -0.1 },
      { kind: 'repair', step: 1 },
      { kind: 'repair', step: 5 },
      { kind: 'give-up', failure: 'media' },
    ]);
  });

  it('moves a picture that stands still a little before it repairs the decoder', () => {
    expect(follow(['stuck', 'stuck', 'media']).map(({ kind }) => kind)).toEqual([
      'nudge',
      'repair',
      'repair',
    ]);
  });

  it('does not retry what this browser cannot play', () => {
    expect(follow(['unsupported'])).toEqual([{ kind: 'give-up', failure: 'unsupported' }]);
  });

  it('always ends, for any faults in any order', () => {
    fc.assert(
      fc.property(fc.array(faults, { minLength: 14, maxLength: 40 }), (sequence) => {
        expect(follow(sequence).some(({ kind }) => kind === 'give-up')).toBe(true);
      }),
    );
  });
});

describe('classifying a failure', () => {
  it('reads it from the status', () => {
    expect([401, 403, 410].map(faultOfStatus)).toEqual(['expired', 'expired', 'expired']);
    expect([400, 404, 409, 451].map(faultOfStatus)).toEqual(Array(4).fill('missing'));
    expect([undefined, 0, 408, 429, 500, 503].map(faultOfStatus)).toEqual([
      ...Array(6).fill('network'),
    ]);
  });
  it('reads it from a video element', () => {
    expect(faultOfMediaError(3, true)).toBe('media');
    expect(faultOfMediaError(2, false)).toBe('expired');
    expect(faultOfMediaError(4, true)).toBe('expired');
    expect(faultOfMediaError(4, false)).toBe('unsupported');
  });
});
