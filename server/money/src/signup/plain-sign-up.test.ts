// A9, A14, F3 to F5, S1 to S4, V1 to V3, P4: a sign-up without a script, and who may not use it.
import type { PlainView } from '@bonisa/contract/plain-sign-up';
import {
  createTestProduct,
  freshNumber,
  type TestProduct,
  type Visitor,
} from '@bonisa/server/app.test-kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

let product: TestProduct;
beforeAll(async () => {
  product = await createProduct({});
});
afterAll(() => product.close());

/** A product whose pages are sent as what is in them: no test here needs the build. */
async function createProduct(variables: Record<string, string>): Promise<TestProduct> {
  const made = await createTestProduct({ FRAUD_MODE: 'enforce', LIMITS: 'off', ...variables });
  await made.app.plainSignUp?.(made.site, (reply, view) => reply.send(JSON.stringify(view)));
  return made;
}

type Fields = Record<string, string>;
type Seen = PlainView & { readonly hidden: Fields; readonly problem?: Record<string, unknown> };
const AGENT = { 'user-agent': 'Opera/9.80 (J2ME/MIDP; Opera Mini/9)' };
const phone = (network?: string): Visitor =>
  product.visitor({ headers: AGENT, ...(network ? { network } : {}) });

/** Sends a form, as a browser does. */
async function post(visitor: Visitor, fields: Fields, headers: Fields = {}) {
  const all = { 'content-type': 'application/x-www-form-urlencoded', ...headers };
  const body = String(new URLSearchParams(fields));
  const answer = await visitor.send('POST', '/enter-number', body, all);
  return { ...answer, view: answer.body as unknown as Seen };
}

/** As far as the packages. */
async function toPackages(visitor: Visitor, msisdn: string): Promise<Fields> {
  const { view } = await post(visitor, { step: 'number', msisdn });
  expect(view).toMatchObject({ screen: 'packages' });
  return view.hidden;
}

const [DAILY, WEEKLY] = ['p-grtv-daily-c-01', 'p-grtv-weekly-c-01'];

/** As far as the page with Accept: its form with the code that arrived. */
async function toCode(visitor: Visitor, msisdn: string, id = DAILY): Promise<Fields> {
  const hidden = await toPackages(visitor, msisdn);
  const { view } = await post(visitor, { step: 'package', ...hidden, package: id });
  expect(view).toMatchObject({ screen: 'code', msisdn });
  return { ...view.hidden, otp: product.carrier.codeOf(msisdn) };
}

/** Presses Accept, after the time that a person takes. */
async function press(visitor: Visitor, form: Fields, after = 20) {
  product.clock.by(after);
  return await post(visitor, { step: 'accept', press: 'accept', ...form });
}

const rowsOf = async (msisdn: string) => ({
  consents: await product.rows(`select * from consents where msisdn = '${msisdn}'`),
  charges: product.carrier
    .calls('charge')
    .filter((input) => (input as { msisdn: string }).msisdn === msisdn).length,
});
const nothingOf = { consents: [], charges: 0 };

describe('a sign-up without a script', () => {
  it('goes from the number to the subscription, and stores the words that were shown with a note', async () => {
    const visitor = phone();
    const msisdn = freshNumber();
    const packages = await post(visitor, { msisdn: `0${msisdn.slice(2)}` });
    expect(packages.headers['cache-control']).toBe('no-store');
    if (packages.view.screen !== 'packages') throw new Error(packages.view.screen);
    expect(packages.view.offers.map(({ name }) => name)).toEqual(['Daily', 'Weekly', 'Monthly']);
    const chosen = { step: 'package', ...packages.view.hidden, package: DAILY };
    const { view } = await post(visitor, chosen);
    if (view.screen !== 'code') throw new Error(view.screen);
    const before = visitor.cookies.get('bonisa_session');
    const done = await press(visitor, { ...view.hidden, otp: product.carrier.codeOf(msisdn) });
    expect(done.view).toMatchObject({ screen: 'complete', signedIn: false, freeTrial: true });
    expect(visitor.cookies.get('bonisa_session')).not.toBe(before);
    expect((await visitor.call('viewer')).body.signed_in).toBe(true);
    const { consents, charges } = await rowsOf(msisdn);
    expect(charges).toBe(0);
    expect(consents).toHaveLength(1);
    expect(consents[0]).toMatchObject({
      words: view.offer.words,
      proof: 'otp',
      trial: true,
      verdict: {
        provider: 'form',
        decision: 'pass',
        evidence: { without_script: true, age: 20_000 },
      },
    });
    const measured = await product.app.metrics.registry.metrics();
    expect(measured).toContain('bonisa_plain_sign_up_total{outcome="subscribed"} 1');
  });

  it('stores the words of the language that was chosen', async () => {
    const visitor = phone();
    visitor.cookies.set('bonisa_language', 'zu');
    const msisdn = freshNumber();
    const form = await toCode(visitor, msisdn);
    // The page with Accept stays as it was, whatever was chosen beside it.
    visitor.cookies.set('bonisa_language', 'af');
    expect((await press(visitor, form)).view.screen).toBe('complete');
    expect((await rowsOf(msisdn)).consents).toMatchObject([{ language: 'zu' }]);
  });

  it('says at the field what is wrong with a number, a choice and a code', async () => {
    const visitor = phone();
    expect(await post(visitor, { msisdn: '12' })).toMatchObject({
      status: 400,
      view: { screen: 'number', typed: '12', problem: { field: 'number', code: 'invalid_msisdn' } },
    });
    const msisdn = freshNumber();
    const hidden = await toPackages(visitor, msisdn);
    expect((await post(visitor, { step: 'package', ...hidden })).view).toMatchObject({
      screen: 'packages',
      problem: {
        field: 'package',
        description: 'Selected Package missing, please try subscribing again',
      },
    });
    const form = await toCode(visitor, msisdn);
    const otp = product.carrier.wrongCodeOf(msisdn);
    const wrong = await press(visitor, { ...form, otp });
    expect(wrong.view).toMatchObject({
      screen: 'code',
      problem: { field: 'otp', outcome: 'otp_invalid', description: 'Invalid OTP' },
    });
    expect(await rowsOf(msisdn)).toEqual(nothingOf);
    // The page that came with the error has a press of its own.
    const right = await press(visitor, { ...wrong.view.hidden, otp: form.otp ?? '' });
    expect(right.view.screen).toBe('complete');
  });

  it('asks first where the content settings of the number forbid it', async () => {
    const visitor = phone();
    const msisdn = freshNumber();
    product.carrier.locked.add(msisdn);
    const hidden = await toPackages(visitor, msisdn);
    const { view } = await post(visitor, { step: 'package', ...hidden, package: DAILY });
    expect(view.screen).toBe('unblock');
    const declined = await post(visitor, { step: 'unblock', press: 'decline', ...view.hidden });
    expect([declined.status, declined.headers.location]).toEqual([303, '/']);
    expect(product.carrier.calls('sendCode')).not.toContainEqual(
      expect.objectContaining({ msisdn }),
    );
  });

  it('leads home on Decline, and starts nothing', async () => {
    const visitor = phone();
    const msisdn = freshNumber();
    const form = await toCode(visitor, msisdn);
    const answer = await post(visitor, { step: 'accept', press: 'decline', ...form });
    expect([answer.status, answer.headers.location]).toEqual([303, '/']);
    expect(await rowsOf(msisdn)).toEqual(nothingOf);
  });

  it('takes one price for a form that is sent twice, and answers both alike', async () => {
    const msisdn = await withoutFreeDay();
    const visitor = phone();
    const form = await toCode(visitor, msisdn);
    const charged = (await rowsOf(msisdn)).charges;
    const again = phone();
    for (const [name, value] of visitor.cookies) again.cookies.set(name, value);
    product.clock.by(20);
    const sent = { step: 'accept', press: 'accept', ...form };
    const answers = await Promise.all([post(visitor, sent), post(again, sent)]);
    expect(answers.map(({ view }) => view.screen)).toEqual(['complete', 'complete']);
    expect((await rowsOf(msisdn)).charges - charged).toBe(1);
  });

  it('answers a press whose payment is being confirmed as often as it is asked, and charges once', async () => {
    const msisdn = await withoutFreeDay();
    const visitor = phone();
    let form = await toCode(visitor, msisdn);
    const charged = (await rowsOf(msisdn)).charges;
    product.carrier.next('charge', async (_input, usual) => {
      await usual();
      return { outcome: 'unknown', cause: 'timed_out' };
    });
    for (let asked = 0; asked < 12; asked++) {
      const { status, view } = await press(visitor, form, 5);
      expect([status, view.screen]).toEqual([200, 'pending']);
      form = view.hidden;
    }
    await product.advance(60);
    expect((await press(visitor, form)).view.screen).toBe('complete');
    expect((await rowsOf(msisdn)).charges - charged).toBe(1);
  });

  it('signs nobody in: a number with a subscription reads how to stop', async () => {
    const msisdn = freshNumber();
    const owner = phone();
    await press(owner, await toCode(owner, msisdn));
    const stranger = phone();
    const { view } = await post(stranger, { msisdn });
    expect(view).toMatchObject({ screen: 'refused', status: { code: 'ACTIVE' } });
    expect((await stranger.call('viewer')).body.signed_in).toBe(false);
  });
});

/** A number whose free day is used up. */
async function withoutFreeDay(): Promise<string> {
  const visitor = phone();
  const msisdn = freshNumber();
  await press(visitor, await toCode(visitor, msisdn));
  await visitor.call('unsubscribe', {});
  product.clock.by(601);
  return msisdn;
}

describe('who may not use it', () => {
  /** What each refused press must leave as it was. */
  const expectRefused = async ({ view }: { view: Seen }, msisdn: string, expected: object) => {
    expect(view).toMatchObject(expected);
    expect(await rowsOf(msisdn)).toEqual(nothingOf);
  };
  const fraud = { screen: 'code', problem: { outcome: 'fraud' } };
  const tooOld = { screen: 'number', problem: { code: 'csrf_token_invalid' } };
  const transactionIn = ({ state = '' }: Fields): string => {
    const payload = Buffer.from(state.split('.')[1] ?? '', 'base64url');
    return JSON.parse(payload.toString())[1].transaction;
  };
  const reasonsOf = async (form: Fields) => {
    const transaction = transactionIn(form);
    const rows = await product.rows(
      `select reasons from fraud_verdicts where transaction_id = '${transaction}' order by at, id`,
    );
    return rows.map(({ reasons }) => reasons);
  };

  it('refuses an Accept sooner than a person reads', async () => {
    const visitor = phone();
    const msisdn = freshNumber();
    const form = await toCode(visitor, msisdn);
    await expectRefused(await press(visitor, form, 1), msisdn, fraud);
    expect(await reasonsOf(form)).toEqual([['too_soon']]);
  });

  it('refuses a page that was used before, and one without its token', async () => {
    const visitor = phone();
    const msisdn = freshNumber();
    const form = await toCode(visitor, msisdn);
    await press(visitor, { ...form, otp: product.carrier.wrongCodeOf(msisdn) });
    await expectRefused(await press(visitor, form), msisdn, fraud);
    await expectRefused(await press(visitor, { ...form, kit: '' }), msisdn, fraud);
    expect(await reasonsOf(form)).toEqual([[], ['replay'], ['missing']]);
  });

  it('refuses the page of an earlier code: its words are not those of the newest SMS', async () => {
    const visitor = phone();
    const msisdn = freshNumber();
    const hidden = await toPackages(visitor, msisdn);
    const daily = await post(visitor, { step: 'package', ...hidden, package: DAILY });
    product.clock.by(20);
    await post(visitor, { step: 'package', ...hidden, package: WEEKLY });
    const otp = product.carrier.codeOf(msisdn);
    const { view } = await press(visitor, { ...daily.view.hidden, otp });
    expect(view.problem?.outcome).toBe('otp_other_package');
    expect(await rowsOf(msisdn)).toEqual(nothingOf);
  });

  it('refuses the page before Resend OTP', async () => {
    const visitor = phone();
    const msisdn = freshNumber();
    const form = await toCode(visitor, msisdn);
    product.clock.by(20);
    const resent = await post(visitor, { step: 'resend', ...form });
    expect(resent.view).toMatchObject({ screen: 'code', sentAgain: true });
    const otp = product.carrier.codeOf(msisdn);
    await expectRefused(await press(visitor, { ...form, otp }), msisdn, fraud);
    expect(await reasonsOf(form)).toEqual([['other_code']]);
    expect((await press(visitor, { ...resent.view.hidden, otp })).view.screen).toBe('complete');
  });

  it("refuses another visit's page, also with its own CSRF token in it", async () => {
    const msisdn = freshNumber();
    const form = await toCode(phone(), msisdn);
    const thief = phone();
    const { csrf = '' } = await toPackages(thief, freshNumber());
    await expectRefused(await press(thief, form), msisdn, tooOld);
    await expectRefused(await press(thief, { ...form, csrf }), msisdn, tooOld);
  });

  it('refuses a kit of another number, and a changed, invented or old state', async () => {
    const visitor = phone();
    const msisdn = freshNumber();
    const other = await toCode(visitor, freshNumber());
    const form = await toCode(visitor, msisdn);
    await expectRefused(await press(visitor, { ...form, kit: other.kit ?? '' }), msisdn, fraud);
    const [version, payload = '', signature] = form.state?.split('.') ?? [];
    const claims = Buffer.from(payload, 'base64url').toString().replace('5.00', '0.05');
    const state = [version, Buffer.from(claims).toString('base64url'), signature].join('.');
    await expectRefused(await press(visitor, { ...form, state }), msisdn, tooOld);
    await expectRefused(await press(visitor, { ...form, csrf: '' }), msisdn, tooOld);
    await expectRefused(await press(visitor, form, 31 * 60), msisdn, tooOld);
  });

  it('refuses a form of another site', async () => {
    const visitor = phone();
    const msisdn = freshNumber();
    const form = await toCode(visitor, msisdn);
    product.clock.by(20);
    const sent = { step: 'accept', press: 'accept', ...form };
    const { status, view } = await post(visitor, sent, { origin: 'https://evil.example' });
    expect([status, view]).toMatchObject([403, { code: 'foreign_origin' }]);
    expect(await rowsOf(msisdn)).toEqual(nothingOf);
  });

  it('does not count as the press of a page with a script, nor the other way', async () => {
    const visitor = phone();
    const msisdn = freshNumber();
    const form = await toCode(visitor, msisdn);
    const transaction = transactionIn(form);
    product.clock.by(20);
    const called = await visitor.call('subscribe', {
      transaction_id: transaction,
      msisdn,
      service_key: 'demo-daily',
      otp: form.otp,
      evina_token: form.kit,
      to_cancel: 'no',
    });
    expect(called.body).toMatchObject({ status: 'failed', outcome: 'fraud' });
    const kit = await visitor.call('fraudScript', { transaction_id: transaction });
    const { view } = await press(visitor, { ...form, kit: String(kit.body.t) });
    expect(view.problem?.outcome).toBe('fraud');
    expect(await rowsOf(msisdn)).toEqual(nothingOf);
  });

  it("takes no network's word for a number: without a code there is no Accept", async () => {
    const msisdn = freshNumber();
    const visitor = phone(msisdn);
    const form = await toCode(visitor, msisdn);
    const transaction = transactionIn(form);
    await visitor.call('enrich', { transaction_id: transaction });
    const { view } = await press(visitor, { ...form, otp: '' });
    expect(view.screen).toBe('code');
    expect(String(view.problem?.outcome)).toMatch(/^otp_/);
    expect(await rowsOf(msisdn)).toEqual(nothingOf);
  });

  it('refuses a number that has sent STOP ALL', async () => {
    const visitor = phone();
    const msisdn = freshNumber();
    const form = await toCode(visitor, msisdn);
    await product.rows(
      `insert into subscribers (msisdn, created_at, blocked_at) values ('${msisdn}', '2026-11-20', '2026-11-20')`,
    );
    const pressed = await press(visitor, form);
    await expectRefused(pressed, msisdn, { screen: 'refused', status: { code: 'BLOCKED' } });
    expect((await post(phone(), { msisdn })).view).toMatchObject({
      screen: 'refused',
      status: { code: 'BLOCKED' },
    });
  });

  it('limits the presses of one number to a few, and says when more are counted', async () => {
    const visitor = phone();
    const msisdn = freshNumber();
    // The number's window begins at each ten minutes.
    product.clock.by(600 - ((product.clock.now().getTime() / 1000) % 600));
    let form = await toCode(visitor, msisdn);
    let status = 200;
    for (let times = 0; times < 9 && status === 200; times++) {
      const answer = await press(visitor, { ...form, otp: '12' }, 5);
      status = answer.status;
      form = { ...answer.view.hidden };
      const description = expect.stringMatching(/^Too many tries to subscribe\. Try again in \d/);
      const problem = { code: 'too_many_requests', description, retryAfter: expect.any(Number) };
      if (status === 429) expect(answer.view).toMatchObject({ screen: 'code', problem });
    }
    expect(status).toBe(429);
  });

  it('limits the presses of one network to a few in a minute', async () => {
    const limited = await createProduct({ LIMITS: 'on' });
    const statuses: number[] = [];
    for (let times = 0; times < 11; times++) {
      const visitor = limited.visitor({ headers: AGENT });
      const { view } = await post(visitor, { msisdn: freshNumber() });
      const chosen = { step: 'package', ...view.hidden, package: DAILY };
      statuses.push((await post(visitor, chosen)).status);
    }
    expect(statuses).toEqual([...Array(10).fill(200), 429]);
    await limited.close();
  });

  it('is off in production, and where the operator has switched it off', async () => {
    const off = await createTestProduct({ PLAIN_SIGN_UP: 'off' });
    expect(off.app.plainSignUp).toBeUndefined();
    await off.close();
  });
});
