import { reactRouter } from '@react-router/dev/vite';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig } from 'vite';
import { playerAssets } from './build-tools/player-assets.ts';

export default defineConfig(({ command }) => ({
  plugins: [tailwindcss(), reactRouter(), playerAssets()],
  build: {
    target: 'es2022',
    assetsInlineLimit: 0,
    reportCompressedSize: false,
  },
  ssr: {
    // The server's build holds all it needs: it starts faster, and React always runs in its production form.
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
                { name: 'framework', test: /node_modules|preload-helper|rolldown-runtime/ },
                {
                  name: 'shared',
                  test: /\/(app\/(design|titles|browser|layouts|live|mine|seo|error-screen|brand|profile\/(hello-menu|account-words|log-out|use-action))|packages\/(domain|contract))/,
                  minShareCount: 2,
                },
              ],
            },
          },
        },
      },
    },
    ssr: { define: command === 'build' ? { 'process.env.NODE_ENV': '"production"' } : {} },
  },
}));
