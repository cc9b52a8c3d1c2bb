import { spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { TaskRefusal } from './child-job.ts';

/** Runs a program of FFmpeg, limited in memory. Only the packaging process runs this module. */

export interface ProgramOptions {
  /** Resident memory in MB above which the program is killed. Linux only. */
  readonly memoryMb: number;
  /** Receives each line of the standard output. */
  readonly onLine?: (line: string) => void;
}

/** A program that ended with an error; the message is its last line. */
export class ProgramError extends Error {}

const MEMORY_CHECK_MS = 500;
const LONGEST_MESSAGES = 20_000;

/**
 * Runs a program to its end and returns its output and messages. Throws a {@link ProgramError}, or
 * a TaskRefusal: `crashed` if it was killed, `out_of_memory`.
 */
export async function runProgram(
  program: string,
  args: readonly string[],
  { memoryMb, onLine }: ProgramOptions,
): Promise<{ output: Buffer; messages: string }> {
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'], env: {} });
  const output: Buffer[] = [];
  let messages = '';
  let rest = '';
  let isTooLarge = false;
  child.stdout.on('data', (bytes: Buffer) => {
    if (!onLine) return void output.push(bytes);
    const lines = (rest + bytes.toString()).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) onLine(line);
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    messages = (messages + text).slice(-LONGEST_MESSAGES);
  });
  const watch = setInterval(async () => {
    if ((await residentMb(child.pid)) <= memoryMb) return;
    isTooLarge = true;
    child.kill('SIGKILL');
  }, MEMORY_CHECK_MS);
  const [code, signal] = await new Promise<[number | null, string | null]>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (exitCode, exitSignal) => resolve([exitCode, exitSignal]));
  }).finally(() => clearInterval(watch));
  if (isTooLarge)
    throw new TaskRefusal('out_of_memory', `the encoder needed more than ${memoryMb} MB of memory`);
  if (signal) throw new TaskRefusal('crashed', `the encoder ended by ${signal}`);
  if (code !== 0) throw new ProgramError(messages.trim().split('\n').at(-1) ?? `code ${code}`);
  return { output: Buffer.concat(output), messages };
}

async function residentMb(pid: number | undefined): Promise<number> {
  if (process.platform !== 'linux' || pid === undefined) return 0;
  const text = await readFile(`/proc/${pid}/statm`, 'utf8').catch(() => '');
  return (Number(text.split(' ')[1] ?? 0) * 4096) / 1_000_000;
}
