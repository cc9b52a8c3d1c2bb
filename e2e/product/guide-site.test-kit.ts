import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import {
  createTestCatalogue,
  publishEntries,
  type TestCatalogue,
} from '@bonisa/content/catalogue.test-kit';
import { guideChannels } from '@bonisa/content/reading/guide-channels.test-kit';
import { minuteOfWeek } from '@bonisa/domain/live/live-schedule';
import type { OpenDatabase } from '@bonisa/kit/database/database';
import { createTestApp } from '@bonisa/kit/http/http-app.test-kit';
import { createPages } from '../../apps/server/src/pages/pages.ts';
import { contentRoutes } from '../../server/content/src/content.routes.ts';

export interface Site {
  readonly url: string;
  stop(): Promise<void>;
}

const CACHE_BYTES = 50_000_000;
const BRAND = { name: 'Bonisa', carrier: 'Demo', supportNumber: '080', supportEmail: '' };

/**
 * A site, at the address of its guide, whose catalogue has as many live channels as asked for, each
 * with a programme every half hour of the next day. It empties the database and closes it at the
 * end.
 */
export async function startGuideSite(database: OpenDatabase, channels: number): Promise<Site> {
  const kit = await createTestCatalogue(database);
  const now = new Date();
  kit.clock.moveTo(now);
  // The browser's clock is the machine's, so every channel is on air on any day of the week.
  const from = Math.floor(minuteOfWeek(now) / 30) * 30;
  await publishEntries(kit.editing, [
    { kind: 'genre', slug: 'drama', title: 'Drama' },
    { kind: 'liveCategory', slug: 'konke', title: 'All', published: true, position: 1 },
    ...guideChannels({ channels, from, programmes: 48 }),
  ]);
  const site = await startSite(kit);
  return { ...site, url: `${site.url}/live` };
}

/**
 * The pages and the content API, from the last build, over a catalogue, which is closed at the end.
 * There are no pictures and no accounts.
 */
export async function startSite(kit: TestCatalogue): Promise<Site> {
  const { content, pageData, clock, catalogue } = kit;
  const [terms, privacy] = [await pageData.terms(), await pageData.privacyPolicy()];
  const app = await createTestApp(async (instance) => {
    await instance.register(
      contentRoutes({
        content,
        terms: () => terms,
        privacyPolicy: () => privacy,
        clock,
        catalogueVersion: catalogue.currentVersion,
        cacheBytes: CACHE_BYTES,
      }),
    );
    await instance.register(
      await createPages({
        pageData,
        config: { brand: BRAND, packages: [], publicUrl: 'http://localhost', demo: true },
        plain: BRAND,
        catalogueVersion: catalogue.currentVersion,
        clock,
        buildDir: join(import.meta.dirname, '../../apps/web/build'),
        builds: { publish: async () => ({ stop: () => undefined }), find: async () => undefined },
        cacheBytes: CACHE_BYTES,
        limitByAddress: false,
        onRender: () => undefined,
        csp: { 'script-src': [] },
        reportError(error) {
          throw error;
        },
      }),
    );
  });
  await app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = app.server.address() as AddressInfo;
  return {
    url: `http://localhost:${port}`,
    async stop() {
      await app.close();
      await kit.close();
    },
  };
}
