import type { Config } from '@react-router/dev/config';
import { compressFolder } from './build-tools/compress.ts';
import { writeLanguages } from './build-tools/words.ts';

export default {
  ssr: true,
  // A dozen routes: their addresses come with the first page instead of in a call of their own.
  routeDiscovery: { mode: 'initial' },
  async buildEnd({ reactRouterConfig }) {
    await writeLanguages(`${reactRouterConfig.buildDirectory}/client`);
    await compressFolder(`${reactRouterConfig.buildDirectory}/client`);
  },
} satisfies Config;
