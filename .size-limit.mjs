import { existsSync, readdirSync, readFileSync } from 'node:fs';

/**
 * Budgets of script before interaction, compressed with brotli as it is sent: 120 kB for a page,
 * 10 kB for the engine with which a watch page plays, and 165 kB for the studio, which is used at a
 * desk. The manifest that the build gives to the
 * browser says which files a page loads.
 */
const client = 'apps/web/build/client';
const assets = readdirSync(`${client}/assets`);
const manifestFile = assets.find((name) => /^manifest-.*\.js$/.test(name));
const manifest = JSON.parse(
  readFileSync(`${client}/assets/${manifestFile}`, 'utf8')
    .replace(/^window\.__reactRouterManifest=/, '')
    .replace(/;$/, ''),
);

/** The files of the routes whose ids end so, the entry and the manifest among them. */
function scriptsOf(...routes) {
  const files = new Set([manifest.entry.module, ...manifest.entry.imports, manifest.url]);
  for (const id of ['root', ...routes]) {
    const route = Object.values(manifest.routes).find(
      (one) => one.id === id || one.id.endsWith(`/${id}`),
    );
    if (!route) throw new Error(`the build has no route ${id}`);
    for (const file of [route.module, ...(route.imports ?? [])]) files.add(file);
  }
  return [...files].map((file) => `${client}${file}`);
}

/** The same files where a language has its own, with its words in them. */
function inLanguage(language, files) {
  return files.map((file) => {
    const own = file.replace('/assets/', `/assets/${language}/`);
    return existsSync(own) ? own : file;
  });
}

const LANGUAGES = ['zu', 'xh', 'af', 'st'];
const flow = scriptsOf('simple-layout', 'confirm.route');

const playerFiles = assets
  .filter((name) => /^player-(?!controls|keys)[\w-]+\.js$/.test(name))
  .map((name) => `${client}/assets/${name}`);
if (playerFiles.length !== 1) throw new Error('the build has no player');

/** What the studio loads before its first screen: the files that its document names. */
const studio = 'apps/studio/build';
const studioFiles = [
  ...readFileSync(`${studio}/index.html`, 'utf8').matchAll(/"(\/assets\/[^"]+)"/g),
];
const studioFirst = studioFiles.map(([, file]) => `${studio}${file}`);
if (studioFirst.length === 0) throw new Error('the studio has no files');

export default [
  { name: '/', path: scriptsOf('main-layout', 'home.route'), limit: '117.8 kB' },
  { name: '/video/:slug', path: scriptsOf('main-layout', 'video.route'), limit: '119.8 kB' },
  {
    name: '/enter-number',
    path: scriptsOf('simple-layout', 'enter-number.route'),
    // Loaded at the first touch of the field, not before.
    limit: '114.7 kB',
  },
  {
    name: '/subscribe/confirm',
    path: flow,
    limit: '114.8 kB',
  },
  // The words of a language may cost a page at most 2 kB more than the English ones.
  ...LANGUAGES.map((language) => ({
    name: `/ in ${language}`,
    path: inLanguage(language, scriptsOf('main-layout', 'home.route')),
    limit: '120 kB',
  })),
  ...LANGUAGES.map((language) => ({
    name: `/subscribe/confirm in ${language}`,
    path: inLanguage(language, flow),
    limit: '116.2 kB',
  })),
  { name: 'the player before React has loaded', path: playerFiles, limit: '10 kB' },
  { name: 'the studio', path: studioFirst, limit: '165 kB' },
];
