// Finds the browser for the tests: CHROMIUM_PATH, the system's, or Debian's, which root installs.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

const USUAL = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/** The path of a Chromium. Throws one clear line where there is none and none can be installed. */
export function findChromium() {
  const given = process.env.CHROMIUM_PATH;
  if (given) {
    if (existsSync(given)) return given;
    throw new Error(`CHROMIUM_PATH: there is no file at the path it names`);
  }
  const found = USUAL.find((path) => existsSync(path));
  if (found) return found;
  if (canInstall()) {
    console.log('Installing Chromium for the browser tests (apt-get)...');
    apt(['update', '-qq']);
    apt(['install', '-y', '-qq', 'chromium']);
    const installed = USUAL.find((path) => existsSync(path));
    if (installed) return installed;
  }
  throw new Error('The browser tests need a Chromium: install it (Debian: apt-get install chromium) or set CHROMIUM_PATH');
}

function canInstall() {
  return process.getuid?.() === 0 && existsSync('/usr/bin/apt-get');
}

function apt(words) {
  spawnSync('apt-get', words, { stdio: 'ignore', env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } });
}
