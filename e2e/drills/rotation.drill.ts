// Decision 47: SECRET_KEY and the carrier's token are changed by restarts, process after process
// behind nginx, under load: a key is added, made current, and the earlier one is dropped. Nobody
// sees an error, nobody is signed out, and the books are the carrier's.
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { DRIZZLE_IMPORTS } from '../product/process.test-kit.ts';
import { createDrills } from './drill.ts';
import { type Fleet, type Member, startFleet } from './fleet.ts';
import { type Person, subscribePerson } from './person.ts';

const ROTATE_KEY = join(import.meta.dirname, '../../apps/server/src/setup/rotate-key.process.ts');
const NEW = 'the-new-secret-of-this-drill-with-letters';
const COMING_TOKEN = 'the-coming-token-of-the-carrier-in-the-drill';

/** What the command says when a step has reached every process. */
const SAID = ['is known to all', 'is still needed', '(SECRET_KEY) signs.'];
/** What it says in the middle of a step. */
const WAITS = ['3 processes of 6 do not know it yet', '3 processes still sign with it'];

let fleet: Fleet;
beforeAll(async () => {
  fleet = await startFleet(['pages', 'api', 'jobs', 'pages', 'api', 'jobs'], {
    DRAIN_SECONDS: '3',
  });
});
afterAll(async () => {
  await fleet?.close();
});
const drill = createDrills(() => fleet);

type Step = Readonly<Record<string, string>>;

/** The variables of the steps; the last ones are those of everyday. */
function steps(): readonly [Step, Step, Step] {
  const { SECRET_KEY: old } = fleet.carrier.variables;
  const token = fleet.carrier.variables.CARRIER_INBOUND_TOKEN;
  const both = { CARRIER_INBOUND_TOKEN: token, CARRIER_INBOUND_TOKEN_NEXT: COMING_TOKEN };
  return [
    { SECRET_KEY: old, SECRET_KEY_FALLBACKS: NEW, ...both },
    { SECRET_KEY: NEW, SECRET_KEY_FALLBACKS: old, ...both },
    { SECRET_KEY: NEW, ...both },
  ];
}

async function restarted(member: Member | undefined, step: Step): Promise<void> {
  member?.process.child.kill('SIGTERM');
  expect(await member?.process.ended).toBe(0);
  await member?.again(step);
}

/** What the command says to the variables of a step, and its exit code. */
function rotateKey(step: Step): Promise<{ code: unknown; said: string }> {
  const variables = { ...fleet.carrier.variables, DATABASE_URL: fleet.database, ...step };
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      ['--import', DRIZZLE_IMPORTS, ROTATE_KEY],
      { env: { PATH: process.env.PATH, ENV_FILE: 'none', ...variables } },
      (error, out, err) => resolve({ code: error?.code ?? 0, said: out + err }),
    );
  });
}

it('signs nobody out and charges nobody twice while the secret is changed', async () => {
  const people: Person[] = [];
  for (const msisdn of ['27829990001', '27829990002'])
    people.push(await subscribePerson(fleet, msisdn));
  const allWatch = async () =>
    expect(await Promise.all(people.map(({ isEntitled }) => isEntitled()))).toEqual(
      people.map(() => true),
    );
  await drill(
    'SECRET_KEY changed',
    async () => {
      const [first, second, third] = steps();
      const begun = await rotateKey({});
      expect(begun).toMatchObject({
        code: 0,
        said: expect.stringContaining('SECRET_KEY_FALLBACKS='),
      });
      for (const [index, step] of [first, second, third].entries()) {
        for (const [place, member] of fleet.members.entries()) {
          await restarted(member, step);
          await allWatch();
          // In the middle of a step the next one must wait.
          if (place !== 2 || index === 2) continue;
          expect(await rotateKey(step)).toMatchObject({
            code: 1,
            said: expect.stringContaining(WAITS[index] ?? ''),
          });
        }
        expect((await rotateKey(step)).said).toContain(SAID[index]);
      }
      // Everybody who signed up before has the session of before, and can still act in it.
      await people[0]?.unsubscribe();
    },
    { errors: 0, alert: 'none' },
  );
});

it('takes messages of the carrier with either token', async () => {
  const person = await subscribePerson(fleet, '27829990003');
  const { id, text } = await person.text('HELP');
  expect(await person.deliverAgain({ id, text })).toBeLessThan(300);
  const sent = await fetch(`${fleet.url}/carrier/messages`, {
    method: 'POST',
    headers: { authorization: `Bearer ${COMING_TOKEN}`, 'content-type': 'application/json' },
    body: JSON.stringify({ id, at: new Date().toISOString(), from: `+${person.msisdn}`, text }),
  });
  expect(sent.status).toBeLessThan(300);
});

it('refuses a process whose key was dropped', async () => {
  const [member] = fleet.of('jobs');
  member?.process.child.kill('SIGTERM');
  await member?.process.ended;
  await expect(member?.again({})).rejects.toThrow(/SECRET_KEY: the database knows another one/);
  await member?.again(steps()[2]);
});
