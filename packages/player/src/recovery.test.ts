import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Fault, faultOfMediaError, faultOfStatus } from './faults.ts';
import { decideRecovery, NOTHING_TRIED } from './recovery.ts';

const faults = fc.constantFrom<Fault>('expired', 'missing', 'network', 'media', 'unsupported');

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
    expect(remedies.at(-1)).toEqual({ kind: 'give-up', failure: 'network' });
  });

  it('repairs the decoder twice', () => {
    expect(follow(['media', 'media', 'media']).map(({ kind }) => kind)).toEqual([
      'repair',
      'repair',
      'give-up',
    ]);
  });

  it('does not retry what this browser cannot play', () => {
    expect(follow(['unsupported'])).toEqual([{ kind: 'give-up', failure: 'unsupported' }]);
  });

  it('always ends, for any faults in any order', () => {
    fc.assert(
      fc.property(fc.array(faults, { minLength: 12, maxLength: 40 }), (sequence) => {
        expect(follow(sequence).some(({ kind }) => kind === 'give-up')).toBe(true);
      }),
    );
  });
});

describe('classifying a failure', () => {
  it('reads it from the status', () => {
    expect([401, 403, 410].map(faultOfStatus)).toEqual(['expired', 'expired', 'expired']);
    expect(faultOfStatus(404)).toBe('missing');
    expect([undefined, 0, 500, 503].map(faultOfStatus)).toEqual([
      'network',
      'network',
      'network',
      'network',
    ]);
  });
  it('reads it from a video element', () => {
    expect(faultOfMediaError(3, true)).toBe('media');
    expect(faultOfMediaError(2, false)).toBe('expired');
    expect(faultOfMediaError(4, true)).toBe('expired');
    expect(faultOfMediaError(4, false)).toBe('unsupported');
  });
});
