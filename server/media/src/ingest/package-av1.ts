import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Packaged, Rendition } from '../asset.ts';
import { inAv1, ladderFor, packagedRate } from './encoding-ladder.ts';
import { loudnessFilters } from './loudness.ts';
import {
  cutTracks,
  encode,
  endOf,
  type PackagingTask,
  packageSource,
  type ReportProgress,
  survey,
  within,
} from './package-source.ts';
import { checkAlignment } from './segmenter.ts';

/**
 * Packages a source a second time, as AV1 beside the H.264 renditions of an asset that is ready.
 * Only the packaging process runs this module.
 */

/** What the AV1 renditions of an asset must agree with: its renditions in H.264. */
export interface BesideTask extends PackagingTask {
  readonly beside: readonly Pick<Rendition, 'height' | 'segments'>[];
}

/**
 * Packages a source into a folder as AV1, with the same heights and segment times as `beside`.
 * Throws a TaskRefusal `qualities_differ` for another source than the first time.
 */
export async function packageAv1(task: BesideTask, report: ReportProgress): Promise<Packaged> {
  const { folder, effort, beside } = task;
  const { source, loudness, holes } = await survey(task, report);
  const rate = packagedRate(source.frameRate);
  const heights = new Set(beside.map(({ height }) => height));
  const { width, height } = source;
  const shape = { width, height, frameRate: rate, hasAudio: source.audio.length > 0 };
  const plans = inAv1(ladderFor(shape).filter((plan) => heights.has(plan.height)));
  const fileFor = (plan: { readonly height: number }): string => join(folder, `${plan.height}.mp4`);
  await encode(source, {
    codec: 'av1',
    renditions: plans,
    rate,
    effort,
    loudness: loudness.map((one) => loudnessFilters(one, task.loudness)),
    holes,
    fileFor,
    onProgress: within(report, 'encoding', 'done'),
  });
  const end = endOf(beside[0]) ?? 0;
  const { renditions, tracks } = await cutTracks(source, plans, rate, { fileFor, folder }, end);
  checkAlignment([beside, renditions, ...tracks.map((one) => one.renditions ?? [])].flat());
  for (const plan of plans) await rm(fileFor(plan));
  report(1, 'encoding');
  const audio = { tracks, leftOut: source.leftOutAudio };
  return { durationMs: Math.round(end * 1000), renditions, audio };
}

/** Packages a source, or makes AV1 renditions beside what it was packaged to. */
export function packageTask(
  task: PackagingTask | BesideTask,
  report: ReportProgress,
): Promise<Packaged> {
  return 'beside' in task ? packageAv1(task, report) : packageSource(task, report);
}
