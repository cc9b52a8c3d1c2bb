// Interfaces 'Start and stop': a change of SECRET_KEY signs nobody out, and what the earlier key
// has signed counts until it is dropped (decision 47).

import { copyTemplateTo } from '@bonisa/kit/database/embedded-template.test-kit';
import { afterAll, expect, it } from 'vitest';
import {
  createBrowser,
  demo,
  freePorts,
  freshFolder,
  openForSale,
  startProcess,
  waitUntilReady,
} from './process.test-kit.ts';

const { folder, remove } = freshFolder();
afterAll(remove);
const [A, B] = ['a', 'b'].map((letter) => letter.repeat(40));

it('a session survives a change of the key; CSRF tokens and visits do until the key is dropped', async () => {
  copyTemplateTo(folder);
  const ports = await freePorts();
  const running = async (keys: Record<string, string | undefined>, work: () => Promise<void>) => {
    const changed = { LIMITS: 'off', ...keys } as Record<string, string>;
    const variables = demo(ports, folder, changed);
    const process = startProcess(variables);
    try {
      await waitUntilReady(process, ports);
      await openForSale(ports, variables);
      await work();
    } finally {
      process.child.kill('SIGTERM');
      await process.ended;
    }
    expect(await process.ended).toBe(0);
  };
  const browser = createBrowser(`http://127.0.0.1:${ports.site}`);
  const visitor = createBrowser(`http://127.0.0.1:${ports.site}`);
  const isSignedIn = async () => (await browser.call('GET', '/api/viewer')).body.signed_in;
  let token = '';
  const csrf = async () => (await visitor.call('GET', '/api/csrf-token')).body.csrfToken;
  const chosen = { transaction_id: 'rotated', msisdn: '27820000077', service_key: 'demo-daily' };

  await running({ SECRET_KEY: A }, async () => {
    await browser.call('POST', '/api/auth/status_check', chosen);
    const { body } = await createBrowser(`http://127.0.0.1:${ports.carrier}`).call(
      'GET',
      `/sim/handsets/${chosen.msisdn}/messages`,
    );
    const otp = /\b\d{4}\b/.exec((body as { text: string }[])[0]?.text ?? '')?.[0];
    expect((await browser.subscribe({ ...chosen, otp, to_cancel: 'no' })).body.status).toBe(
      'success',
    );
    expect(await isSignedIn()).toBe(true);
    token = await csrf();
  });
  await running({ SECRET_KEY: B, SECRET_KEY_FALLBACKS: A }, async () => {
    expect(await isSignedIn()).toBe(true);
    // The visit goes on; its token is made by the new key, and the old one is accepted too.
    const young = await csrf();
    expect(young).not.toBe(token);
    for (const one of [token, young, 'invented']) {
      const given = { 'x-csrf-token': one };
      const { body } = await visitor.call('POST', '/api/subscribe', chosen, given);
      expect(body.code === 'csrf_token_invalid').toBe(one === 'invented');
    }
  });
  await running({ SECRET_KEY: B }, async () => {
    expect(await isSignedIn()).toBe(true);
    const given = { 'x-csrf-token': token };
    const { body } = await visitor.call('POST', '/api/subscribe', chosen, given);
    expect(body.code).toBe('csrf_token_invalid');
  });
});
