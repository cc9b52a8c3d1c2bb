/**
 * Runs the cases of one API: each names the operation and the outcome it is after, and everything
 * that passed is judged.
 */
import { afterAll, describe, expect, it } from 'vitest';
import type { Bench, RawCall } from './bench.ts';
import { type ApiFile, FILES_MISSING, fileOf } from './camara-files.ts';
import { createJudge } from './judge.ts';
import { namedOutcomes } from './openapi-document.ts';
import { createPlainJudge } from './plain-judge.ts';

export interface Case {
  /** The operationId. */
  operation: string;
  /** A status, with its code where it has one: `403 PERMISSION_DENIED`. */
  outcome: string;
  /** In what situation, where one outcome has several. */
  when?: string;
  /** Does it; what it gives back is held against `port` where there is one. */
  act: (bench: Bench) => Promise<unknown>;
  /** What the adapter must make of it. */
  port?: Record<string, unknown>;
  /**
   * Types of the CloudEvents that must reach the sink, without their common beginning; and the
   * operation they belong to.
   */
  events?: { of: string; types: string[] };
}

export interface Suite {
  api: ApiFile;
  cases: Case[];
  /** Outcomes that the definition names and that cannot come about here, each with the reason. */
  never: Record<string, string>;
}

/** Registers the suite's tests. `bench` is asked for when they run. */
export function runSuite({ api, cases, never }: Suite, bench: () => Bench): void {
  describe(api.name, () => {
    const judge =
      FILES_MISSING === undefined ? createJudge(fileOf(api), api.basePath) : createPlainJudge(api);
    const seen = new Set<string>();

    for (const each of cases) it(titleOf(each), () => check(each));

    async function check({ operation, outcome, act, port, events }: Case): Promise<void> {
      const result = await act(bench());
      const verdicts = bench()
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
      const deliveries = await bench().sink.take(types.length);
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

    it('has shown every outcome of its cases, with the definition every one that it names for every operation', () => {
      const wanted = cases.map(({ operation, outcome }) => `${operation}: ${outcome}`);
      expect([...new Set(wanted)].filter((outcome) => !seen.has(outcome))).toEqual([]);
      if (FILES_MISSING !== undefined) return;
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
      expect(bench().sink.deliveries).toEqual([]);
    });
  });
}

function titleOf({ operation, outcome, when }: Case): string {
  return when === undefined ? `${operation}: ${outcome}` : `${operation}: ${outcome}, ${when}`;
}

/**
 * What every operation must refuse alike: no token, a token without its scope, a correlation id
 * that is none.
 */
export function refusedAlike(
  operation: string,
  scope: string,
  call: (bench: Bench) => Promise<RawCall> | RawCall,
): Case[] {
  const other = scope.startsWith('kyc') ? 'messages:send' : 'kyc-age-verification:verify';
  return [
    {
      operation,
      outcome: '401 UNAUTHENTICATED',
      when: 'without a token',
      act: async (bench) => bench.raw(await call(bench)),
    },
    {
      operation,
      outcome: '401 UNAUTHENTICATED',
      when: 'with a foreign token',
      act: async (bench) =>
        bench.raw({ ...(await call(bench)), headers: { authorization: 'Bearer abc.def.ghi' } }),
    },
    {
      operation,
      outcome: '403 PERMISSION_DENIED',
      when: 'with a token for something else',
      act: async (bench) => bench.raw({ ...(await call(bench)), scope: other }),
    },
    {
      operation,
      outcome: '400 INVALID_ARGUMENT',
      when: 'with a correlation id that is none',
      act: async (bench) =>
        bench.raw({
          ...(await call(bench)),
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
  call: (bench: Bench) => Promise<RawCall> | RawCall,
  bodies: Record<string, unknown>,
): Case[] {
  return Object.entries(bodies).map(([when, body]) => ({
    operation,
    outcome: '400 INVALID_ARGUMENT',
    when,
    act: async (bench) => bench.raw({ ...(await call(bench)), scope, body, broken: true }),
  }));
}
