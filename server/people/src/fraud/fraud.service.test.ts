// A16: modes, records and single use.
import { randomUUID } from 'node:crypto';
import type { OpenDatabase } from '@bonisa/kit/database/database';
import { createTestDatabase } from '@bonisa/kit/database/database.test-kit';
import { newId } from '@bonisa/kit/ids';
import { createMetrics } from '@bonisa/kit/metrics';
import { kidOf } from '@bonisa/kit/secrets/key-ring';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { FraudMode } from './fraud.port.ts';
import { createFraudRepository, type FraudRepository } from './fraud.repository.ts';
import { createFraud } from './fraud.ts';
import { press, seal, VISITOR } from './guard/guard.test-kit.ts';

const KEY = Buffer.alloc(32, 1);
let database: OpenDatabase;
let repository: FraudRepository;
const now = new Date('2026-11-20T08:00:00Z');

beforeAll(async () => {
  database = await createTestDatabase();
  repository = createFraudRepository(database.db);
});

afterAll(() => database?.close());

/** The parts of one process. Two processes share only the database and the secret. */
function processOf(mode: FraudMode) {
  return createFraud({
    newId,
    config: {
      tableLimits: { fraudVerdicts: 1_000_000 },
      limits: false,
      fraud: {
        mode,
        provider: 'guard',
        evina: { url: undefined, username: undefined, secret: undefined, onTimeout: 'closed' },
      },
    },
    secrets: { key: () => KEY },
    db: database.db,
    clock: { now: () => now },
    logger: { warn: (...warning: unknown[]) => expect.unreachable(JSON.stringify(warning)) },
    metrics: createMetrics(),
  });
}

const newVisitor = () => ({ ...VISITOR, transactionId: randomUUID() });
const honest = press({ since: 100, page: 900 });

describe('mode enforce', () => {
  it('lets an honest press through and records it', async () => {
    const visitor = newVisitor();
    const fraud = processOf('enforce');
    const { token } = await fraud.kit(visitor);
    const { allowed, verdict } = await fraud.judge({ ...visitor, token: seal(token, honest) });
    expect(allowed).toBe(true);
    const rows = await repository.ofTransaction(visitor.transactionId);
    expect(rows).toEqual([
      {
        ...verdict,
        kitId: expect.any(String),
        transactionId: visitor.transactionId,
        address: '196.25.1.1',
        at: now,
        decision: 'pass',
        mode: 'enforce',
        provider: 'guard',
        evidence: expect.objectContaining({ via: 'touch', trusted: true }),
      },
    ]);
  });

  it.each([
    ['missing', undefined],
    ['missing', ''],
    ['malformed', 'x'.repeat(9_000)],
    ['malformed', 'something'],
    ['unknown_key', 'v1.e30.e30'],
    ['forged', `v1.e30.${kidOf(KEY)}e30`],
  ])('refuses and records a token that is %s', async (reason, token) => {
    const visitor = newVisitor();
    const { allowed, verdict } = await processOf('enforce').judge({ ...visitor, token });
    expect(allowed).toBe(false);
    expect(verdict).toMatchObject({ decision: 'fail', reasons: [reason] });
    expect(await repository.ofTransaction(visitor.transactionId)).toMatchObject([
      { id: verdict.id, kitId: null, reasons: [reason] },
    ]);
  });

  it('refuses a kit without a press, and a later press of the same kit', async () => {
    const visitor = newVisitor();
    const fraud = processOf('enforce');
    const { token } = await fraud.kit(visitor);
    expect((await fraud.judge({ ...visitor, token })).verdict.reasons).toEqual(['no_press']);
    expect((await fraud.judge({ ...visitor, token: seal(token, honest) })).verdict.reasons).toEqual(
      ['replay'],
    );
    const next = await fraud.kit(visitor);
    expect((await fraud.judge({ ...visitor, token: seal(next.token, honest) })).allowed).toBe(true);
  });

  it('counts a token once, also in two processes at the same time', async () => {
    const visitor = newVisitor();
    const processes = [processOf('enforce'), processOf('enforce')];
    const token = seal((await processOf('enforce').kit(visitor)).token, honest);
    const rulings = await Promise.all(
      [...processes, ...processes].map((fraud) => fraud.judge({ ...visitor, token })),
    );
    expect(rulings.filter((one) => one.allowed)).toHaveLength(1);
    expect(rulings.filter((one) => one.verdict.reasons.includes('replay'))).toHaveLength(3);
    expect(await repository.ofTransaction(visitor.transactionId)).toHaveLength(4);
  });

  it('leaves a kit to its own visitor after another visitor tried it', async () => {
    const visitor = newVisitor();
    const fraud = processOf('enforce');
    const token = seal((await fraud.kit(visitor)).token, honest);
    expect((await fraud.judge({ ...visitor, visitorId: 'thief', token })).verdict.reasons).toEqual([
      'foreign_visitor',
    ]);
    expect((await fraud.judge({ ...visitor, token })).allowed).toBe(true);
  });
});

describe('the other modes', () => {
  it('judges and records a press and lets it through in mode observe', async () => {
    const visitor = newVisitor();
    const { allowed, verdict } = await processOf('observe').judge({ ...visitor, token: undefined });
    expect(allowed).toBe(true);
    expect(verdict).toMatchObject({ decision: 'fail', mode: 'observe', reasons: ['missing'] });
    expect(await repository.ofTransaction(visitor.transactionId)).toHaveLength(1);
  });

  it('issues a kit, but judges and records nothing in mode off', async () => {
    const visitor = newVisitor();
    const fraud = processOf('off');
    expect((await fraud.kit(visitor)).script).toContain('bonisaGuard');
    expect(await fraud.judge({ ...visitor, token: undefined })).toMatchObject({
      allowed: true,
      verdict: { id: undefined, mode: 'off' },
    });
    expect(await repository.ofTransaction(visitor.transactionId)).toEqual([]);
  });
});

describe('the content security policy', () => {
  it('names the script by its hash', () => {
    const fraud = processOf('enforce');
    expect(fraud.cspSources()['script-src']).toEqual(
      fraud.scriptHashes().map((hash) => `'${hash}'`),
    );
  });
});
