/**
 * What the renditions of a title cost and how they look, beside what encoders do by themselves. So
 * that it ends within minutes, 240p, 480p and 1080p are left out, which have the settings of their
 * neighbours, and a curve of the defaults has three points.
 */
import { execFile } from 'node:child_process';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { paintShot } from '@bonisa/demo-content/clips/paint-shot';
import { av1Options, x264Options } from '../server/media/src/ingest/encode-settings.ts';
import {
  inAv1,
  ladderFor,
  type RenditionPlan,
  segmentFrames,
} from '../server/media/src/ingest/encoding-ladder.ts';
import { conclude, type Figure } from './goals.ts';
import { readOptions } from './program.ts';
import { shown } from './statistics.ts';
import { table } from './table.ts';

const run = promisify(execFile);

const { values, say } = readOptions({
  name: 'renditions',
  about: `Encodes pictures that are made here as titles are packaged, and with the defaults of x264 and
SVT-AV1 (a keyframe for each segment) at three rates each; says what each rendition takes, how it
looks on a phone that shows it in 720 lines (SSIM of the brightness), and what the defaults take to
look so. Needs FFmpeg.`,
  options: { seconds: { type: 'string', default: '2' } },
  meanings: { '--seconds N': 'of each source (2)' },
});

const RATE = { num: 25, den: 1 };
/** The lines that a phone shows. */
const SHOWN = { width: 1280, height: 720 };
/** Those that are measured. */
const HEIGHTS = [144, 360, 720];
/** Sources: a painted film of the demo, and what painters do not make: detail, grain, movement. */
const SOURCES: Readonly<Record<string, string | undefined>> = {
  painted: undefined,
  grain: `mandelbrot=size=1280x720:rate=25:start_scale=0.4:end_scale=0.002:end_pts=150,noise=alls=7:allf=t`,
};
const SHOT = 'night-train';
/** Constant rate factors that lie around what looks like our renditions. */
const DEFAULTS = {
  x264: { codec: 'libx264', factors: [20, 26, 33] },
  av1: { codec: 'libsvtav1', factors: [28, 38, 50] },
} as const;

/** An encoding of a source: what it takes, and how it looks. */
interface Encoded {
  /** Bit/s of the pictures. */
  readonly rate: number;
  /** Decibels: each three halve the difference from the source. */
  readonly look: number;
  /** Seconds of processor time for a second of the source. */
  readonly work: number;
}

/** A rendition of one source, beside what looks the same. */
interface Row extends Encoded {
  readonly source: string;
  readonly codec: 'h264' | 'av1';
  readonly height: number;
  /** Bit/s of the defaults at the same look. */
  readonly x264: number;
  readonly av1: number;
  /** What the defaults of the same codec work. */
  readonly usualWork: number;
}

await main();

async function main(): Promise<void> {
  const seconds = Number(values.seconds);
  const folder = await mkdtemp(join(tmpdir(), 'bench-renditions-'));
  try {
    const rows: Row[] = [];
    for (const name of Object.keys(SOURCES))
      rows.push(...(await rowsOf(name, await makeSource(name, { seconds, folder }), seconds)));
    say(shownRows(rows));
    conclude(values, figuresOf(rows), { rows });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Makes a source without losses, in the size of {@link SHOWN}. */
async function makeSource(
  name: string,
  { seconds, folder }: { seconds: number; folder: string },
): Promise<string> {
  const file = join(folder, `${name}.mkv`);
  const filter = SOURCES[name];
  const painted = join(folder, 'painted.mp4');
  if (filter === undefined) await paintShot(SHOT, painted, () => undefined);
  await ffmpeg([
    ...(filter === undefined ? ['-i', painted] : ['-f', 'lavfi', '-i', filter]),
    ...['-t', `${seconds}`, '-an', '-vf', `scale=${SHOWN.width}:${SHOWN.height},format=yuv420p`],
    ...['-c:v', 'ffv1', file],
  ]);
  return file;
}

async function rowsOf(source: string, file: string, seconds: number): Promise<Row[]> {
  const rows: Row[] = [];
  const plans = ladderFor({ ...SHOWN, frameRate: RATE, hasAudio: false });
  for (const plan of plans.filter(({ height }) => HEIGHTS.includes(height))) {
    console.error(`measuring: ${source}, ${plan.height}p`);
    const encode = (options: readonly string[]) => encoded(file, { plan, options, seconds });
    const curves = { x264: [] as Encoded[], av1: [] as Encoded[] };
    for (const name of ['x264', 'av1'] as const)
      for (const factor of DEFAULTS[name].factors)
        curves[name].push(
          await encode([
            ...['-c:v', DEFAULTS[name].codec, '-crf', `${factor}`],
            // A player needs a keyframe at each segment, whoever encodes.
            ...['-g', `${segmentFrames(RATE) / plan.frameStep}`],
          ]),
        );
    for (const [codec, options] of [
      ['h264', ourH264(plan)],
      ['av1', ourAv1(inAv1([plan])[0] as RenditionPlan)],
    ] as const) {
      const ours = await encode(options);
      rows.push({
        ...{ source, codec, height: plan.height, ...ours },
        x264: rateAt(ours.look, curves.x264),
        av1: rateAt(ours.look, curves.av1),
        usualWork: mean(curves[codec === 'av1' ? 'av1' : 'x264'].map(({ work }) => work)),
      });
    }
  }
  return rows;
}

function ourH264(plan: RenditionPlan): string[] {
  const { preset, profile, crf, 'x264-params': params } = x264Options(plan, RATE, 'thorough');
  return [
    ...['-c:v', 'libx264', '-preset', preset, '-profile:v', profile, '-crf', `${crf}`],
    ...['-x264-params', params, '-maxrate', `${plan.maxVideoRate}`],
    ...['-bufsize', `${plan.maxVideoRate}`],
  ];
}

function ourAv1(plan: RenditionPlan): string[] {
  const { preset, crf, 'svtav1-params': params } = av1Options(plan, 'thorough');
  const frames = segmentFrames(RATE) / plan.frameStep;
  return [
    ...['-c:v', 'libsvtav1', '-preset', `${preset}`, '-crf', `${crf}`, '-g', `${frames}`],
    ...['-svtav1-params', `${params}:mbr=${Math.round(plan.maxVideoRate / 1000)}`],
  ];
}

/** Encodes a source as a rendition, and compares it with the source as a phone shows both. */
async function encoded(
  source: string,
  { plan, options, seconds }: { plan: RenditionPlan; options: readonly string[]; seconds: number },
): Promise<Encoded> {
  const file = `${source}.mp4`;
  const pace = `fps=${RATE.num / RATE.den / plan.frameStep}`;
  const size = `scale=${plan.pixelWidth}:${plan.pixelHeight}:flags=bicubic`;
  const args = ['-benchmark', '-i', source, '-vf', `${pace},${size}`, ...options, file];
  const [, user, system] = /utime=([\d.]+)s stime=([\d.]+)s/.exec(await ffmpeg(args)) ?? [];
  const shownAs = `scale=${SHOWN.width}:${SHOWN.height}:flags=bicubic`;
  const graph = `[0:v]${shownAs}[a];[1:v]${pace}[b];[a][b]ssim`;
  const said = await ffmpeg(['-i', file, '-i', source, '-lavfi', graph, '-f', 'null', '-']);
  const similarity = Number(/SSIM Y:([\d.]+)/.exec(said)?.[1]);
  const { size: bytes } = await stat(file);
  return {
    rate: (bytes * 8) / seconds,
    look: -10 * Math.log10(1 - similarity),
    work: (Number(user) + Number(system)) / seconds,
  };
}

async function ffmpeg(args: readonly string[]): Promise<string> {
  const { stderr } = await run('ffmpeg', ['-hide_banner', '-nostdin', '-y', ...args], {
    maxBuffer: 1 << 24,
  });
  return stderr;
}

/**
 * The rate at which a curve has a look: between its points, or beyond them on the same line, over
 * the logarithm of the rate.
 */
function rateAt(look: number, curve: readonly Encoded[]): number {
  const points = curve.toSorted((one, other) => one.look - other.look);
  const found = points.findIndex((point) => point.look >= look);
  const upper = Math.max(1, found < 0 ? points.length - 1 : found);
  const [low, high] = [points[upper - 1] as Encoded, points[upper] as Encoded];
  const share = (look - low.look) / (high.look - low.look);
  return Math.exp(Math.log(low.rate) + share * (Math.log(high.rate) - Math.log(low.rate)));
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** Megabytes of an hour. */
function hourly(rate: number): number {
  return (rate * 3600) / 8 / 1e6;
}

function shownRows(rows: readonly Row[]): string {
  return table(
    [
      'source, rendition',
      'SSIM dB',
      'MB/h',
      'x264 alone',
      'SVT-AV1 alone',
      'of x264',
      'of SVT-AV1',
      'processor s of a second, by defaults',
    ],
    rows.map((row) => [
      `${row.source}, ${row.height}p ${row.codec}`,
      shown(row.look),
      ...[row.rate, row.x264, row.av1].map((rate) => shown(hourly(rate))),
      ...[row.rate / row.x264, row.rate / row.av1].map((ratio) => ratio.toFixed(2)),
      `${shown(row.work)}, ${shown(row.usualWork)}`,
    ]),
  );
}

/** What all sources take together: one film is worth no more than another. */
function figuresOf(rows: readonly Row[]): Figure[] {
  const of = (codec: Row['codec'], height: number) =>
    rows.filter((row) => row.codec === codec && row.height === height);
  const sum = (found: readonly Row[], key: 'rate' | 'x264' | 'av1') =>
    mean(found.map((row) => hourly(row[key])));
  const heights = [...new Set(rows.map(({ height }) => height))];
  return (['h264', 'av1'] as const).flatMap((codec) =>
    heights.map((height): Figure => {
      const found = of(codec, height);
      const [name, key] =
        codec === 'h264' ? (['x264', 'x264'] as const) : (['SVT-AV1', 'av1'] as const);
      return {
        name: `an hour in ${height}p, ${codec}`,
        value: sum(found, 'rate'),
        unit: 'MB',
        goal: { atMost: 1, of: 'comparison' },
        beside: { name: `${name} by its defaults, as good`, value: sum(found, key) },
      };
    }),
  );
}
