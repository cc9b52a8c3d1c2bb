import { parseMsisdn } from '@bonisa/domain/numbers/msisdn';
import { beforeEach, describe, expect, it } from 'vitest';
import { createNumberCarriers, type NumberCarrierRecords } from './number-carrier.service.ts';
import { type ClaimKind, createNumberClaims } from './number-claims.service.ts';

const CARRIERS = [
  { id: 'karoo', prefixes: ['2782'] },
  { id: 'vula', prefixes: ['2761'] },
  { id: 'third', prefixes: ['2771'] },
] as const;
const OF_VULA = parseMsisdn('0619497101') ?? fail();
const OF_KAROO = parseMsisdn('0829990001') ?? fail();

function fail(): never {
  throw new Error('not a number');
}

let now: Date;
/** The networks' own answers: who knows which numbers; a silent carrier answers nothing. */
let networks: Record<string, string[]>;
let silent: Set<string>;
let asked: string[];
let rows: Map<string, { id: number; carrierId: string | null; carrierCheckedAt: Date | null }>;
let doubts: unknown[];
let moves: number;
beforeEach(() => {
  now = new Date('2026-11-20T08:00:00Z');
  networks = { karoo: [OF_KAROO], vula: [OF_VULA], third: [] };
  silent = new Set();
  asked = [];
  rows = new Map([[OF_VULA, { id: 1, carrierId: 'vula', carrierCheckedAt: null }]]);
  doubts = [];
  moves = 0;
});

function build(register?: (msisdn: string) => string | undefined) {
  const askNetwork = async (carrierId: string, msisdn: string) => {
    asked.push(carrierId);
    return silent.has(carrierId) ? undefined : (networks[carrierId] ?? []).includes(msisdn);
  };
  const repository: NumberCarrierRecords = {
    known: async (msisdn) => rows.get(msisdn),
    write: async (subscriberId, carrierId, at) => {
      for (const row of rows.values())
        if (row.id === subscriberId) Object.assign(row, { carrierId, carrierCheckedAt: at });
    },
    dueUnchecked: async () => [],
  };
  const clock = { now: () => now };
  const numberCarriers = createNumberCarriers({
    carriers: [...CARRIERS],
    repository,
    lookUp: register && (async (msisdn) => register(msisdn)),
    askNetwork,
    clock,
    onMoved: () => void moves++,
  });
  const claims = createNumberClaims({
    numberCarriers,
    askNetwork,
    clock,
    onDoubt: (claim, verdict) => doubts.push({ ...claim, verdict }),
  });
  return {
    numberCarriers,
    claim: (carrierId: string, msisdn: typeof OF_VULA, kind: ClaimKind = 'message') =>
      claims.judge({ carrierId, msisdn, kind }),
  };
}

describe('a claim of the carrier that the number is known to be at', () => {
  it('is accepted without asking any carrier', async () => {
    const { claim } = build();
    expect(await claim('vula', OF_VULA)).toBe('accepted');
    expect({ asked, doubts, moves }).toEqual({ asked: [], doubts: [], moves: 0 });
  });

  it('does not postpone the next look-up in the register', async () => {
    let carrierId = 'vula';
    const { claim, numberCarriers } = build(() => carrierId);
    now = new Date(now.getTime() + 7 * 3_600_000);
    await numberCarriers.carrierOf(OF_VULA);
    now = new Date(now.getTime() + 5 * 3_600_000);
    expect(await claim('vula', OF_VULA)).toBe('accepted');
    carrierId = 'karoo';
    now = new Date(now.getTime() + 2 * 3_600_000);
    expect(await numberCarriers.carrierOf(OF_VULA)).toBe('karoo');
  });
});

describe('a claim that contradicts the carrier of the number, without a register', () => {
  it.each(['message', 'top_up', 'enrichment'] as const)(
    'by %s is rejected where the carrier of the number knows it',
    async (kind) => {
      const { claim, numberCarriers } = build();
      networks.karoo?.push(OF_VULA);
      expect(await claim('karoo', OF_VULA, kind)).toBe('rejected');
      expect(await numberCarriers.carrierOf(OF_VULA)).toBe('vula');
      expect(moves).toBe(0);
      expect(doubts).toEqual([{ carrierId: 'karoo', kind, verdict: 'rejected' }]);
    },
  );

  it('is undecided while the carrier of the number does not answer', async () => {
    const { claim, numberCarriers } = build();
    silent.add('vula');
    networks.karoo?.push(OF_VULA);
    expect(await claim('karoo', OF_VULA)).toBe('undecided');
    expect(await numberCarriers.carrierOf(OF_VULA)).toBe('vula');
  });

  it('is undecided where the number has left and the claimant does not know it either', async () => {
    const { claim, numberCarriers } = build();
    networks.vula = [];
    expect(await claim('karoo', OF_VULA)).toBe('undecided');
    expect(await numberCarriers.carrierOf(OF_VULA)).toBe('vula');
  });

  it('is undecided where two other carriers say that they have the number', async () => {
    const { claim } = build();
    networks = { karoo: [OF_VULA], vula: [], third: [OF_VULA] };
    expect(await claim('karoo', OF_VULA)).toBe('undecided');
  });

  it('moves a number that its carrier has lost and the claimant knows', async () => {
    const { claim, numberCarriers } = build();
    networks = { karoo: [OF_VULA], vula: [], third: [] };
    expect(await claim('karoo', OF_VULA)).toBe('accepted');
    expect(await numberCarriers.carrierOf(OF_VULA)).toBe('karoo');
    expect(rows.get(OF_VULA)?.carrierId).toBe('karoo');
    expect({ moves, doubts }).toEqual({ moves: 1, doubts: [] });
  });

  it('is checked against the number range where the number has no subscription', async () => {
    const { claim, numberCarriers } = build();
    expect(await claim('vula', OF_KAROO)).toBe('rejected');
    expect(numberCarriers.firstCarrierOf(OF_KAROO).carrierId).toBe('karoo');
    networks = { karoo: [], vula: [OF_KAROO], third: [] };
    expect(await claim('vula', OF_KAROO)).toBe('accepted');
    expect(numberCarriers.firstCarrierOf(OF_KAROO).carrierId).toBe('vula');
  });

  it('is checked 60 times a minute for each claiming carrier, and the others do not wait', async () => {
    const { claim } = build();
    for (let time = 0; time < 60; time++) await claim('karoo', OF_VULA);
    const before = asked.length;
    expect(await claim('karoo', OF_VULA)).toBe('undecided');
    expect(asked).toHaveLength(before);
    // Somebody could say where the number is: nobody is called because of a silent register.
    expect(doubts.at(-1)).toEqual({ carrierId: 'karoo', kind: 'message', verdict: 'unchecked' });
    expect(await claim('third', OF_VULA)).toBe('rejected');
    now = new Date(now.getTime() + 60_000);
    expect(await claim('karoo', OF_VULA)).toBe('rejected');
  });
});

describe('a claim that contradicts the carrier of the number, with a register', () => {
  it('is rejected where the register says otherwise, whatever the claimant’s network says', async () => {
    networks.karoo?.push(OF_VULA);
    const { claim, numberCarriers } = build(() => 'vula');
    expect(await claim('karoo', OF_VULA)).toBe('rejected');
    expect(await numberCarriers.carrierOf(OF_VULA)).toBe('vula');
    expect(asked).toEqual([]);
  });

  it('makes the register answer again, so that a number that moved today is heard at once', async () => {
    let carrierId = 'vula';
    const { claim, numberCarriers } = build(() => carrierId);
    expect(await numberCarriers.carrierOf(OF_VULA)).toBe('vula');
    carrierId = 'karoo';
    expect(await claim('karoo', OF_VULA)).toBe('accepted');
    expect(rows.get(OF_VULA)?.carrierId).toBe('karoo');
  });

  it('is decided by the carriers where the register is silent', async () => {
    const { claim } = build(() => undefined);
    expect(await claim('karoo', OF_VULA)).toBe('rejected');
    networks = { karoo: [OF_VULA], vula: [], third: [] };
    expect(await claim('karoo', OF_VULA)).toBe('accepted');
  });
});

describe('header enrichment by the gateway of the number’s carrier', () => {
  it('is rejected where the network itself does not know the number any more', async () => {
    const { claim } = build();
    expect(await claim('karoo', OF_KAROO, 'enrichment')).toBe('accepted');
    networks.karoo = [];
    expect(await claim('karoo', OF_KAROO, 'enrichment')).toBe('rejected');
    silent.add('karoo');
    expect(await claim('karoo', OF_KAROO, 'enrichment')).toBe('undecided');
  });

  it('needs no call to the network where the register names the carrier', async () => {
    const { claim } = build(() => 'karoo');
    expect(await claim('karoo', OF_KAROO, 'enrichment')).toBe('accepted');
    expect(asked).toEqual([]);
  });

  it('is confirmed by the network where the register is silent', async () => {
    const { claim } = build(() => undefined);
    expect(await claim('karoo', OF_KAROO, 'enrichment')).toBe('accepted');
    expect(asked).toEqual(['karoo']);
    networks.karoo = [];
    expect(await claim('karoo', OF_KAROO, 'enrichment')).toBe('rejected');
  });
});
