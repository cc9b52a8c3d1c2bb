import type { FileStore } from '../../platform/files/file-store.ts';
import { INIT_FILE, renditionFolder, SOUND_ALONE, segmentFile } from '../asset.ts';
import { audioInitOf, audioSegmentOf } from '../ingest/audio-rendition.ts';
import { readTracks } from '../ingest/boxes.ts';
import type { EncodedSegment } from './live-encoder.ts';
import { madeFrom } from './live-renditions.ts';

/** Stores a segment in all renditions of the channel. Returns its bytes by height. */
export async function putSegment(
  files: Pick<FileStore, 'put'>,
  assetId: string,
  { index, renditions }: EncodedSegment,
  heights: readonly number[],
): Promise<Map<number, number>> {
  const stored = new Map<number, number>();
  const made = [...renditions.keys()];
  const put = (height: number, file: string, bytes: Buffer) =>
    files.put(`media/${assetId}/${renditionFolder(height)}/${file}`, bytes);
  await Promise.all(
    heights.map(async (height) => {
      const from = renditions.get(madeFrom(made, height));
      if (!from) throw new Error('a rendition has no segment');
      const isSound = height === SOUND_ALONE;
      const track = isSound
        ? readTracks(from.init).find(({ kind }) => kind === 'audio')
        : undefined;
      const init = isSound ? audioInitOf(from.init) : from.init;
      if (!init || (isSound && !track)) throw new Error('a rendition has no sound');
      const bytes = track ? audioSegmentOf(from.bytes, track.id, index + 1) : from.bytes;
      if (index === 0) await put(height, INIT_FILE, init);
      await put(height, segmentFile(index), bytes);
      stored.set(height, bytes.length);
    }),
  );
  return stored;
}
