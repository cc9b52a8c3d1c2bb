import { join } from 'node:path';
import { rowsOfDocument } from '@bonisa/backoffice/import/import-row';
import { runImport } from '@bonisa/backoffice/import/run-import';
import type { Catalogue } from '@bonisa/content/catalogue';
import type { CatalogueService } from '@bonisa/content/catalogue.service';
import type { SiteContent } from '@bonisa/content/site-content';
import { type DemoContent, readDemoContent } from '@bonisa/demo-content/demo-content';
import { readCaptionWords } from '@bonisa/demo-content/shots/caption-words';
import type { Media } from '@bonisa/media/media';
import type { Logger } from 'pino';
import { allPictures, firstPictures } from './demo-pictures.ts';
import { giveSlate, withSlate } from './demo-slate.ts';
import { giveFewShots, giveTitles } from './give-titles.ts';
import { loadShots, type ReadyShot, type ShotMedia, type ShotParts } from './load-shots.ts';
import { paintReel } from './paint-reel.ts';
import { reelsOf, SLATE } from './shot-reels.ts';

export interface RunningDemo {
  /** Resolves when a title can be watched, or when the demo has failed. */
  readonly watchable: Promise<void>;
  stop(): Promise<void>;
}

/**
 * Loads the demo: catalogue, shots, titles made of them, and pictures. Skips what is loaded
 * already. A first start waits for the first reel only; the others follow while the site is up.
 * `demoClips` limits the number of reels; with fewer than all, pictures beyond the first view of
 * the home page are made when they are requested.
 */
export function startDemo({
  catalogue: { service: catalogue, editing },
  siteContent: { pictures },
  media,
  config: { dataDir, demoClips: clips },
  logger,
  show,
}: {
  readonly catalogue: Pick<Catalogue, 'service' | 'editing'>;
  readonly siteContent: Pick<SiteContent, 'pictures'>;
  readonly media: Pick<Media, 'ingest' | 'assetFacts' | 'compositions'>;
  readonly config: { readonly dataDir: string; readonly demoClips: number };
  readonly logger: Logger;
  readonly show: (line: string) => void;
}): RunningDemo {
  const stopping = new AbortController();
  const { signal } = stopping;
  const watchable = Promise.withResolvers<void>();

  const run = async (): Promise<void> => {
    if (await hasSomethingToWatch(catalogue, media)) watchable.resolve();
    const demo = readDemoContent();
    if (await catalogue.isEmpty()) await importDemo(editing, withSlate(demo.catalogue));
    const { videos, shows } = demo.catalogue;
    show(`Demo catalogue: ${videos.length + shows.length} titles`);
    const firstView = pictures
      .makeAhead({ signal, wanted: firstPictures(demo.catalogue), rests: 0 })
      .catch((error: unknown) =>
        logger.error({ err: error }, 'the pictures of the first view could not be made'),
      );
    await catalogue.catchUp(media.assetFacts);
    const titles = {
      stories: demo.stories,
      words: readCaptionWords(),
      catalogue,
      editing,
      media: { ...media.compositions, assetFacts: media.assetFacts },
      signal,
    };
    const reels = reelsOf(demo);
    const isWhole = clips >= reels.length;
    const shotMedia: ShotMedia = {
      ingest: (source) => media.ingest.ingest({ ...source, effort: 'quick' }),
      isSourceNeeded: media.ingest.isSourceNeeded,
      assetFacts: media.assetFacts,
      assetsReferenced: media.compositions.assetsReferenced,
    };
    const load = (
      wanted: ShotParts['reels'],
      onReady: ShotParts['onReady'],
    ): Promise<readonly ReadyShot[]> =>
      loadShots({
        media: shotMedia,
        reels: wanted,
        paint: paintReel,
        folder: join(dataDir, 'demo-shots'),
        signal,
        onReady,
        onFailure: (reel, error) =>
          logger.error({ err: error, reel }, 'a reel of the demo could not be made'),
      });
    const painted = reels.slice(0, clips);
    const give = isWhole ? giveTitles : giveFewShots;
    await load(painted, async (ready, isNew) => {
      await give(titles, ready);
      if (isNew) show(`Demo shots: ${ready.length} of ${painted.flat().length} ready`);
      watchable.resolve();
    });
    await firstView;
    // Few reels are for tests, which need no slate, and no pictures that nobody asks for.
    if (!isWhole) return;
    await load([[SLATE]], (shots) => giveSlate({ catalogue, editing }, shots));
    await pictures.makeAhead({ signal, wanted: allPictures(demo.catalogue) });
  };

  const done = run()
    .catch((error: unknown) => {
      if (!signal.aborted) logger.error({ err: error }, 'the demo could not be loaded');
    })
    .finally(() => watchable.resolve());

  return {
    watchable: watchable.promise,
    stop: async () => {
      stopping.abort();
      await done;
    },
  };
}

/** Imports the demo as one batch: a start that is interrupted leaves all of it or nothing. */
async function importDemo(
  editing: Catalogue['editing'],
  content: DemoContent['catalogue'],
): Promise<void> {
  await runImport({
    rows: rowsOfDocument(content),
    target: {
      apply: (rows) => editing.apply(rows),
      preview: (rows, assumed) => editing.preview(rows, { assumed }),
    },
    batchRows: Number.POSITIVE_INFINITY,
  });
}

async function hasSomethingToWatch(
  catalogue: CatalogueService,
  media: Pick<Media, 'ingest'>,
): Promise<boolean> {
  if (await catalogue.isEmpty()) return false;
  const jobs = await media.ingest.jobs({ state: 'done' });
  return jobs.length > 0;
}
