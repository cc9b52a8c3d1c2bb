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
    ssr: { define: command === 'build' ? { 'process.env.NODE_ENV': '"production"' } : {} },
  },
}));
