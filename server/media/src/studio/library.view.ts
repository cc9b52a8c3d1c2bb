import type { mediaJob, mediaOfTitle } from '@bonisa/contract/studio/media.calls';
import { shownCaptions } from '@bonisa/domain/playback/title-captions';
import type { z } from 'zod';
import { type AssetAudio, type Rendition, SOUND_ALONE } from '../asset.ts';
import { viewOfJob } from '../ingest/ingest-job.view.ts';
import type { Asset, IngestJob } from '../media.repository.ts';
import type { MediaOfTitle } from './library.service.ts';

/** Media as the studio shows it. */

export function viewOfMediaJob(job: IngestJob, now: Date): z.input<typeof mediaJob.reply> {
  const { attempts: _, progress: __, started_at: ___, ...view } = viewOfJob(job, now);
  return view;
}

export function viewOfMediaAsset(asset: Asset, retired: ReadonlyMap<string, Date>) {
  const { id, title, reference, fileName, state } = asset;
  const { durationMs, renditions, captions, audio, notes, createdAt } = asset;
  const largest = renditions.toSorted((a, b) => b.height - a.height)[0];
  return {
    id,
    title,
    reference,
    file_name: fileName,
    state,
    duration_seconds: durationMs / 1000,
    renditions: renditions.map(({ height, bytes }) => ({ height, bytes })),
    picture:
      largest && largest.height > SOUND_ALONE
        ? {
            width: largest.pixelWidth,
            height: largest.pixelHeight,
            frame_rate: largest.frameRate,
            codecs: largest.codecs,
          }
        : null,
    sound: asset.loudness ? { lufs: asset.loudness.lufs } : null,
    audio: audio && viewOfAudio(audio, renditions),
    notes: [...notes],
    captions: captions.map(({ language, label }) => ({ language, label })),
    created_at: createdAt.toISOString(),
    retired_at: retired.get(id)?.toISOString() ?? null,
  };
}

/** The languages and what each takes up; the first track has the renditions of the asset. */
function viewOfAudio({ tracks, leftOut }: AssetAudio, ofAsset: readonly Rendition[]) {
  return {
    tracks: tracks.map(({ language, renditions = ofAsset }) => ({
      language,
      bytes: renditions.reduce((sum, { bytes }) => sum + bytes, 0),
    })),
    left_out: leftOut.map(({ language, title, reason }) => ({ language, title, reason })),
  };
}

export function viewOfTitleMedia(
  { owner, asset, next, job, retired }: MediaOfTitle,
  now: Date,
): z.input<typeof mediaOfTitle.reply> {
  const { kind, key, captions, version } = owner;
  return {
    kind,
    key,
    asset: asset ? viewOfMediaAsset(asset, retired) : null,
    next: next ? viewOfMediaAsset(next, retired) : null,
    job: job ? viewOfMediaJob(job, now) : null,
    captions: shownCaptions(asset?.captions ?? [], captions).map((track) => ({
      language: track.language,
      label: track.label,
      default: track.isDefault,
      from: track.filesId === null ? 'media' : 'title',
    })),
    version,
    hidden_captions: (captions ?? []).flatMap(({ language, filesId }) =>
      filesId === null ? [language] : [],
    ),
  };
}
