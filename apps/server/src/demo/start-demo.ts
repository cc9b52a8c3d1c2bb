import { join } from 'node:path';
import { readDemoClips } from '@bonisa/demo-content/demo-clips';
import type { Logger } from 'pino';
import type { Library } from '../library.ts';
import { DEMO_CATALOGUE } from './demo-catalogue.ts';
import { type DemoProgress, loadDemo, loadRows } from './load-demo.ts';
import { makeDemoClip } from './make-clip.ts';

export interface RunningDemo {
  /** Answers when something can be watched, or when it is clear that nothing can. */
  readonly watchable: Promise<void>;
  stop(): Promise<void>;
}

/**
 * Fills the demo: catalogue, clips and pictures. What is there already is left alone; the first
 * clip is what a first start waits for, the others follow while the site is up.
 */
export function startDemo({
  library,
  dataDir,
  clips,
  logger,
  show,
}: {
  library: Library;
  dataDir: string;
  /** How many clips are painted. */
  clips: number;
  logger: Logger;
  show: (line: string) => void;
}): RunningDemo {
  const stopping = new AbortController();
  const { signal } = stopping;
  const watchable = Promise.withResolvers<void>();
  const { catalogue, media, pictures } = library;

  const progress = (told: DemoProgress): void => {
    const line = describe(told);
    if (line) show(line);
    if (told.step === 'ready') watchable.resolve();
  };

  const run = async (): Promise<void> => {
    if (await hasSomethingToWatch(library)) watchable.resolve();
    await loadRows(catalogue, DEMO_CATALOGUE);
    const firstView = pictures
      .makeAhead({ signal, firstViewOnly: true })
      .catch((error: unknown) =>
        logger.error({ err: error }, 'the pictures of the first view could not be made'),
      );
    await loadDemo({
      data: DEMO_CATALOGUE,
      catalogue,
      media: {
        ingest: (source) =>
          media.ingest.ingest({ ...source, effort: 'quick', reference: `demo:${source.title}` }),
        assetFacts: library.assetFacts,
      },
      clips: { all: readDemoClips().slice(0, clips), make: makeDemoClip },
      folder: join(dataDir, 'demo-clips'),
      signal,
      onProgress: progress,
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

async function hasSomethingToWatch({ catalogue, media }: Library): Promise<boolean> {
  if (await catalogue.isEmpty()) return false;
  const jobs = await media.ingest.jobs({ state: 'done' });
  return jobs.length > 0;
}

/** A line for the terminal; nothing for steps that are not worth one. */
function describe(told: DemoProgress): string | undefined {
  switch (told.step) {
    case 'catalogue':
      return `Demo catalogue: ${told.titles} titles`;
    case 'making':
      return told.share === 0 || told.share >= 1
        ? `Demo clip ${told.number} of ${told.of} (${told.clip}): ${told.share === 0 ? 'painting' : 'painted'}`
        : undefined;
    case 'packing':
      return `Demo clip ${told.number} of ${told.of} (${told.clip}): packaging`;
    case 'ready':
      return `Demo clip ${told.number} of ${told.of} (${told.clip}): ready to watch`;
  }
}
