import { ASSET } from '@bonisa/content/catalogue.test-kit';
import type { TestProduct } from '@bonisa/server/app.test-kit';
import type { Rendition } from './asset.ts';
import { mediaAssets } from './media.tables.ts';

/** A rendition of 360 lines with one segment of `segmentBytes`, as packaging describes it. */
export const testRendition = (segmentBytes = 1000): Rendition => ({
  height: 360,
  pixelWidth: 640,
  pixelHeight: 360,
  frameRate: 25,
  codecs: 'avc1.64001e,mp4a.40.2',
  bandwidth: 400_000,
  averageBandwidth: 350_000,
  bytes: 900_000,
  segments: [{ start: 0, duration: 2, bytes: segmentBytes }],
});

type Asset = typeof mediaAssets.$inferInsert;

/** The row of a clip of two seconds that is ready to play since `now`. */
export function readyAsset(now: Date, changes: Partial<Asset> = {}): Asset {
  return {
    id: ASSET,
    title: 'A clip',
    reference: null,
    state: 'ready',
    durationMs: 2000,
    renditions: [testRendition()],
    captions: [],
    createdAt: now,
    readyAt: now,
    ...changes,
  };
}

/** Writes an asset that is being packaged, so that rows may name it. */
export async function mediaUnderWay(
  { open, clock }: Pick<TestProduct, 'open' | 'clock'>,
  id: string = ASSET,
): Promise<void> {
  const underWay = { id, state: 'processing', readyAt: null } as const;
  await open.db.insert(mediaAssets).values(readyAsset(clock.now(), underWay));
}
