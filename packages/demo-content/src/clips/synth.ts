import { seeded } from './brush.ts';

/** Instruments made of a few sine waves and some noise, and a small room around them. */

export const SAMPLE_RATE = 48_000;

export type Instrument =
  | 'marimba'
  | 'kalimba'
  | 'bass'
  | 'log'
  | 'shaker'
  | 'kick'
  | 'clap'
  | 'pad'
  | 'whistle';

/** Two channels of samples between -1 and 1. */
export interface Stereo {
  readonly left: Float32Array;
  readonly right: Float32Array;
}

/** A partial: its frequency against the note's, its strength, and how fast it dies (per second). */
type Partial = readonly [ratio: number, level: number, decay: number];

const STRUCK: Readonly<Record<'marimba' | 'kalimba', readonly Partial[]>> = {
  marimba: [
    [1, 0.8, 5.5],
    [3.93, 0.22, 12],
    [9.6, 0.07, 30],
    [0.5, 0.12, 5],
  ],
  kalimba: [
    [1, 0.7, 3.2],
    [2.01, 0.12, 5],
    [5.4, 0.16, 16],
    [6.3, 0.08, 20],
  ],
};

/** Renders one note. `midi` is the pitch (60 is middle C), `seconds` how long it is held. */
export function note(instrument: Instrument, midi: number, seconds: number): Float32Array {
  const frequency = 440 * 2 ** ((midi - 69) / 12);
  switch (instrument) {
    case 'marimba':
    case 'kalimba':
      return struck(frequency, STRUCK[instrument], instrument === 'marimba' ? 0.9 : 1.6);
    case 'bass':
      return sounded(
        frequency,
        seconds,
        (phase) => Math.tanh(1.6 * Math.sin(phase) + 0.35 * Math.sin(2 * phase)) * 0.75,
        0.008,
        3,
      );
    case 'pad':
      return sounded(
        frequency,
        seconds,
        (phase) =>
          0.3 * Math.sin(phase) + 0.2 * Math.sin(phase * 1.003) + 0.1 * Math.sin(2.004 * phase),
        0.35,
        0,
      );
    case 'whistle':
      return sounded(
        frequency,
        seconds,
        (phase, t) => 0.5 * Math.sin(phase + 0.25 * Math.sin(t * 33)) + 0.08 * Math.sin(2 * phase),
        0.05,
        0,
      );
    case 'log':
      return swept(frequency * 2.2, frequency, 0.05, 0.5, 6);
    case 'kick':
      return swept(150, 48, 0.045, 0.32, 11);
    case 'shaker':
      return noise(0.07, 55, 0.85);
    case 'clap':
      return noise(0.18, 26, 0.45);
  }
}

function struck(frequency: number, partials: readonly Partial[], seconds: number): Float32Array {
  const out = new Float32Array(Math.round(seconds * SAMPLE_RATE));
  for (const [ratio, level, decay] of partials) {
    if (frequency * ratio > SAMPLE_RATE * 0.45) continue;
    const step = (2 * Math.PI * frequency * ratio) / SAMPLE_RATE;
    const fall = Math.exp(-decay / SAMPLE_RATE);
    let strength = level;
    for (let i = 0; i < out.length; i++) {
      out[i] = (out[i] as number) + Math.sin(step * i) * strength;
      strength *= fall;
    }
  }
  return soften(out, 0.002, 0.05);
}

function sounded(
  frequency: number,
  seconds: number,
  wave: (phase: number, t: number) => number,
  attack: number,
  decay: number,
): Float32Array {
  const out = new Float32Array(Math.round((seconds + 0.12) * SAMPLE_RATE));
  const step = (2 * Math.PI * frequency) / SAMPLE_RATE;
  for (let i = 0; i < out.length; i++) {
    const t = i / SAMPLE_RATE;
    out[i] = wave(step * i, t) * Math.exp(-decay * t);
  }
  return soften(out, attack, Math.max(0.1, attack));
}

function swept(
  from: number,
  to: number,
  glide: number,
  seconds: number,
  decay: number,
): Float32Array {
  const out = new Float32Array(Math.round(seconds * SAMPLE_RATE));
  let phase = 0;
  for (let i = 0; i < out.length; i++) {
    const t = i / SAMPLE_RATE;
    phase += (2 * Math.PI * (to + (from - to) * Math.exp(-t / glide))) / SAMPLE_RATE;
    out[i] = Math.tanh(1.8 * Math.sin(phase)) * Math.exp(-decay * t);
  }
  return soften(out, 0.002, 0.05);
}

function noise(seconds: number, decay: number, brightness: number): Float32Array {
  const random = seeded(99);
  const out = new Float32Array(Math.round(seconds * SAMPLE_RATE));
  let before = 0;
  for (let i = 0; i < out.length; i++) {
    const white = random() * 2 - 1;
    out[i] = (white - before * brightness) * Math.exp((-decay * i) / SAMPLE_RATE) * 0.6;
    before = white;
  }
  return soften(out, 0.003, 0.02);
}

/** A short rise and fall at the ends, so that no note clicks. */
function soften(out: Float32Array, attack: number, release: number): Float32Array {
  const rise = Math.min(out.length, Math.round(attack * SAMPLE_RATE));
  const fall = Math.min(out.length, Math.round(release * SAMPLE_RATE));
  for (let i = 0; i < rise; i++) out[i] = ((out[i] as number) * i) / rise;
  for (let i = 0; i < fall; i++) {
    const at = out.length - 1 - i;
    out[at] = ((out[at] as number) * i) / fall;
  }
  return out;
}

/** Adds a small room: four echoes that feed back, spread over both sides. */
export function addRoom(sound: Stereo, amount: number): void {
  const length = sound.left.length;
  const delays = [1427, 1783, 2111, 2503];
  delays.forEach((delay, index) => {
    const line = new Float32Array(delay);
    const [to, from] = index % 2 === 0 ? [sound.left, sound.right] : [sound.right, sound.left];
    let at = 0;
    let dull = 0;
    for (let i = 0; i < length; i++) {
      const echo = line[at] as number;
      dull += (echo - dull) * 0.45;
      line[at] = (from[i] as number) * 0.5 + dull * 0.74;
      to[i] = (to[i] as number) + echo * amount;
      at = at + 1 === delay ? 0 : at + 1;
    }
  });
}

/** Brings the loudest place to -1.5 dB, and fades the first and the last moments. */
export function finish(sound: Stereo, fadeIn: number, fadeOut: number): void {
  const length = sound.left.length;
  let peak = 0.001;
  for (const side of [sound.left, sound.right]) {
    for (let i = 0; i < length; i++) peak = Math.max(peak, Math.abs(side[i] as number));
  }
  const gain = 0.84 / peak;
  for (const side of [sound.left, sound.right]) {
    for (let i = 0; i < length; i++) {
      const start = Math.min(1, i / (fadeIn * SAMPLE_RATE));
      const end = Math.min(1, (length - i) / (fadeOut * SAMPLE_RATE));
      side[i] = (side[i] as number) * gain * start * end;
    }
  }
}
