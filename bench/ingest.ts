import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import type { Packaged } from '../apps/server/src/media/asset.ts';
import { createPackager } from '../apps/server/src/media/ingest/packager.ts';
import { cpuOfTree, loadNow, machine } from './machine.ts';
import { table } from './table.ts';

/**
 * Packages one source with the library that ingest uses and with the ffmpeg program, with the same
 * settings, and compares wall time, processor time and bytes.
 */

const USAGE = `usage: npm run bench:ingest -- [options]

Measures ingest.
  --ffmpeg PATH   the ffmpeg program (/usr/bin/ffmpeg); ffprobe lies beside it
  --seconds N     length of the source, 1280 x 720 at 25 frames a second (10)
  --effort E      quick or thorough (quick)
  --runs N        how often each packages it; medians are shown (3)
  --json          figures as JSON on the standard output`;

interface Measured {
  readonly wallMs: number;
  readonly cpuMs: number;
  readonly bytes: number;
}

const { values } = parseArgs({
  options: {
    ffmpeg: { type: 'string', default: '/usr/bin/ffmpeg' },
    seconds: { type: 'string', default: '10' },
    effort: { type: 'string', default: 'quick' },
    runs: { type: 'string', default: '3' },
    json: { type: 'boolean', default: false },
    help: { type: 'boolean', short: 'h', default: false },
  },
});
if (values.help) console.log(USAGE);
else await measure();

async function measure(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'bonisa-bench-ingest-'));
  try {
    const source = join(folder, 'source.mp4');
    makeSource(source, Number(values.seconds));
    const ffmpeg = values.ffmpeg;
    const programs = { ffmpeg, ffprobe: ffmpeg.replace(/ffmpeg$/, 'ffprobe') };
    const library = await medianOf(() => packageOnce(source, folder, undefined));
    const program = await medianOf(() => packageOnce(source, folder, programs));
    report(library, program);
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** Moving shapes, noise and a tone: neither as easy as a test card nor as hard as noise alone. */
function makeSource(file: string, seconds: number): void {
  const video = `testsrc2=size=1280x720:rate=25:duration=${seconds},noise=alls=6:allf=t`;
  const inputs = ['-f', 'lavfi', '-i', video, '-f', 'lavfi', '-i', `sine=duration=${seconds}`];
  const codecs = ['-c:v', 'libx264', '-preset', 'ultrafast', '-crf', '18', '-c:a', 'aac'];
  execFileSync(values.ffmpeg, ['-v', 'error', ...inputs, ...codecs, file]);
}

async function packageOnce(
  file: string,
  folder: string,
  programs: { ffmpeg: string; ffprobe: string } | undefined,
): Promise<Measured> {
  const to = join(folder, 'out');
  await rm(to, { recursive: true, force: true });
  await mkdir(to);
  const before = { wall: performance.now(), cpu: cpuOfTree(process.pid) ?? Number.NaN };
  const packaged = await createPackager({ loudness: -23, programs })(
    { file, folder: to, effort: values.effort === 'thorough' ? 'thorough' : 'quick' },
    { onProgress: () => undefined, signal: new AbortController().signal },
  );
  const wallMs = performance.now() - before.wall;
  // The time of a child counts once it has ended.
  await pause(300);
  return {
    wallMs,
    cpuMs: (cpuOfTree(process.pid) ?? Number.NaN) - before.cpu,
    bytes: bytesOf(packaged),
  };
}

function bytesOf({ renditions }: Packaged): number {
  return renditions.reduce((sum, { bytes }) => sum + bytes, 0);
}

async function medianOf(work: () => Promise<Measured>): Promise<Measured> {
  const all: Measured[] = [];
  for (let run = 0; run < Number(values.runs); run += 1) all.push(await work());
  const middle = (pick: (one: Measured) => number): number =>
    all.map(pick).sort((a, b) => a - b)[Math.floor(all.length / 2)] ?? Number.NaN;
  return {
    wallMs: middle(({ wallMs }) => wallMs),
    cpuMs: middle(({ cpuMs }) => cpuMs),
    bytes: middle(({ bytes }) => bytes),
  };
}

function report(library: Measured, program: Measured): void {
  const ratio = {
    wall: library.wallMs / program.wallMs,
    cpu: library.cpuMs / program.cpuMs,
    bytes: library.bytes / program.bytes,
  };
  if (values.json) {
    console.log(JSON.stringify({ machine: machine(), load: loadNow(), library, program, ratio }));
    return;
  }
  const row = (name: string, one: Measured): string[] => [
    name,
    (one.wallMs / 1000).toFixed(1),
    (one.cpuMs / 1000).toFixed(1),
    (one.bytes / 1e6).toFixed(3),
  ];
  const ratios = ['ratio', ratio.wall, ratio.cpu, ratio.bytes].map((one) =>
    typeof one === 'number' ? one.toFixed(2) : one,
  );
  const rows = [row('library in ingest', library), row('ffmpeg program', program), ratios];
  console.log(table(['packaged with', 'wall s', 'processor s', 'MB'], rows));
  console.log(`${availableParallelism()} processors, load ${loadNow()}`);
}
