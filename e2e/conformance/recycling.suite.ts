/** number-recycling 0.2.0. */
import type { Msisdn } from '@bonisa/domain/numbers/msisdn';
import { APIS } from './camara-files.ts';
import { type Case, refusedAlike, refusedBodies, type Suite } from './cases.ts';
import type { Fixture, RawCall } from './fixture.ts';
import { sharedScenarios } from './shared-scenarios.ts';

const PATH = `${APIS.recycling.basePath}/check`;
const SCOPE = 'number-recycling:check';
const DAY_MS = 86_400_000;
const operation = 'checkNumberRecycling';

const ago = (days: number) => new Date(Date.now() - days * DAY_MS);
const day = (instant: Date) => instant.toISOString().slice(0, 10);
const body = (fixture: Fixture) => ({
  phoneNumber: `+${fixture.newNumber()}`,
  specifiedDate: day(ago(30)),
});
const raw = (fixture: Fixture): RawCall => ({ method: 'POST', path: PATH, body: body(fixture) });

async function recycled(fixture: Fixture): Promise<Msisdn> {
  const msisdn = fixture.newNumber();
  await fixture.sim('POST', `/sim/handsets/${msisdn}/recycle`);
  return msisdn;
}

const asked = (
  when: string,
  number: (fixture: Fixture) => Msisdn | Promise<Msisdn>,
  days: number,
  answer: boolean,
): Case => ({
  operation,
  outcome: '200',
  when,
  act: async (fixture) =>
    fixture.carrier.numberRecycled({ msisdn: await number(fixture), since: ago(days) }),
  port: { outcome: 'known', recycled: answer },
});

const refused = (outcome: string, cause: string): Case => ({
  operation,
  outcome,
  when: 'by way of the adapter',
  act: async (fixture) => {
    await fixture.refuseNext('number-recycling', outcome.split(' ')[1] ?? '');
    return fixture.carrier.numberRecycled({ msisdn: fixture.newNumber(), since: ago(30) });
  },
  port: { outcome: 'unavailable', cause },
});

export const recyclingSuite: Suite = {
  api: APIS.recycling,
  never: {},
  cases: [
    asked(
      'accepts a number that still belongs to its owner',
      (fixture) => fixture.newNumber(),
      30,
      false,
    ),
    asked('of a number that has gone to somebody else', recycled, 30, true),
    asked('of a number on the day on which it went to somebody else', recycled, 0, false),
    {
      operation,
      outcome: '200',
      when: 'with a token for the number',
      act: async (fixture) =>
        fixture.raw({
          ...raw(fixture),
          scope: SCOPE,
          subject: await recycled(fixture),
          body: { specifiedDate: day(ago(30)) },
        }),
      port: { status: 200, body: { phoneNumberRecycled: true } },
    },
    {
      operation,
      outcome: '404 IDENTIFIER_NOT_FOUND',
      when: 'for a number that is not on the network',
      act: async (fixture) => {
        const msisdn = fixture.newNumber();
        await fixture.setHandset(msisdn, { on_network: false });
        return fixture.carrier.numberRecycled({ msisdn, since: ago(30) });
      },
      port: { outcome: 'unavailable', cause: 'no_answer' },
    },
    refused('404 IDENTIFIER_NOT_FOUND', 'no_answer'),
    refused('422 SERVICE_NOT_APPLICABLE', 'no_answer'),
    refused('403 PERMISSION_DENIED', 'misconfigured'),
    {
      operation,
      outcome: '400 OUT_OF_RANGE',
      when: 'with a day that is yet to come',
      act: (fixture) =>
        fixture.carrier.numberRecycled({ msisdn: fixture.newNumber(), since: ago(-3) }),
      port: { outcome: 'unavailable', cause: 'no_answer' },
    },
    {
      operation,
      outcome: '422 MISSING_IDENTIFIER',
      act: (fixture) =>
        fixture.raw({ ...raw(fixture), scope: SCOPE, body: { specifiedDate: day(ago(30)) } }),
    },
    {
      operation,
      outcome: '422 UNNECESSARY_IDENTIFIER',
      act: (fixture) =>
        fixture.raw({ ...raw(fixture), scope: SCOPE, subject: fixture.newNumber() }),
    },
    {
      operation,
      outcome: '422 SERVICE_NOT_APPLICABLE',
      when: 'for the line of a machine',
      act: async (fixture) => {
        const msisdn = fixture.newNumber();
        await fixture.setHandset(msisdn, { machine_line: true });
        return fixture.raw({
          ...raw(fixture),
          scope: SCOPE,
          body: { ...body(fixture), phoneNumber: `+${msisdn}` },
        });
      },
    },
    ...sharedScenarios({
      operation,
      scope: SCOPE,
      call: raw,
      success: '200',
      empty: '400 INVALID_ARGUMENT',
    }),
    ...refusedAlike(operation, SCOPE, raw),
    ...refusedBodies(operation, SCOPE, raw, {
      'without a day': { phoneNumber: '+27821234567' },
      'with a day that is none': { phoneNumber: '+27821234567', specifiedDate: '2026-02-30' },
      'with a time': { phoneNumber: '+27821234567', specifiedDate: '2026-02-03T00:00:00Z' },
      'with a number that is none': { phoneNumber: 'me', specifiedDate: '2026-02-03' },
    }),
  ],
};
