import { fork } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { flushCompileCache } from 'node:module';
import { constants, setPriority } from 'node:os';
import { isDiskFull } from '../disk-full.ts';

/**
 * Runs work in a child process: a crash in native code, a hang or excessive memory ends the
 * child and not the server.
 */

/**
 * Why a child did not finish. `crashed`: the child ended by itself. Other codes come from a {@link
 * TaskRefusal} in the child.
 */
export type ChildFailure = 'timed_out' | 'out_of_memory' | 'crashed' | 'stopped' | (string & {});

/**
 * A failure of a child process. The message is for an operator and contains no path of the machine.
 */
export class ChildJobError extends Error {
  readonly code: ChildFailure;

  constructor(code: ChildFailure, message: string) {
    super(message);
    this.name = 'ChildJobError';
    this.code = code;
  }
}

export interface ChildJobOptions {
  /** The module that the child runs. It calls {@link serveChildJob}. */
  readonly entry: URL;
  readonly task: unknown;
  /**
   * Wall time in milliseconds without a further hundredth of the work, after which the child is
   * killed; for a child that reports no progress, the time of the whole work.
   */
  readonly timeoutMs: number;
  /**
   * Resident memory in MB above which the child is killed. Linux only; other systems do not report
   * it.
   */
  readonly memoryMb: number;
  /**
   * Receives the finished share of the work, between 0 and 1, which never decreases, and the stage
   * of the work where the child names one.
   */
  readonly onProgress?: ((share: number, stage?: string) => void) | undefined;
  readonly signal?: AbortSignal | undefined;
}

type FromChild =
  | { progress: number; stage?: string }
  | { done: unknown }
  | { failed: { code: string; message: string } };

const MEMORY_CHECK_MS = 500;
const STDERR_TAIL_LENGTH = 2_000;

/**
 * Runs a task in a child process of lower priority and returns its result. Rejects with a {@link
 * ChildJobError}.
 */
export async function runChildJob<Result>(options: ChildJobOptions): Promise<Result> {
  if (options.signal?.aborted)
    throw new ChildJobError('stopped', 'the work was stopped before it began');
  const child = fork(options.entry, [], {
    execArgv: ['--disable-warning=ExperimentalWarning', `--max-old-space-size=${options.memoryMb}`],
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    env: childEnvironment(),
    serialization: 'json',
    // Ctrl-C in a terminal ends a group: the server stops its children itself.
    detached: true,
  });
  let stderrTail = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    stderrTail = (stderrTail + text).slice(-STDERR_TAIL_LENGTH);
  });

  return await new Promise<Result>((resolve, reject) => {
    let finished = false;
    const finish = (act: () => void): void => {
      if (finished) return;
      finished = true;
      clearTimeout(timer);
      clearInterval(memory);
      options.signal?.removeEventListener('abort', onAbort);
      if (child.connected) child.disconnect();
      child.kill('SIGKILL');
      act();
    };
    const fail = (code: ChildFailure, message: string): void =>
      finish(() => reject(new ChildJobError(code, message)));
    const onAbort = (): void => fail('stopped', 'the work was stopped');
    const timer = setTimeout(
      () =>
        fail(
          'timed_out',
          `the work did not get on for ${Math.round(options.timeoutMs / 1000)} seconds`,
        ),
      options.timeoutMs,
    );
    const memory = setInterval(() => {
      void residentMegabytes(child.pid).then((used) => {
        if (used > options.memoryMb)
          fail('out_of_memory', `the work needed more than ${options.memoryMb} MB of memory`);
      });
    }, MEMORY_CHECK_MS);
    options.signal?.addEventListener('abort', onAbort, { once: true });

    let furthest = 0;
    child.on('message', (message: FromChild) => {
      if ('progress' in message) {
        if (message.progress < furthest || finished) return;
        if (Math.floor(message.progress * 100) > Math.floor(furthest * 100)) timer.refresh();
        furthest = message.progress;
        options.onProgress?.(Math.min(1, furthest), message.stage);
      } else if ('done' in message) finish(() => resolve(message.done as Result));
      else fail(message.failed.code, message.failed.message);
    });
    child.once('error', (error) =>
      fail('crashed', `the child process could not run: ${error.message}`),
    );
    child.once('exit', (code, signal) =>
      fail(
        'crashed',
        `the child process ended by ${signal ?? `code ${code}`} ${inBrackets(lastWords(stderrTail))}`.trim(),
      ),
    );
    child.once('spawn', () => {
      lowerPriority(child.pid);
      child.send({ task: options.task });
    });
  });
}

/**
 * The child gets none of the server's secrets, only the variables that locate programs, temporary
 * folders and the cache of compiled code.
 */
export function childEnvironment(): NodeJS.ProcessEnv {
  const names = ['PATH', 'HOME', 'TMPDIR', 'TEMP', 'SYSTEMROOT', 'LANG', 'NODE_COMPILE_CACHE'];
  return Object.fromEntries(
    names.flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]]])),
  );
}

/** Gives a child less of the processor than the server: 0 is the server's, 19 the least. */
export function lowerPriority(
  pid: number | undefined,
  niceness: number = constants.priority.PRIORITY_BELOW_NORMAL,
): void {
  if (pid === undefined) return;
  try {
    setPriority(pid, niceness);
  } catch (error) {
    // The child may have ended already, and some systems refuse. The result is right at any
    // priority.
    if (!(error instanceof Error && 'code' in error)) throw error;
  }
}

/** Reads the resident memory of a process in MB from `/proc`; 0 on systems without `/proc`. */
export async function residentMegabytes(pid: number | undefined): Promise<number> {
  if (process.platform !== 'linux' || pid === undefined) return 0;
  const text = await readFile(`/proc/${pid}/statm`, 'utf8').catch(() => '');
  return (Number(text.split(' ')[1] ?? 0) * 4096) / 1_000_000;
}

/** Lines after the message of an uncaught error: its stack, its fields and the version of Node. */
const AFTER_MESSAGE = /^\s*(?:at |\}|$)|^\s+\w+: |^Node\.js v/;
const MESSAGE_OF_ERROR = /^(?:Uncaught )?\w*(?:Error|Exception)\b.*: /;

/** What a program that crashed said last about why, in one line; empty for nothing. */
export function lastWords(text: string): string {
  const lines = text.split('\n').filter((line) => !AFTER_MESSAGE.test(line));
  const errorLine = lines.findLast((line) => MESSAGE_OF_ERROR.test(line)) ?? lines.at(-1) ?? '';
  return errorLine.trim().slice(0, 300);
}

function inBrackets(words: string): string {
  return words && `(${words})`;
}

/** The message for an operator when the disk has no space for packaged media. */
export const DISK_FULL = 'the disk is full: free some space and hand the source in again';

/** A refusal inside a child. The parent rejects with a {@link ChildJobError} of the same code. */
export class TaskRefusal extends Error {
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.name = 'TaskRefusal';
    this.code = code;
  }
}

/**
 * The child's side of {@link runChildJob}: receives one task, reports progress and sends one
 * result. The child exits when its parent does.
 */
export function serveChildJob<Task, Result>(
  work: (task: Task, onProgress: (share: number, stage?: string) => void) => Promise<Result>,
): void {
  const send = (message: FromChild): void => {
    if (process.connected) process.send?.(message);
  };
  // A killed parent cannot kill its children, but the closed channel tells them to end: by force,
  // because an exit waits for native code at work.
  process.once('disconnect', () => process.kill(process.pid, 'SIGKILL'));
  process.once('message', (message: { task: Task }) => {
    let reported = 0;
    let current: string | undefined;
    const onProgress = (share: number, stage?: string): void => {
      if (share - reported < 0.01 && stage === current) return;
      reported = share;
      current = stage;
      send(stage === undefined ? { progress: share } : { progress: share, stage });
    };
    // The parent kills this process, which would otherwise write the cache when it exits.
    flushCompileCache();
    work(message.task, onProgress).then(
      (done) => send({ done }),
      (error: unknown) => {
        if (isDiskFull(error)) send({ failed: { code: 'disk_full', message: DISK_FULL } });
        else if (error instanceof TaskRefusal)
          send({ failed: { code: error.code, message: error.message } });
        else
          send({
            failed: {
              code: 'failed',
              message: error instanceof Error ? error.message : String(error),
            },
          });
      },
    );
  });
}
