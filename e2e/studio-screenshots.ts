/**
 * Takes a picture of screens of a running demo's studio at three widths: `node
 * e2e/studio-screenshots.ts OUT_DIR STUDIO_URL PASSWORD SECRET [ROLE] [PATH…]`. The demo prints the
 * password and the secret; the paths are those of the side navigation unless some are named.
 */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { launchChromium } from './harness/chromium.ts';
import { axeViolations, sidewaysScroll } from './harness/screen-faults.ts';
import { signInToStudio } from './harness/studio.ts';

const WIDTHS = [768, 1280, 1920];

const [folder, studio, password, secret, role = 'administrator', ...asked] = process.argv.slice(2);
if (!folder || !studio || !password || !secret) {
  console.error('node e2e/studio-screenshots.ts OUT_DIR STUDIO_URL PASSWORD SECRET [ROLE] [PATH…]');
  process.exitCode = 1;
} else {
  await photograph({ folder, studio, password, secret });
}

async function photograph(given: {
  folder: string;
  studio: string;
  password: string;
  secret: string;
}): Promise<void> {
  mkdirSync(given.folder, { recursive: true });
  const browser = await launchChromium();
  try {
    const page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
    page.on('console', (message) => {
      if (message.type() === 'error') console.error(`${page.url()}: ${message.text()}`);
    });
    await signInToStudio(page, given.studio, { ...given, role });
    const links = page.getByRole('navigation', { name: 'Studio' }).getByRole('link');
    const paths =
      asked.length > 0
        ? asked
        : [
            '/',
            ...(await links.evaluateAll((all) =>
              all.map((one) => new URL((one as HTMLAnchorElement).href).pathname),
            )),
          ];
    for (const path of paths) {
      await page.goto(`${given.studio}${path}`);
      await page.getByRole('heading', { level: 1 }).waitFor();
      await page.waitForLoadState('networkidle');
      for (const width of WIDTHS) {
        await page.setViewportSize({ width, height: 900 });
        const name = `${path.replaceAll('/', '-').replace(/^-/, '') || 'home'}-${width}.png`;
        await page.screenshot({ path: join(given.folder, name), fullPage: true });
        for (const fault of await sidewaysScroll(page, name)) console.error(fault);
      }
      for (const fault of await axeViolations(page, path)) console.error(fault);
    }
  } finally {
    await browser.close();
  }
}
