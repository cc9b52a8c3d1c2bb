import { trackName } from '@bonisa/domain/playback/audio-languages';
import { type AudioTrack, filesOf, type Rendition, renditionFolder } from '../asset.ts';
import type { Asset, IngestJob } from '../media.repository.ts';
import type { Loudness } from './loudness.ts';
import { POSTERS_FOLDER } from './posters.ts';
import { STORYBOARD_PATH } from './storyboard.ts';

/** An ingest job as an operator sees it: without paths of the machine. */

/** The signed address of a file of an asset, on the site. */
export type FileAddressOf = (assetId: string, path: string) => string;

/** Describes a job at the moment `now`. */
export function viewOfJob(job: IngestJob, now: Date) {
  return {
    id: job.id,
    asset_id: job.assetId,
    codec: job.codec,
    state: job.state,
    stage: job.stage,
    progress: Math.round(job.progress * 100) / 100,
    percent: Math.round(job.progress * 100),
    remaining_seconds: remainingSeconds(job, now),
    attempts: job.attempts,
    // Of a failed job, or of one that waits for room.
    error: job.errorCode ? { code: job.errorCode, description: job.errorText } : null,
    created_at: job.createdAt.toISOString(),
    started_at: job.startedAt?.toISOString() ?? null,
    finished_at: job.finishedAt?.toISOString() ?? null,
  };
}

/** Below this share the time that is left cannot be told from the time that has passed. */
const LEAST_SHARE = 0.03;

function remainingSeconds(job: IngestJob, now: Date): number | null {
  if (job.state === 'done') return 0;
  if (job.state !== 'running' || !job.startedAt || job.progress < LEAST_SHARE) return null;
  const passed = Math.max(0, now.getTime() - job.startedAt.getTime()) / 1000;
  return Math.ceil((passed / job.progress) * (1 - job.progress));
}

/** What a job has made: the exact bytes of each rendition, pictures and loudness. */
export function viewOfAsset(asset: Asset, addressOf: FileAddressOf) {
  const { storyboard, posters, loudness } = asset;
  const id = filesOf(asset);
  return {
    title: asset.title,
    duration_seconds: asset.durationMs / 1000,
    renditions: asset.renditions.map((rendition) => viewOfRendition(rendition)),
    av1_renditions: (asset.av1?.renditions ?? []).map((rendition) => viewOfRendition(rendition)),
    audio: (asset.audio?.tracks ?? []).map(viewOfTrack),
    audio_left_out: asset.audio?.leftOut ?? [],
    notes: asset.notes,
    captions: asset.captions,
    loudness: loudness && viewOfLoudness(loudness),
    storyboard: storyboard && { url: addressOf(id, STORYBOARD_PATH), ...storyboard },
    posters: (posters ?? []).map(({ file, seconds, sharpness }, i) => ({
      file,
      url: addressOf(id, `${POSTERS_FOLDER}/${file}`),
      seconds,
      sharpness,
      chosen: i === 0,
    })),
  };
}

/** One language of the sound; the first track has the renditions of the asset. */
function viewOfTrack({ language, loudness, renditions }: AudioTrack) {
  return {
    language,
    loudness: loudness ? viewOfLoudness(loudness) : null,
    renditions:
      renditions?.map((rendition) => viewOfRendition(rendition, trackName(language))) ?? null,
  };
}

function viewOfLoudness({ lufs, peak }: Loudness) {
  return { source_lufs: lufs, source_peak_dbtp: peak };
}

function viewOfRendition(rendition: Rendition, track?: string) {
  return {
    height: rendition.height,
    folder: renditionFolder(rendition.height, track),
    width: rendition.pixelWidth,
    frame_rate: rendition.frameRate,
    codecs: rendition.codecs,
    bandwidth: rendition.averageBandwidth,
    peak_bandwidth: rendition.bandwidth,
    bytes: rendition.bytes,
  };
}
