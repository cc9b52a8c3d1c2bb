import { reactRouter } from '@react-router/dev/vite';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig } from 'vite';
import { inlineScripts } from './build-tools/inline-scripts.ts';
import { leanRouter } from './build-tools/lean-router.ts';
import { OLDEST_SCRIPTS, OLDEST_STYLES } from './build-tools/oldest-browsers.ts';
import { physicalStyles } from './build-tools/physical-styles.ts';
import { playerAssets } from './build-tools/player-assets.ts';
import { styleRules } from './build-tools/style-rules.ts';
import { words } from './build-tools/words.ts';

export default defineConfig(({ command }) => ({
  plugins: [
    words(),
    tailwindcss(),
    reactRouter(),
    leanRouter(),
    playerAssets(),
    inlineScripts(),
    styleRules(),
  ],
  css: { postcss: { plugins: [physicalStyles()] } },
  build: {
    target: OLDEST_SCRIPTS,
    cssTarget: OLDEST_STYLES,
    assetsInlineLimit: 0,
    reportCompressedSize: false,
  },
  ssr: {
    // The server's build holds all it needs: it starts faster, and React always runs in its
    // production form.
    noExternal: command === 'build' ? true : undefined,
  },
  environments: {
    client: {
      build: {
        rollupOptions: {
          output: {
            codeSplitting: {
              // Few files: a slow network pays for each request more than for a kilobyte.
              groups: [
                // hls.js is for the few browsers and channels that need it, client data for a CDN.
                {
                  name: 'framework',
                  test: /node_modules\/(?!hls\.js\/|@svta\/)|preload-helper|rolldown-runtime|browser\/other-build/,
                },
                // What every page has, the subscription flow too, but not the data meter, which
                // loads later; then what the pages of the catalogue share.
                {
                  name: 'shared',
                  test: /\/(app\/(design\/(button|icons|logo|notice|step-band)|browser|storage|data\/(data-choice|other-costs|asking-time|use-data-meter)|error-screen|brand|layouts\/bare|words\/language-choice|titles\/not-found-screen|watch\/starts-playing)|packages\/(domain\/src\/(?!data-use|data-budget|south-african-time|safe-return|numbers\/(typed|fold))|contract))|virtual:player-assets/,
                  minShareCount: 2,
                },
                {
                  name: 'catalogue',
                  // Tiles as home packs them are home's, and the empty list's.
                  test: /\/app\/(titles\/(?!packed-tile)|viewer|seo|layouts|player\/end-play|live\/(live-tile|on-air))/,
                  minShareCount: 2,
                },
                { name: 'budget', test: /\/app\/data\/(budget-question|choice-words)/ },
                { name: 'live', test: /\/app\/live/, minShareCount: 2 },
              ],
            },
          },
        },
      },
    },
    ssr: { define: command === 'build' ? { 'process.env.NODE_ENV': '"production"' } : {} },
  },
}));
