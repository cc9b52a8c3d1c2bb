// Finds the browser for the tests: CHROMIUM_PATH, the system's, or Debian's, which this script
// installs as root.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';

/** The headless shell comes first: the same engine needs a third less processor time per page. */
const USUAL = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];
const PACKAGES = ['chromium-headless-shell', 'chromium'];

/**
 * The path of a Chromium. Rejects with one clear line if there is none and none can be installed.
 */
export async function findChromium() {
  const given = process.env.CHROMIUM_PATH;
  if (given) {
    if (existsSync(given)) return given;
    throw new Error(`CHROMIUM_PATH: there is no file at the path it names`);
  }
  const found = installed();
  if (found) return found;
  if (canInstall()) {
    console.log('Installing Chromium for the browser tests (apt-get)...');
    await apt('update', '-qq');
    for (const name of PACKAGES) {
      await apt('install', '-y', '-qq', name);
      const path = installed();
      if (path) return path;
    }
  }
  throw new Error(
    'The browser tests need a Chromium: install it (Debian: apt-get install chromium) or set CHROMIUM_PATH',
  );
}

function installed() {
  return USUAL.find((path) => existsSync(path));
}

function canInstall() {
  return process.getuid?.() === 0 && existsSync('/usr/bin/apt-get');
}

async function apt(...words) {
  await once(
    spawn('apt-get', words, {
      stdio: 'ignore',
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    }),
    'close',
  );
}
