// Guesses across numbers are counted by visit and network; a stranger cannot lock a number out.
import { OTP_GUESS_LIMITS, OTP_SEND_LIMITS } from '@bonisa/domain/numbers/otp-limits';
import {
  createTestProduct,
  freshNumber,
  type TestProduct,
  toAccept,
  type Visitor,
} from '@bonisa/server/app.test-kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

let product: TestProduct;
/** On the same database, with limits by network off. */
let unlimited: TestProduct;
beforeAll(async () => {
  product = await createTestProduct({ TRUST_PROXY: '127.0.0.1' });
  unlimited = await createTestProduct({ LIMITS: 'off' });
});
afterAll(async () => {
  await product.close();
  await unlimited.close();
});

const DAY = 86_400;
let networks = 0;
/** An address that no other test uses. */
const freshAddress = (): string => `198.18.${Math.floor(++networks / 250)}.${(networks % 250) + 1}`;
const from = (address: string, network?: string): Visitor =>
  product.visitor({ headers: { 'x-forwarded-for': address }, ...(network ? { network } : {}) });

let runs = 0;
const ask = (visitor: Visitor, msisdn: string, transaction = `ask-${++runs}`) =>
  visitor.call('statusCheck', { transaction_id: transaction, msisdn, service_key: 'demo-daily' });

let kits = 0;
/**
 * Enters wrong codes in a new transaction until the answer is not 'wrong'; returns the last answer.
 */
async function guess(
  visitor: Visitor,
  msisdn: string,
  times: number,
  { carrier }: TestProduct = product,
): Promise<{ outcome: unknown; description: unknown }> {
  const accept = await toAccept({ carrier }, visitor, msisdn);
  let last: Record<string, unknown> = {};
  for (let turn = 0; turn < times; turn++) {
    const wrong = String((Number(accept.otp) + 1 + turn) % 10_000).padStart(4, '0');
    last = (
      await visitor.call('subscribe', { ...accept, otp: wrong, evina_token: `guess-${++kits}` })
    ).body;
  }
  return { outcome: last.outcome, description: last.description };
}

async function subscriber(address = freshAddress()) {
  const msisdn = freshNumber();
  const visitor = from(address);
  await visitor.call('subscribe', await toAccept(product, visitor, msisdn));
  return { msisdn, visitor, address };
}

describe('sends of one-time codes', () => {
  it('allow a visit three in ten minutes for all numbers, also concurrently and without limits by network', async () => {
    for (const [one, visitor] of [
      [product, from(freshAddress())],
      [unlimited, unlimited.visitor()],
    ] as const) {
      await visitor.csrf();
      const answers = await Promise.all(
        Array.from({ length: 8 }, () => ask(visitor, freshNumber())),
      );
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(
        OTP_SEND_LIMITS.visit[0].max,
      );
      for (const { status, body } of answers)
        if (status !== 200) expect([status, body.code]).toEqual([429, 'otp_send_limit']);
      one.clock.by(601);
      expect((await ask(visitor, freshNumber())).status).toBe(200);
    }
  });

  it('refuse a second number in a transaction by name, for a status check as well', async () => {
    const visitor = from(freshAddress());
    const [own, other] = [freshNumber(), freshNumber()];
    expect((await ask(visitor, own, 'one number')).status).toBe(200);
    for (const service_key of ['demo-daily', undefined]) {
      const { status, body } = await visitor.call('statusCheck', {
        transaction_id: 'one number',
        msisdn: other,
        service_key,
      });
      expect([status, body.code]).toEqual([409, 'transaction_has_other_number']);
    }
    expect((await ask(visitor, own, 'one number')).status).toBe(200);
    expect(
      product.carrier
        .calls('sendCode')
        .filter((input) => (input as { msisdn: string }).msisdn === other),
    ).toEqual([]);
    // Another visit may use the same transaction id.
    expect((await ask(from(freshAddress()), other, 'one number')).status).toBe(200);
  });

  it('give a transaction to one of two numbers that request it concurrently', async () => {
    const visitor = from(freshAddress());
    await visitor.csrf();
    const answers = await Promise.all(
      [freshNumber(), freshNumber()].map((msisdn) => ask(visitor, msisdn, 'raced for')),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  });

  it('count an IPv6 /64 and every form of an IPv4 address as one network', async () => {
    const msisdn = freshNumber();
    const six = [
      '2001:db8:77:1::1',
      '2001:db8:77:1:ffff::2',
      '2001:0db8:0077:0001:1:2:3:4',
      '2001:db8:77:1::5',
    ];
    const answers = [];
    for (const address of six) answers.push((await ask(from(address), msisdn)).status);
    expect(answers).toEqual([200, 200, 200, 429]);
    expect((await ask(from('2001:db8:77:2::1'), msisdn)).status).toBe(200);
    const mapped = freshNumber();
    const four = ['192.0.2.9', '::ffff:192.0.2.9', '::ffff:c000:209', '192.0.2.9'];
    const statuses = [];
    for (const address of four) statuses.push((await ask(from(address), mapped)).status);
    expect(statuses).toEqual([200, 200, 200, 429]);
  });
});

describe('wrong codes', () => {
  it('lock a visit for a day after ten, whatever the numbers, even for the correct code', async () => {
    const visitor = unlimited.visitor();
    for (let turn = 0; turn < 2; turn++)
      expect((await guess(visitor, freshNumber(), 5, unlimited)).outcome).toBe(
        'otp_attempts_used_up',
      );
    unlimited.clock.by(601);
    const msisdn = freshNumber();
    const accept = await toAccept(unlimited, visitor, msisdn);
    const { body } = await visitor.call('subscribe', accept);
    expect(body).toMatchObject({ status: 'failed', outcome: 'otp_too_many_guesses' });
    expect(body.description).toMatch(/OTP/);
    unlimited.clock.by(DAY);
    expect(
      (await visitor.call('subscribe', await toAccept(unlimited, visitor, msisdn))).body.status,
    ).toBe('success');
  });

  it('lock a network after ten a day and twenty a month, whatever the visits; other networks continue', async () => {
    const address = freshAddress();
    let guessed = 0;
    let outcome: unknown;
    for (let day = 0; day < 4; day++) {
      for (let turn = 0; turn < 4; turn++) {
        outcome = (await guess(from(address), freshNumber(), 5)).outcome;
        if (outcome === 'otp_too_many_guesses') break;
        guessed += 5;
      }
      expect(outcome).toBe('otp_too_many_guesses');
      product.clock.by(DAY);
    }
    expect(guessed).toBe(20);
    const honest = from(address);
    expect(
      (await honest.call('subscribe', await toAccept(product, honest, freshNumber()))).body.outcome,
    ).toBe('otp_too_many_guesses');
    const elsewhere = from(freshAddress());
    expect(
      (await elsewhere.call('subscribe', await toAccept(product, elsewhere, freshNumber()))).body
        .status,
    ).toBe('success');
    product.clock.by(27 * DAY);
    const later = from(address);
    expect(
      (await later.call('subscribe', await toAccept(product, later, freshNumber()))).body.status,
    ).toBe('success');
  });

  it('and sent codes still count after the owner of the number had all data removed', async () => {
    const { msisdn, visitor } = await subscriber();
    const address = freshAddress();
    for (let turn = 0; turn < 2; turn++) await guess(from(address), msisdn, 5);
    expect((await visitor.call('deletePersonalData', { confirm: 'delete' })).status).toBe(200);
    await product.app.scheduler.runDue();
    expect((await guess(from(address), freshNumber(), 1)).outcome).toBe('otp_too_many_guesses');
    // One for the opt-in, two for the guesses: three of six in ten minutes are left.
    for (let send = 0; send < 3; send++)
      expect((await ask(from(freshAddress()), msisdn)).status).toBe(200);
    expect((await ask(from(freshAddress()), msisdn)).body.code).toBe('otp_send_limit');
    expect(
      await product.rows(
        `select id from otp_challenges where msisdn like '%${msisdn}%' and state = 'used'`,
      ),
    ).toEqual([]);
  });

  it('leave room on a shared address in proportion to its correct codes', async () => {
    const address = freshAddress();
    for (let turn = 0; turn < 10; turn++) {
      const visitor = from(address);
      const accept = await toAccept(product, visitor, freshNumber());
      expect((await visitor.call('subscribe', accept)).body.status).toBe('success');
      expect((await guess(from(address), freshNumber(), 2)).outcome).toBe('otp_invalid');
    }
  });

  it('that arrive concurrently are counted one by one', async () => {
    const address = freshAddress();
    const asked = await Promise.all(
      Array.from({ length: 4 }, async () => {
        const visitor = from(address);
        const accept = await toAccept(product, visitor, freshNumber());
        return { visitor, accept, token: await visitor.csrf() };
      }),
    );
    const before = product.carrier.calls('validateCode').length;
    await Promise.all(
      asked.flatMap(({ visitor, accept, token }) =>
        Array.from({ length: 5 }, (_, index) =>
          visitor.send(
            'POST',
            '/api/subscribe',
            { ...accept, otp: String((Number(accept.otp) + 1 + index) % 10_000).padStart(4, '0') },
            { 'x-csrf-token': token },
          ),
        ),
      ),
    );
    expect(product.carrier.calls('validateCode').length - before).toBe(
      OTP_GUESS_LIMITS.networkBeyondRight[0].max,
    );
  });

  it('leave each further code of a number one try after twenty, and the correct code still counts', async () => {
    const msisdn = freshNumber();
    for (let turn = 0; turn < 4; turn++) {
      await guess(unlimited.visitor(), msisdn, 5, unlimited);
      unlimited.clock.by(601);
    }
    expect((await guess(unlimited.visitor(), msisdn, 1, unlimited)).outcome).toBe(
      'otp_attempts_used_up',
    );
    const honest = unlimited.visitor();
    expect(
      (await honest.call('subscribe', await toAccept(unlimited, honest, msisdn))).body.status,
    ).toBe('success');
  });
});

describe('a stranger', () => {
  it("does not end the owner's live code by requesting or guessing others", async () => {
    const msisdn = freshNumber();
    const owner = from(freshAddress());
    const accept = await toAccept(product, owner, msisdn);
    const stranger = from(freshAddress());
    for (let turn = 0; turn < 3; turn++) expect((await ask(stranger, msisdn)).status).toBe(200);
    await guess(from(freshAddress()), msisdn, 5);
    expect((await owner.call('subscribe', accept)).body).toMatchObject({
      status: 'success',
      outcome: 'subscribed',
    });
  });

  it('cannot sort numbers by carrier: refused numbers count for the network that asked', async () => {
    const address = freshAddress();
    const refused = freshNumber();
    const askRefused = (msisdn = freshNumber()) => {
      product.carrier.next('sendCode', async () => ({
        outcome: 'refused',
        reason: 'not_on_network',
      }));
      return ask(from(address), msisdn);
    };
    const codes = new Set([(await askRefused(refused)).body.code]);
    for (let turn = 1; turn < OTP_SEND_LIMITS.network[0].max; turn++)
      codes.add((await askRefused()).body.code);
    expect([...codes]).toEqual(['invalid_msisdn']);
    expect((await ask(from(address), freshNumber())).body.code).toBe('otp_send_limit');
    // Nobody sent anything to the number itself, so others may.
    for (let turn = 0; turn < 3; turn++)
      expect((await ask(from(freshAddress()), refused)).status).toBe(200);
  });

  it('may correct a refused number in the same transaction', async () => {
    const visitor = from(freshAddress());
    for (let turn = 0; turn < 3; turn++) {
      product.carrier.next('sendCode', async () => ({
        outcome: 'refused',
        reason: 'not_on_network',
      }));
      expect((await ask(visitor, freshNumber(), 'mistyped')).body.code).toBe('invalid_msisdn');
    }
    expect((await ask(visitor, freshNumber(), 'mistyped')).status).toBe(200);
  });

  it('reaches the limit of their own network for the number first, and the owner elsewhere can still ask', async () => {
    const msisdn = freshNumber();
    const address = freshAddress();
    const statuses = [];
    for (let turn = 0; turn < 5; turn++) statuses.push((await ask(from(address), msisdn)).status);
    expect(statuses).toEqual([200, 200, 200, 429, 429]);
    const owner = from(freshAddress());
    expect(
      (await owner.call('subscribe', await toAccept(product, owner, msisdn))).body.status,
    ).toBe('success');
  });

  it("with many addresses cannot lock out a signed-in device or a visit on the number's network", async () => {
    const { msisdn, visitor: owner } = await subscriber();
    await owner.call('unsubscribe', {});
    let refused = 0;
    for (let turn = 0; turn < 12; turn++)
      if ((await ask(from(freshAddress()), msisdn)).status === 429) refused++;
    expect(refused).toBe(7);
    // Status checks cannot lock the owner out either: their limit is used up for strangers.
    let looks = 0;
    for (let turn = 0; turn < 70; turn++) {
      const { status } = await from(freshAddress()).call('statusCheck', {
        transaction_id: 'look',
        msisdn,
      });
      if (status === 429) looks++;
    }
    expect(looks).toBe(10);
    expect((await owner.call('statusCheck', { transaction_id: 'own look', msisdn })).status).toBe(
      200,
    );
    expect(
      (await owner.call('subscribe', await toAccept(product, owner, msisdn))).body.status,
    ).toBe('success');
    await owner.call('unsubscribe', {});
    const onNetwork = from(freshAddress(), msisdn);
    await onNetwork.call('enrich', { transaction_id: 'vouched for' });
    expect(
      (await onNetwork.call('statusCheck', { transaction_id: 'vouched for', msisdn })).body,
    ).toMatchObject({ number_proven: true });
    expect((await ask(onNetwork, msisdn)).status).toBe(200);
  });

  it('remains a stranger when signed in with another number or proven for another', async () => {
    const { msisdn } = await subscriber();
    for (let turn = 0; turn < 6; turn++) await ask(from(freshAddress()), msisdn);
    const { visitor: neighbour } = await subscriber();
    expect((await ask(neighbour, msisdn)).status).toBe(429);
    const vouched = from(freshAddress(), freshNumber());
    await vouched.call('enrich', { transaction_id: 'for another' });
    expect((await ask(vouched, msisdn)).status).toBe(429);
  });

  it('causes a warning to the owner at most once a day, and to no other number', async () => {
    const { msisdn } = await subscriber();
    const warned = (to: string) =>
      product.carrier.messages.filter(
        (message) => message.msisdn === to && message.text.includes('too many tries'),
      );
    for (let turn = 0; turn < 12; turn++) await ask(from(freshAddress()), msisdn);
    await product.app.scheduler.runDue();
    expect(warned(msisdn)).toHaveLength(1);
    // A visit that has used up its sends cannot cause messages to the numbers that it requests.
    const { msisdn: bystander } = await subscriber();
    const visitor = from(freshAddress());
    for (let turn = 0; turn < 3; turn++) await ask(visitor, freshNumber());
    expect((await ask(visitor, bystander)).status).toBe(429);
    await product.app.scheduler.runDue();
    expect(warned(bystander)).toEqual([]);
  });
});

describe('the purge', () => {
  it('keeps the challenges that limits still count and deletes the others', async () => {
    const visitor = unlimited.visitor();
    const msisdn = freshNumber();
    await toAccept(unlimited, visitor, msisdn);
    await unlimited.visitor().call('statusCheck', { transaction_id: 'look', msisdn });
    const clean = async () => {
      const now = unlimited.clock.now();
      await unlimited.app.identity.otpRepository.purge(now);
      await unlimited.app.identity.repository.purge(new Date(now.getTime() - 2 * DAY * 1000));
    };
    const count = async (table: string, where = `msisdn = '${msisdn}'`) =>
      (await unlimited.rows(`select 1 from ${table} where ${where}`)).length;
    unlimited.clock.by(29 * DAY);
    await clean();
    expect(await count('otp_challenges')).toBe(1);
    expect([
      await count('number_status_checks'),
      await count('client_status_checks', 'true'),
    ]).toEqual([0, 0]);
    unlimited.clock.by(2 * DAY);
    await clean();
    expect([await count('otp_challenges'), await count('otp_hours', 'true')]).toEqual([0, 0]);
  });
});
