import { join } from 'node:path';
import { readDemoClips } from '@bonisa/demo-content/demo-clips';
import { readDemoContent } from '@bonisa/demo-content/demo-content';
import type { Logger } from 'pino';
import { checkedContent, importContent } from '../catalogue/catalogue.import.ts';
import type { CatalogueService } from '../catalogue/catalogue.service.ts';
import type { Catalogue } from '../catalogue/catalogue.ts';
import type { Media } from '../media/media.ts';
import { type ClipProgress, loadClips } from './load-clips.ts';
import { makeDemoClip } from './make-clip.ts';

export interface RunningDemo {
  /** Resolves when a title can be watched, or when the demo has failed. */
  readonly watchable: Promise<void>;
  stop(): Promise<void>;
}

/**
 * Loads the demo: catalogue, clips and pictures. Skips what is loaded already. A first start waits
 * for the first clip only; the others follow while the site is up. `demoClips` limits their number.
 */
export function startDemo({
  catalogue: { service: catalogue, pictures },
  media,
  config: { dataDir, demoClips: clips },
  logger,
  show,
}: {
  readonly catalogue: Pick<Catalogue, 'service' | 'pictures'>;
  readonly media: Pick<Media, 'ingest' | 'assetFacts'>;
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
    const content = checkedContent(demo.catalogue);
    await importContent(catalogue, content);
    show(`Demo catalogue: ${content.videos.length + content.shows.length} titles`);
    const firstView = pictures
      .makeAhead({ signal, firstViewOnly: true })
      .catch((error: unknown) =>
        logger.error({ err: error }, 'the pictures of the first view could not be made'),
      );
    await catalogue.catchUp(media.assetFacts);
    await loadClips({
      clipOf: demo.clipOf,
      catalogue,
      media: {
        ingest: (source) =>
          media.ingest.ingest({ ...source, effort: 'quick', reference: `demo:${source.title}` }),
        assetFacts: media.assetFacts,
      },
      clips: readDemoClips().slice(0, clips),
      make: makeDemoClip,
      folder: join(dataDir, 'demo-clips'),
      signal,
      onProgress: (progress) => {
        const line = describe(progress);
        if (line) show(line);
        if (progress.step === 'ready') watchable.resolve();
      },
      onFailure: (clip, error) =>
        logger.error({ err: error, clip }, 'a demo clip could not be made'),
    });
    await firstView;
    await pictures.makeAhead({ signal });
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

async function hasSomethingToWatch(
  catalogue: CatalogueService,
  media: Pick<Media, 'ingest'>,
): Promise<boolean> {
  if (await catalogue.isEmpty()) return false;
  const jobs = await media.ingest.jobs({ state: 'done' });
  return jobs.length > 0;
}

/** The line of a step for the terminal; `undefined` while a clip is being painted. */
function describe(progress: ClipProgress): string | undefined {
  const words = wordsFor(progress);
  return words && `Demo clip ${progress.number} of ${progress.of} (${progress.clip}): ${words}`;
}

function wordsFor(progress: ClipProgress): string | undefined {
  if (progress.step === 'packing') return 'packaging';
  if (progress.step === 'ready') return 'ready to watch';
  if (progress.share === 0) return 'painting';
  return progress.share >= 1 ? 'painted' : undefined;
}
