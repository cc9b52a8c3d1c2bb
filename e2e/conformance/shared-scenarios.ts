/**
 * CAMARA's requirements for every operation beyond `refusedAlike`: correlation ids and missing
 * bodies.
 */
import { expect } from 'vitest';
import type { Case } from './cases.ts';
import type { Fixture, RawCall } from './fixture.ts';

const MADE = { 'x-correlator': expect.stringMatching(/^[\w-]{36}$/) };
const JSON_BODY = { 'content-type': 'application/json' };

export interface SharedScenarios {
  operation: string;
  scope: string;
  /** A call that succeeds. */
  call: (fixture: Fixture) => Promise<RawCall> | RawCall;
  /** The outcome of that call. */
  success: string;
  /** The outcome of an empty object as body; absent if the operation has no body. */
  empty?: string;
}

/**
 * A call without a correlation id receives one, in success and in refusal; a body must be present
 * and not empty.
 */
export function sharedScenarios({
  operation,
  scope,
  call,
  success,
  empty,
}: SharedScenarios): Case[] {
  const silent = async (fixture: Fixture, more: Partial<RawCall>) =>
    fixture.raw({ ...(await call(fixture)), withoutCorrelator: true, ...more });
  const headers = { 'x-correlator': 'b4333c46-49c0-4f62-80d7-f0ef930f1c46' };
  return [
    {
      operation,
      outcome: success,
      when: 'with a correlation id that the carrier makes',
      act: (fixture) => silent(fixture, { scope }),
      port: { headers: MADE },
    },
    {
      operation,
      outcome: success,
      when: 'with a correlation id that comes back',
      act: async (fixture) => fixture.raw({ ...(await call(fixture)), scope, headers }),
      port: { headers },
    },
    {
      operation,
      outcome: '401 UNAUTHENTICATED',
      when: 'with a correlation id that the carrier makes',
      act: (fixture) => silent(fixture, {}),
      port: {
        headers: { ...MADE, 'content-type': expect.stringMatching(/^application\/json/) },
        body: { message: expect.stringMatching(/\w+ \w+/) },
      },
    },
    ...(empty === undefined
      ? []
      : [
          {
            operation,
            outcome: '400 INVALID_ARGUMENT',
            when: 'without a body',
            act: async (fixture: Fixture) => {
              const { body: _left, ...bare } = await call(fixture);
              return fixture.raw({
                ...bare,
                scope,
                headers: { ...JSON_BODY, ...headers },
                broken: true,
              });
            },
            port: { headers },
          },
          {
            operation,
            outcome: empty,
            when: 'with an empty object for a body',
            act: async (fixture: Fixture) =>
              fixture.raw({ ...(await call(fixture)), scope, body: {}, headers, broken: true }),
            port: { headers, body: { message: expect.stringMatching(/\w+ \w+/) } },
          },
        ]),
  ];
}

/**
 * The body without one of its fields, given as a path such as `amountTransaction.referenceCode`.
 */
export function without(body: unknown, path: string): unknown {
  const copy = structuredClone(body);
  const names = path.split('.');
  const last = names.pop() ?? '';
  const inside = names.reduce<unknown>(
    (value, name) => (value as Record<string, unknown>)[name],
    copy,
  );
  delete (inside as Record<string, unknown>)[last];
  return copy;
}

/** Each of these fields is required. */
export function requiredFields(
  operation: string,
  scope: string,
  call: SharedScenarios['call'],
  paths: readonly string[],
): Case[] {
  return paths.map((path) => ({
    operation,
    outcome: '400 INVALID_ARGUMENT',
    when: `without ${path}`,
    act: async (fixture) => {
      const whole = await call(fixture);
      return fixture.raw({ ...whole, scope, body: without(whole.body, path), broken: true });
    },
  }));
}
