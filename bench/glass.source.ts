import { spawn } from 'node:child_process';
import type { Writable } from 'node:stream';

/** Debian's FFmpeg, as a broadcaster's encoder. */
const FFMPEG = '/usr/bin/ffmpeg';
const [WIDTH, HEIGHT, RATE] = [640, 360, 25];
const [COLUMNS, ROWS] = [4, 5];
const [DARK, LIGHT] = [40, 215];
const SOUND_RATE = 48_000;
/**
 * The sound of a frame comes with it: FFmpeg's own would begin when FFmpeg does, and the pictures
 * would wait for it.
 */
const SILENCE = Buffer.alloc((2 * SOUND_RATE) / RATE);

/** A broadcaster whose frames show the time at which they were made; see `glass.probe.ts`. */
export function startTimedSource(address: string): { stop(): void } {
  const raw = ['-f', 'rawvideo', '-pix_fmt', 'gray', '-s', `${WIDTH}x${HEIGHT}`, '-r', `${RATE}`];
  const encoder = spawn(
    FFMPEG,
    [
      ...['-v', 'error', '-probesize', '32', '-analyzeduration', '0', ...raw, '-i', 'pipe:0'],
      ...['-f', 's16le', '-ar', `${SOUND_RATE}`, '-ac', '1', '-i', 'pipe:3'],
      ...['-c:v', 'libx264', '-preset', 'ultrafast', '-tune', 'zerolatency', '-pix_fmt', 'yuv420p'],
      ...['-b:v', '1M', '-g', `${2 * RATE}`, '-c:a', 'aac', '-f', 'flv', address],
    ],
    { stdio: ['pipe', 'inherit', 'inherit', 'pipe'] },
  );
  const sound = encoder.stdio[3] as Writable;
  for (const pipe of [encoder.stdin, sound]) pipe?.on('error', () => undefined);
  const began = performance.now();
  let made = 0;
  const timer = setInterval(() => {
    // A timer that is late makes up for the frames that it has missed.
    for (; made < ((performance.now() - began) / 1000) * RATE; made++) {
      encoder.stdin?.write(frameOf(Date.now()));
      sound.write(SILENCE);
    }
  }, 10);
  const stop = (): void => {
    clearInterval(timer);
    encoder.kill('SIGKILL');
  };
  return { stop };
}

/** The bits of a time: hundredths of a second, and a sum of them. */
function bitsOf(time: number): boolean[] {
  const clock = Math.floor(time / 10) & 65_535;
  const sum = (clock + (clock >> 4) + (clock >> 8) + (clock >> 12) + 5) & 15;
  const number = clock * 16 + sum;
  return Array.from({ length: COLUMNS * ROWS }, (_, n) => ((number >> (19 - n)) & 1) === 1);
}

function frameOf(time: number): Buffer {
  const [width, height] = [WIDTH / COLUMNS, HEIGHT / ROWS];
  const frame = Buffer.alloc(WIDTH * HEIGHT, DARK);
  for (const [n, isSet] of bitsOf(time).entries()) {
    if (!isSet) continue;
    const [left, top] = [(n % COLUMNS) * width, Math.floor(n / COLUMNS) * height];
    for (let y = top; y < top + height; y++)
      frame.fill(LIGHT, y * WIDTH + left, y * WIDTH + left + width);
  }
  return frame;
}
