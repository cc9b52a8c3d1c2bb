import tailwindcss from '@tailwindcss/vite';
import { defineConfig } from 'vite';
import { compressedFiles } from './build-tools/compressed-files.ts';

/** Where `npm run dev -w apps/studio` finds the calls: a running product. */
const studio = process.env.STUDIO_URL ?? 'http://localhost:3002';

export default defineConfig({
  plugins: [tailwindcss(), compressedFiles()],
  resolve: {
    // The pages of the site are on another major version of the router.
    dedupe: ['react', 'react-dom', 'react-router', 'react-router-dom', 'react-hook-form'],
  },
  // Types are stripped and JSX is compiled by Vite's own compiler.
  oxc: { jsx: { runtime: 'automatic' } },
  build: {
    outDir: 'build',
    emptyOutDir: true,
    target: 'es2022',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rollupOptions: {
      output: {
        codeSplitting: {
          groups: [
            {
              name: 'framework',
              // What only some screens use (dragging, charts) comes with them.
              test: /node_modules\/(?!@dnd-kit|recharts|d3-|uplot|tus-js-client)|preload-helper|rolldown-runtime|no-code-from-text/,
            },
          ],
        },
      },
    },
  },
  server: {
    proxy: {
      '^/(studio|sign-in|welcome)': {
        target: studio,
        changeOrigin: true,
        headers: { origin: studio },
      },
    },
  },
});
