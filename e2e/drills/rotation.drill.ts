// Decision 47: SECRET_KEY and the carrier's token are changed in three rounds of restarts, process
// after process behind nginx, under load. Nobody sees an error, nobody is signed out, and the books
// are the carrier's.
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

/** What the command says when a round is over. */
const SAID = ['All know the new key', 'All sign with the new key', 'No change of SECRET_KEY'];

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

type Round = Readonly<Record<string, string>>;

/** The variables of the rounds; the last ones are those of everyday. */
function rounds(): readonly [Round, Round, Round] {
  const { SECRET_KEY: old } = fleet.carrier.variables;
  const token = fleet.carrier.variables.CARRIER_INBOUND_TOKEN;
  const both = { CARRIER_INBOUND_TOKEN: token, CARRIER_INBOUND_TOKEN_NEXT: COMING_TOKEN };
  const changed = { SECRET_KEY: NEW, SECRET_KEY_BEFORE: old };
  return [
    { SECRET_KEY: old, SECRET_KEY_NEXT: NEW, ...both },
    { ...changed, SECRET_KEY_PREVIOUS: old, ...both },
    { ...changed, ...both },
  ];
}

async function restarted(member: Member | undefined, round: Round): Promise<void> {
  member?.process.child.kill('SIGTERM');
  expect(await member?.process.ended).toBe(0);
  await member?.again(round);
}

/** What the command says to the variables of a round, and its exit code. */
function rotateKey(round: Round): Promise<{ code: unknown; said: string }> {
  const variables = { ...fleet.carrier.variables, DATABASE_URL: fleet.database, ...round };
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
    'SECRET_KEY changed in three rounds',
    async () => {
      const [first, second, third] = rounds();
      const begun = await rotateKey({});
      expect(begun).toMatchObject({ code: 0, said: expect.stringContaining('SECRET_KEY_NEXT=') });
      for (const [index, round] of [first, second, third].entries()) {
        for (const [place, member] of fleet.members.entries()) {
          await restarted(member, round);
          await allWatch();
          // In the middle of a round the next one must wait.
          if (place !== 2 || index === 2) continue;
          expect(await rotateKey(round)).toMatchObject({
            code: 1,
            said: expect.stringContaining('is not over: 3 processes of 6'),
          });
        }
        expect((await rotateKey(round)).said).toContain(SAID[index]);
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

it('refuses a process of a round that is over, and one that comes too early', async () => {
  const [first] = rounds();
  const [member] = fleet.of('jobs');
  member?.process.child.kill('SIGTERM');
  await member?.process.ended;
  await expect(member?.again(first)).rejects.toThrow(/SECRET_KEY: the database knows another one/);
  await member?.again(rounds()[2]);
});
