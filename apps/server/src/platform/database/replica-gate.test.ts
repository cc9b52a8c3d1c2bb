// Interfaces 'Operations': reads go to a replica only where they see what they must.
import { describe, expect, it, vi } from 'vitest';
import { createReplicaGate } from './replica-gate.ts';

const SYSTEM = '7300000000000000001';

/** A gate, and looks at servers with the given positions. */
function createLooks() {
  const onWanted = vi.fn();
  const gate = createReplicaGate(onWanted);
  const look = (
    at: number,
    written: number | undefined,
    replayed: number | undefined,
    system = SYSTEM,
  ): boolean => {
    gate.judge(
      {
        at,
        primary: written === undefined ? undefined : { system: SYSTEM, written },
        replica: { system, replayed },
      },
      gate.begin(),
    );
    return gate.isOpen;
  };
  return { gate, look, onWanted };
}

describe('the gate of a replica', () => {
  it('is closed until the replica has replayed what the primary had written at the start', () => {
    const { gate, look } = createLooks();
    expect(gate.isOpen).toBe(false);
    expect(look(0, 100, 90)).toBe(false);
    expect(look(5, 140, 100)).toBe(true);
    expect(gate.problem).toBeUndefined();
  });

  it('is closed by a fence until what was written before it is replayed, and not longer', () => {
    const { gate, look, onWanted } = createLooks();
    look(0, 100, 100);
    gate.fence();
    expect(gate.isOpen).toBe(false);
    expect(onWanted).toHaveBeenCalledOnce();
    expect(look(10, 200, 199)).toBe(false);
    expect(look(20, 300, 200)).toBe(true);
  });

  it('stays closed after a fence that came while servers were looked at', () => {
    const { gate, look } = createLooks();
    look(0, 100, 100);
    const begun = gate.begin();
    gate.fence();
    const found = { primary: { system: SYSTEM, written: 100 } };
    gate.judge({ at: 1, ...found, replica: { system: SYSTEM, replayed: 100 } }, begun);
    expect(gate.isOpen).toBe(false);
    expect(look(2, 100, 100)).toBe(true);
  });

  it('stays open without the primary, unless something was committed before', () => {
    const { gate, look } = createLooks();
    look(0, 100, 100);
    expect(look(1000, undefined, 100)).toBe(true);
    gate.fence();
    expect(look(2000, undefined, 100)).toBe(false);
    expect(look(3000, 100, 100)).toBe(true);
  });

  it('is closed while the replica is more than ten seconds behind, not behind an idle primary', () => {
    const { gate, look } = createLooks();
    look(0, 100, 100);
    for (let at = 1000; at <= 10_000; at += 1000) expect(look(at, 100 + at, 100)).toBe(true);
    expect(look(11_000, 11_100, 100)).toBe(false);
    expect(gate.problem).toBe('is too far behind');
    expect(gate.lagSeconds).toBe(11);
    // It has replayed what was written six seconds ago.
    expect(look(12_000, 12_100, 6100)).toBe(true);
    expect(gate.lagSeconds).toBe(6);
    expect(look(100_000, 12_100, 12_100)).toBe(true);
    expect(gate.lagSeconds).toBe(0);
  });

  it('knows the lag after an hour', () => {
    const { gate, look } = createLooks();
    look(0, 1, 1);
    for (let at = 1000; at <= 3_600_000; at += 1000) look(at, at, 1);
    look(3_601_000, 3_601_000, 3_000_000);
    expect(gate.lagSeconds).toBeGreaterThanOrEqual(601);
    expect(gate.lagSeconds).toBeLessThan(640);
    expect(gate.isOpen).toBe(false);
  });

  it('is closed for another system, a promoted server, and one ahead of the primary', () => {
    const { gate, look } = createLooks();
    look(0, 100, 100);
    expect(look(1, 100, 100, 'another')).toBe(false);
    expect(gate.problem).toBe('is of another database system');
    expect(look(2, 100, undefined)).toBe(false);
    expect(gate.problem).toBe('is not a replica');
    look(3, 100, 150);
    expect(look(4, 101, 150)).toBe(false);
    expect(gate.problem).toBe('has replayed what the primary never wrote');
  });

  it('is closed by a failure at once, and opened by the next look that finds it well', () => {
    const { gate, look, onWanted } = createLooks();
    look(0, 100, 100);
    gate.suspect();
    expect(gate.isOpen).toBe(false);
    expect(onWanted).toHaveBeenCalledOnce();
    gate.away('ECONNREFUSED');
    expect(gate.problem).toBe('does not answer (ECONNREFUSED)');
    expect(look(1, 100, 100)).toBe(true);
  });

  it('forgets what a primary that was replaced had written', () => {
    const { gate, look } = createLooks();
    look(0, 100, 100);
    gate.fence();
    expect(look(1, 200, 100)).toBe(false);
    // The new primary never got the last of it.
    expect(look(2, 150, 150)).toBe(true);
  });
});
