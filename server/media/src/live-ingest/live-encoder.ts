import { spawn } from 'node:child_process';
import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import {
  childEnvironment,
  lastWords,
  lowerPriority,
  residentMegabytes,
} from '@bonisa/kit/processes/child-job';
import {
  type FrameRate,
  ladderFor,
  packagedRate,
  type RenditionPlan,
  segmentFrames,
} from '../ingest/encoding-ladder.ts';
import { type CutSegment, createFragmentCutter } from '../ingest/fragment-cutter.ts';
import type { LiveRendition } from '../live/live-source.port.ts';
import type { FeedShape } from './live-feed.ts';

/** What one encoder makes of a publisher's pictures. */
export interface LiveEncoderTask {
  readonly width: number;
  readonly height: number;
  readonly rate: FrameRate;
  /** Lowest first. */
  readonly renditions: readonly RenditionPlan[];
}

/** The initialisation segments of the encoded renditions, by height. */
export type Inits = ReadonlyMap<number, Buffer>;

/** One segment in all encoded renditions. */
export interface EncodedSegment {
  readonly index: number;
  /** Seconds. */
  readonly duration: number;
  readonly renditions: ReadonlyMap<number, { readonly init: Buffer; readonly bytes: Buffer }>;
}

export interface LiveEncoderOptions {
  readonly task: LiveEncoderTask;
  /** Called once: all renditions have pictures. Their initialisation segments, by height. */
  readonly onFirst: (inits: Inits) => void;
  readonly onSegment: (segment: EncodedSegment) => void;
  /** Called once, after the last segment. `problem`: it did not end with its input. */
  readonly onEnd: (problem: string | undefined) => void;
}

export interface LiveEncoder {
  /** Takes FLV. False: the encoder cannot follow. */
  add(bytes: Buffer): boolean;
  /** Lets it finish what it has; it is killed when that takes long. */
  end(): void;
  kill(): void;
}

const ENTRY = fileURLToPath(new URL('./live-encoder.process.ts', import.meta.url));
/** What waits for the encoder at most. */
const MOST_WAITING = 16_000_000;
const END_WITHIN_MS = 4000;
const MEMORY_MB = 1200;
const MEMORY_CHECK_MS = 2000;
/** Viewers wait for it now: it comes before other media work, and after the server. */
const NICENESS = 5;

/**
 * Plans the renditions of a part: of the heights that the channel has (undefined: any), those that
 * the publisher's pictures have, up to a limit.
 */
export function planLive(
  { width, height, frameRate }: FeedShape,
  wanted: ReadonlySet<number> | undefined,
  mostHeight: number,
): LiveEncoderTask {
  const rate = packagedRate(frameRate);
  const ladder = ladderFor({ width, height, frameRate: rate, hasAudio: true });
  const fitting = ladder.filter((plan) => plan.height <= mostHeight);
  const shared = fitting.filter((plan) => wanted?.has(plan.height) ?? true);
  const renditions = shared.length > 0 ? shared : ladder.slice(0, 1);
  return { width, height, rate, renditions };
}

/** The duration of all segments but the last, in microseconds. */
export function segmentMicroseconds({ rate }: Pick<LiveEncoderTask, 'rate'>): number {
  return Math.round((segmentFrames(rate) * rate.den * 1e6) / rate.num);
}

/** Starts an encoder in a process of its own, of low priority, that ends with its input. */
export function startLiveEncoder(options: LiveEncoderOptions): LiveEncoder {
  const { task, onEnd } = options;
  const args = ['--disable-warning=ExperimentalWarning', ENTRY, JSON.stringify(task)];
  const child = spawn(process.execPath, args, {
    stdio: ['pipe', 'ignore', 'pipe', ...task.renditions.map(() => 'pipe' as const)],
    env: childEnvironment(),
  });
  let messages = '';
  let problem: string | undefined;
  let isOver = false;
  let deadline: NodeJS.Timeout | undefined;
  const fail = (what: string): void => {
    problem ??= what;
    child.kill('SIGKILL');
  };
  const collect = createCollector(options);
  for (const [at, { height }] of task.renditions.entries()) {
    const output = child.stdio[3 + at] as Readable;
    output.on('data', (bytes: Buffer) => {
      try {
        collect.add(height, bytes);
      } catch (error) {
        if (!(error instanceof RangeError)) throw error;
        fail(error.message);
      }
    });
  }
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    messages = (messages + text).slice(-2000);
  });
  // A child that has ended does not read; why it ended is known from its exit.
  child.stdin?.on('error', () => undefined);
  const memory = setInterval(async () => {
    if ((await residentMegabytes(child.pid)) > MEMORY_MB) fail('out of memory');
  }, MEMORY_CHECK_MS);
  child.once('spawn', () => lowerPriority(child.pid, NICENESS));
  child.once('error', (error) => {
    problem ??= error.message;
  });
  child.once('close', (code, signal) => {
    isOver = true;
    clearInterval(memory);
    clearTimeout(deadline);
    if (code !== 0) problem ??= lastWords(messages) || `ended by ${signal ?? code}`;
    if (problem === undefined) collect.end();
    onEnd(problem);
  });
  return {
    add(bytes) {
      if (isOver || (child.stdin?.writableLength ?? 0) > MOST_WAITING) return false;
      child.stdin?.write(bytes);
      return true;
    },
    end() {
      child.stdin?.end();
      deadline ??= setTimeout(() => fail('it did not end'), END_WITHIN_MS);
    },
    kill: () => fail('killed'),
  };
}

/** Puts the renditions' segments together: a segment counts when every rendition has it. */
function createCollector({ task, onFirst, onSegment }: LiveEncoderOptions) {
  const seconds = segmentMicroseconds(task) / 1e6;
  const all = new Map(
    task.renditions.map(({ height }) => [
      height,
      { cutter: createFragmentCutter({ seconds }), segments: [] as CutSegment[] },
    ]),
  );
  let index = 0;
  let hasBegun = false;
  const pass = (): void => {
    if (!hasBegun && [...all.values()].every(({ cutter }) => cutter.init())) {
      hasBegun = true;
      onFirst(new Map([...all].map(([height, { cutter }]) => [height, cutter.init() as Buffer])));
    }
    while ([...all.values()].every(({ segments }) => segments.length > 0)) {
      const same = new Map<number, { init: Buffer; bytes: Buffer }>();
      let duration = 0;
      for (const [height, { cutter, segments }] of all) {
        const segment = segments.shift() as CutSegment;
        duration = Math.max(duration, segment.duration);
        same.set(height, { init: cutter.init() as Buffer, bytes: segment.bytes });
      }
      onSegment({ index, duration, renditions: same });
      index += 1;
    }
  };
  return {
    add(height: number, bytes: Buffer): void {
      const rendition = all.get(height);
      rendition?.segments.push(...rendition.cutter.add(bytes));
      pass();
    },
    end(): void {
      for (const { cutter, segments } of all.values()) segments.push(...cutter.end());
      pass();
    },
  };
}

/** One encoder and its part. */
export interface Encoding {
  readonly part: number;
  readonly assetId: string;
  readonly shape: FeedShape;
  readonly duration: number;
  /** What is stored, and what the encoder makes of it, lowest first. */
  heights: readonly number[];
  made: readonly number[];
  renditions: readonly LiveRendition[];
  encoder: LiveEncoder | undefined;
  /** What it gets when it starts. */
  waiting: Buffer[];
  /** It gets no more. */
  isWhole: boolean;
  /** When the publisher made its first picture, as far as what has come shows. Microseconds. */
  madeAt: number;
  startsAt: number | undefined;
  segments: number;
  lastDuration: number;
  /** No further segment counts. */
  isOver: boolean;
}

/** An encoding that waits for its encoder. */
export function newEncoding(
  { part, shape, bytes }: { part: number; shape: FeedShape; bytes: Buffer },
  assetId: string,
  madeAt: number,
): Encoding {
  return {
    part,
    assetId,
    shape,
    duration: segmentMicroseconds({ rate: packagedRate(shape.frameRate) }),
    heights: [],
    made: [],
    renditions: [],
    encoder: undefined,
    waiting: [bytes],
    isWhole: false,
    madeAt,
    startsAt: undefined,
    segments: 0,
    lastDuration: 0,
    isOver: false,
  };
}
