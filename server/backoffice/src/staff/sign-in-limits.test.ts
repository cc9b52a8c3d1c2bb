import { createTestProduct, type TestProduct } from '@bonisa/server/app.test-kit';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createAuthenticator } from './authenticator.test-kit.ts';
import {
  ask,
  codeOf,
  createPerson,
  createSession,
  PASSWORD,
  type Person,
} from './staff.test-kit.ts';

const WINDOW_SECONDS = 15 * 60;
const OFFICE = '198.51.100.7';
let product: TestProduct;
let studio: FastifyInstance;
beforeAll(async () => {
  product = await createTestProduct();
  studio = await product.studio();
});
beforeEach(() => product.clock.by(WINDOW_SECONDS));
afterAll(() => product.close());

const newPerson = () => createPerson(product, ['care']);

async function post(path: string, body: object, network = OFFICE) {
  const url = `/studio/api/sign-in${path}`;
  const answer = await studio.inject({
    url,
    method: 'POST',
    payload: body,
    remoteAddress: network,
  });
  return { status: answer.statusCode, body: answer.json() };
}

/** Both steps, the second one from another network where it is given. */
async function signIn({ account, secret }: Person, second = OFFICE): Promise<number> {
  const begun = await post('', { email: account.email, password: PASSWORD });
  if (begun.status !== 200) return begun.status;
  const code = codeOf(secret, product.clock.now());
  return (await post('/code', { challenge: begun.body.challenge, code }, second)).status;
}

/** A wrong sign-in as far as the network's limit goes: it costs no password hash. */
const guess = (network = OFFICE): Promise<string> =>
  product.app.staff.limits.take('network', network).then(
    () => 'counted',
    (error: { code: string }) => error.code,
  );
async function guesses(count: number, network = OFFICE): Promise<void> {
  for (let at = 1; at <= count; at++) expect([at, await guess(network)]).toEqual([at, 'counted']);
}

describe('the limit of sign-ins from one network', () => {
  it('does not count those that succeed: a call centre comes in at the start of its shift', async () => {
    for (let at = 1; at <= 45; at++)
      expect([at, await signIn(await newPerson())]).toEqual([at, 200]);
    await guesses(40);
    expect(await guess()).toBe('too_many_requests');
    expect(await signIn(await newPerson())).toBe(429);
  });

  it('does not count those by passkey that succeed', async () => {
    const session = await createSession(product, await newPerson());
    const authenticator = createAuthenticator({ origin: 'http://localhost:3002' });
    const asked = await ask(studio, '/studio/api/me/passkeys/options', { ...session, body: {} });
    const { challenge, options } = asked.body;
    const body = { challenge, name: 'Laptop', response: authenticator.create(options) };
    expect((await ask(studio, '/studio/api/me/passkeys', { ...session, body })).status).toBe(200);
    for (let at = 1; at <= 41; at++) {
      const fresh = (await post('/passkey/options', {})).body;
      const shown = { challenge: fresh.challenge, response: authenticator.get(fresh.options) };
      expect([at, (await post('/passkey', shown)).status]).toEqual([at, 200]);
    }
  });

  it('is not made longer by an account of the attacker: each success gives back its own try', async () => {
    const attacker = await newPerson();
    for (const between of [4, 4, 4, 4, 4, 4, 4, 4, 4, 3]) {
      await guesses(between);
      product.clock.by(30);
      expect(await signIn(attacker)).toBe(200);
    }
    await guesses(1);
    expect(await guess()).toBe('too_many_requests');
  });

  it('gives nothing back to another network, nor to a later time', async () => {
    const there = '203.0.113.9';
    await guesses(40, there);
    expect(await signIn(await newPerson(), there)).toBe(200);
    expect(await guess(there)).toBe('too_many_requests');
    const { limits } = product.app.staff;
    const before = product.clock.now();
    const tries = async (): Promise<number[]> =>
      (await product.rows('select tries from staff_sign_in_tries')).map((row) => Number(row.tries));
    await product.rows('delete from staff_sign_in_tries');
    await limits.giveBack('network', OFFICE, before);
    await limits.take('network', OFFICE);
    product.clock.by(WINDOW_SECONDS);
    await limits.take('network', OFFICE);
    await limits.giveBack('network', OFFICE, before);
    expect(await tries()).toEqual([1]);
    for (const left of [0, 0]) {
      await limits.giveBack('network', OFFICE, product.clock.now());
      expect(await tries()).toEqual([left]);
    }
  });
});
