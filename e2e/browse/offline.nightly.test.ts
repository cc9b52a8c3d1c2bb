// The site on a home screen, and without a network.
import { expect, it } from 'vitest';
import { useBrowser } from '../harness/browser.ts';

const { visit } = useBrowser();

it('can install the site on the home screen, and sees our offline page without a network', async () => {
  const phone = await visit({ serviceWorkers: 'allow' });
  const { page, context } = phone;
  phone.tolerate(/ERR_INTERNET_DISCONNECTED/);
  await phone.goto('/channels');
  const browser = await context.newCDPSession(page);
  const { errors, data } = await browser.send('Page.getAppManifest');
  expect(errors).toEqual([]);
  expect(JSON.parse(data ?? '{}')).toMatchObject({ name: 'Bonisa', display: 'standalone' });
  const { installabilityErrors } = await browser.send('Page.getInstallabilityErrors');
  // The test's private window stores nothing, which is no fault of the site.
  expect(installabilityErrors.filter(({ errorId }) => errorId !== 'in-incognito')).toEqual([]);
  const kept = await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
    const [name = ''] = await caches.keys();
    return (await (await caches.open(name)).keys()).map(({ url }) => new URL(url).pathname);
  });
  expect(kept).toEqual(['/offline']);
  await context.setOffline(true);
  await page.goto('/profile/invite');
  await page.getByRole('heading', { level: 1, name: 'You are offline' }).waitFor();
  // The offline page never replaces the flow.
  await expect(page.goto('/enter-number')).rejects.toThrow(/ERR_INTERNET_DISCONNECTED/);
  await page.waitForURL(/^chrome-error:/);
  await page.goto('/profile/invite');
  await page.getByRole('heading', { level: 1, name: 'You are offline' }).waitFor();
  // The wanted page comes by itself.
  await context.setOffline(false);
  await page.getByRole('heading', { level: 1, name: 'Invite Friends' }).waitFor();
});
