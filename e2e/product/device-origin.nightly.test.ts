// P4: a television app is a page of another origin. Chromium itself asks first, sends what it may
// and hands over what it may: tests without a browser see only the headers that lead to that.
import { createServer, type Server } from 'node:http';
import { ADDRESSES } from '@bonisa/contract/addresses';
import { DEVICE_CODE_GRANT } from '@bonisa/contract/devices.calls';
import { readyAsset } from '@bonisa/media/ready-asset.test-kit';
import { signInDevice } from '@bonisa/people/identity/devices/devices.test-kit';
import {
  createProductWithCatalogue,
  type ProductWithCatalogue,
  type SignedInVisitor,
} from '@bonisa/viewers/viewer/viewer.test-kit';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freePort } from '../../scripts/free-ports.ts';
import { mediaAssets } from '../../server/media/src/media.tables.ts';
import { launchChromium } from '../harness/chromium.ts';

let product: ProductWithCatalogue;
let browser: Browser;
let apps: Server[];
let site: string;
/** The origin that is configured, and one that is not. */
let television: string;
let stranger: string;
let viewer: SignedInVisitor;
let token: string;
beforeAll(async () => {
  const ports = { site: await freePort(), app: await freePort(), other: await freePort() };
  site = `http://localhost:${ports.site}`;
  television = `http://localhost:${ports.app}`;
  stranger = `http://localhost:${ports.other}`;
  const page = '<!doctype html><title>An app</title>';
  apps = [ports.app, ports.other].map((port) =>
    createServer((_, response) => response.end(page)).listen(port, '127.0.0.1'),
  );
  const clients = `television=${television},mobile-app`;
  product = await createProductWithCatalogue({ PUBLIC_URL: site, DEVICE_CLIENTS: clients });
  await product.open.db.insert(mediaAssets).values(readyAsset(product.clock.now()));
  viewer = await product.signedIn();
  token = (await signInDevice(product.site, viewer)).tokens.access_token;
  await product.site.listen({ host: '127.0.0.1', port: ports.site });
  browser = await launchChromium();
});
afterAll(async () => {
  await browser?.close();
  for (const app of apps ?? []) app.close();
  await product.close();
});

/** A page of an app, in the browser in which the viewer is signed in to the site. */
async function appAt(origin: string): Promise<Page> {
  const context = await browser.newContext();
  const cookies = [...viewer.cookies].map(([name, value]) => ({ name, value, url: site }));
  await context.addCookies(cookies);
  const page = await context.newPage();
  await page.goto(origin);
  return page;
}

interface Asked {
  readonly token?: string;
  readonly withCookies?: boolean;
}

/** What a script of the page gets: status and answer, or 0 where the browser hands it nothing. */
const ask = (page: Page, path: string, body: object, { token, withCookies }: Asked = {}) =>
  page.evaluate(
    async ({ url, body, token, credentials }) => {
      const headers: Record<string, string> = { 'content-type': 'application/json' };
      if (token) headers.authorization = `Bearer ${token}`;
      try {
        const answer = await fetch(url, {
          method: 'POST',
          credentials,
          headers,
          body: JSON.stringify(body),
        });
        return { status: answer.status, body: await answer.json() };
      } catch (error) {
        return { status: 0, body: String(error) };
      }
    },
    {
      ...{ url: site + path, body, token },
      credentials: withCookies ? ('include' as const) : ('same-origin' as const),
    },
  );

describe('a page of the origin of an app', () => {
  it('signs in, lists and plays with the token of its device', async () => {
    const page = await appAt(television);
    const asked = await ask(page, '/oauth/device_authorization', { client_id: 'television' });
    expect([asked.status, asked.body.user_code?.length > 0]).toEqual([200, true]);
    const grant = { client_id: 'television', grant_type: DEVICE_CODE_GRANT };
    const { device_code } = asked.body;
    const waits = await ask(page, '/oauth/token', { ...grant, device_code });
    expect([waits.status, waits.body.error]).toEqual([400, 'authorization_pending']);
    const added = await ask(page, ADDRESSES.addToList.path, { show: 'lamplight' }, { token });
    expect(added.status).toBe(200);
    const played = await ask(page, ADDRESSES.play.path, { video: 'isibane' }, { token });
    expect(played.body).toMatchObject({ entitled: true });
    const playlist = await page.evaluate(
      async (url) => (await fetch(url)).text(),
      site + played.body.playlist,
    );
    expect(playlist).toMatch(/^#EXTM3U/);
    await page.context().close();
  });

  it('reads nothing by the cookies of the viewer, and makes no other call', async () => {
    const page = await appAt(television);
    const withCookies = { withCookies: true };
    expect(await ask(page, ADDRESSES.list.path, {}, withCookies)).toMatchObject({ status: 0 });
    expect(await ask(page, ADDRESSES.list.path, {})).toMatchObject({ status: 401 });
    for (const { path } of [ADDRESSES.account, ADDRESSES.unsubscribe, ADDRESSES.bearerToken])
      for (const given of [{ token }, withCookies])
        expect([path, (await ask(page, path, {}, given)).status]).toEqual([path, 0]);
    await page.context().close();
  });
});

it('a page of any other origin is handed no answer, whatever it sends', async () => {
  const page = await appAt(stranger);
  for (const path of [ADDRESSES.play.path, ADDRESSES.list.path, '/oauth/device_authorization'])
    for (const given of [{ token }, { withCookies: true }, {}])
      expect([path, (await ask(page, path, { video: 'isibane' }, given)).status]).toEqual([
        path,
        0,
      ]);
  await page.context().close();
});
