/**
 * Runs the cases of one API. Each case names an operation and an expected outcome; the judge checks
 * every recorded exchange.
 */
import { afterAll, describe, expect, it } from 'vitest';
import { type ApiFile, fileOf, MISSING_FILES } from './camara-files.ts';
import type { Fixture, RawCall } from './fixture.ts';
import { createJudge } from './judge.ts';
import { namedOutcomes } from './openapi-document.ts';
import { createPlainJudge } from './plain-judge.ts';

export interface Case {
  /** The operationId. */
  operation: string;
  /** A status, with its code if it has one: `403 PERMISSION_DENIED`. */
  outcome: string;
  /** The situation, where one outcome has several. */
  when?: string;
  /** Performs the case; its result is compared with `port` if given. */
  act: (fixture: Fixture) => Promise<unknown>;
  /** The adapter's expected result. */
  port?: Record<string, unknown>;
  /**
   * The types of the CloudEvents that must reach the sink, without their common prefix, and their
   * operation.
   */
  events?: { of: string; types: string[] };
}

export interface Suite {
  api: ApiFile;
  cases: Case[];
  /** Outcomes in the definition that cannot occur here, each with the reason. */
  never: Record<string, string>;
}

/** Registers the suite's tests. The tests call `fixture` when they run. */
export function runSuite({ api, cases, never }: Suite, fixture: () => Fixture): void {
  describe(api.name, () => {
    const judge =
      MISSING_FILES === undefined ? createJudge(fileOf(api), api.basePath) : createPlainJudge(api);
    const seen = new Set<string>();

    for (const each of cases) it(titleOf(each), () => check(each));

    async function check({ operation, outcome, act, port, events }: Case): Promise<void> {
      const result = await act(fixture());
      const verdicts = fixture()
        .exchanges()
        .flatMap((exchange) => judge.judge(exchange) ?? []);
      for (const verdict of verdicts) seen.add(`${verdict.operation}: ${verdict.outcome}`);
      expect(verdicts.filter((verdict) => verdict.problems.length > 0)).toEqual([]);
      expect(verdicts.map((verdict) => `${verdict.operation}: ${verdict.outcome}`)).toContain(
        `${operation}: ${outcome}`,
      );
      if (port !== undefined) expect(result).toMatchObject(port);
      if (events !== undefined) await checkEvents(events);
    }

    async function checkEvents({ of, types }: { of: string; types: string[] }): Promise<void> {
      const deliveries = await fixture().sink.take(types.length);
      for (const { headers, body } of deliveries)
        expect(judge.judgeEvent(of, headers['content-type'], body)).toEqual([]);
      expect(
        deliveries
          .map(({ body }) =>
            JSON.parse(body).type.replace(/^org\.camaraproject\.[a-z-]+\.v0\./, ''),
          )
          .sort(),
      ).toEqual([...types].sort());
      for (const { headers } of deliveries) {
        expect(headers.authorization).toMatch(/^Bearer sink-/);
        expect(headers['x-correlator']).toMatch(/^(?:corr-)?[\w-]{36}$/);
      }
    }

    it('has covered every outcome of its cases and, with the definition, every outcome that it names', () => {
      const wanted = cases.map(({ operation, outcome }) => `${operation}: ${outcome}`);
      expect([...new Set(wanted)].filter((outcome) => !seen.has(outcome))).toEqual([]);
      if (MISSING_FILES !== undefined) return;
      const named = judge.operations
        .filter((operation) => !String(operation.path).startsWith('/~sink/'))
        .flatMap((operation) =>
          namedOutcomes(operation).map((outcome) => `${operation.operationId}: ${outcome}`),
        );
      expect(named.filter((outcome) => !seen.has(outcome)).sort()).toEqual(
        Object.keys(never).sort(),
      );
    });

    afterAll(async () => {
      expect(fixture().sink.deliveries).toEqual([]);
    });
  });
}

function titleOf({ operation, outcome, when }: Case): string {
  return when === undefined ? `${operation}: ${outcome}` : `${operation}: ${outcome}, ${when}`;
}

/**
 * The refusals that every operation has in common: no token, a token without the scope, an invalid
 * correlation id.
 */
export function refusedAlike(
  operation: string,
  scope: string,
  call: (fixture: Fixture) => Promise<RawCall> | RawCall,
): Case[] {
  const other = scope.startsWith('kyc') ? 'messages:send' : 'kyc-age-verification:verify';
  return [
    {
      operation,
      outcome: '401 UNAUTHENTICATED',
      when: 'without a token',
      act: async (fixture) => fixture.raw(await call(fixture)),
    },
    {
      operation,
      outcome: '401 UNAUTHENTICATED',
      when: 'with a foreign token',
      act: async (fixture) =>
        fixture.raw({ ...(await call(fixture)), headers: { authorization: 'Bearer abc.def.ghi' } }),
    },
    {
      operation,
      outcome: '403 PERMISSION_DENIED',
      when: 'with a token for something else',
      act: async (fixture) => fixture.raw({ ...(await call(fixture)), scope: other }),
    },
    {
      operation,
      outcome: '400 INVALID_ARGUMENT',
      when: 'with a correlation id that is none',
      act: async (fixture) =>
        fixture.raw({
          ...(await call(fixture)),
          scope,
          headers: { 'x-correlator': 'two words' },
          broken: true,
        }),
    },
  ];
}

/** Bodies that no definition allows. */
export function refusedBodies(
  operation: string,
  scope: string,
  call: (fixture: Fixture) => Promise<RawCall> | RawCall,
  bodies: Record<string, unknown>,
): Case[] {
  return Object.entries(bodies).map(([when, body]) => ({
    operation,
    outcome: '400 INVALID_ARGUMENT',
    when,
    act: async (fixture) => fixture.raw({ ...(await call(fixture)), scope, body, broken: true }),
  }));
}
