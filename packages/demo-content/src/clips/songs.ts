import { addRoom, finish, type Instrument, note, SAMPLE_RATE, type Stereo } from './synth.ts';

/**
 * One part of a song. `pattern` has one sign a step: `.` is a rest, `0` to `9` and `a` to `e` are
 * degrees of the scale above the bar's chord; bars follow each other and begin again at the end.
 */
interface Part {
  readonly instrument: Instrument;
  readonly pattern: readonly string[];
  /** The pitch of degree 0 against the song's key, in semitones. */
  readonly pitch?: number;
  readonly gain: number;
  readonly pan?: number;
  /** The first bar it plays in, and the bar it stops before. */
  readonly from?: number;
  readonly until?: number;
  /** How many steps a note is held. */
  readonly hold?: number;
}

export interface Song {
  readonly bpm: number;
  readonly bars: number;
  /** Steps in a bar; four of them are a beat. */
  readonly steps: number;
  /** The key, as a midi pitch. */
  readonly key: number;
  readonly scale: readonly number[];
  /** The degree each bar stands on, over and over. */
  readonly chords: readonly number[];
  readonly parts: readonly Part[];
}

const MAJOR = [0, 2, 4, 5, 7, 9, 11] as const;
const DORIAN = [0, 2, 3, 5, 7, 9, 10] as const;
const PENTATONIC = [0, 2, 4, 7, 9] as const;

/** Marimbas wake one after the other, over a bass that walks like mbaqanga. */
export const SUNRISE_SONG: Song = {
  bpm: 100,
  bars: 10,
  steps: 16,
  key: 55,
  scale: MAJOR,
  chords: [0, 3, 4, 0, 3, 0, 4, 3, 4, 0],
  parts: [
    { instrument: 'pad', pattern: ['4...............', '2...............'], gain: 0.2, hold: 16 },
    { instrument: 'marimba', pattern: ['0..2..4..2..4.2.'], gain: 0.5, pan: -0.45 },
    {
      instrument: 'marimba',
      pattern: ['..7.9.7..b.9.7..', '..9.7.4..7.9.b..'],
      gain: 0.42,
      pan: 0.5,
      from: 1,
    },
    {
      instrument: 'bass',
      pattern: ['0.....0...2.4...', '0.....0...4.2...'],
      pitch: -24,
      gain: 0.55,
      hold: 3,
      from: 2,
    },
    {
      instrument: 'shaker',
      pattern: ['0.00.0000.00.000'],
      gain: 0.24,
      pan: 0.3,
      from: 2,
      until: 9,
    },
    { instrument: 'kick', pattern: ['0...0...0...0...'], gain: 0.5, from: 4, until: 9 },
    { instrument: 'clap', pattern: ['....0.......0..0'], gain: 0.25, pan: -0.2, from: 4, until: 9 },
    {
      instrument: 'kalimba',
      pattern: ['e...b.9.b...7...', '9.b.....7.9.4...'],
      gain: 0.4,
      pan: 0.1,
      from: 4,
    },
  ],
};

/** Log drum and kalimba in a slow, deep groove; three pages of four bars. */
export const WALL_SONG: Song = {
  bpm: 120,
  bars: 12,
  steps: 16,
  key: 57,
  scale: DORIAN,
  chords: [0, 0, 3, 4],
  parts: [
    { instrument: 'log', pattern: ['0..0..2...0.4...', '0..0..4...2..0..'], pitch: -24, gain: 0.6 },
    { instrument: 'shaker', pattern: ['0.0.0.000.0.0.00'], gain: 0.22, pan: 0.35 },
    { instrument: 'kick', pattern: ['0...0...0...0...'], gain: 0.5 },
    {
      instrument: 'kalimba',
      pattern: ['4.2.0.2.4...7...', '4.2.0.2.0.......'],
      pitch: 12,
      gain: 0.42,
      pan: -0.4,
    },
    { instrument: 'marimba', pattern: ['0.4.2.4.0.4.2.4.'], gain: 0.36, pan: 0.45, from: 4 },
    { instrument: 'clap', pattern: ['....0.......0...'], gain: 0.3, from: 2 },
    {
      instrument: 'whistle',
      pattern: ['7.......9...7...', '4...............'],
      pitch: 12,
      gain: 0.13,
      hold: 5,
      from: 8,
    },
    {
      instrument: 'pad',
      pattern: ['0...............', '2...............'],
      gain: 0.16,
      hold: 16,
      from: 4,
    },
  ],
};

/** A mbira-like round in three: two hands that answer each other. */
export const SHWESHWE_SONG: Song = {
  bpm: 90,
  bars: 12,
  steps: 12,
  key: 60,
  scale: PENTATONIC,
  chords: [0, 3, 1, 0, 2, 3],
  parts: [
    { instrument: 'kalimba', pattern: ['0.2.4.7.4.2.', '2.4.6.9.6.4.'], gain: 0.5, pan: -0.5 },
    {
      instrument: 'kalimba',
      pattern: ['.5.7.9.7.5.7', '.7.9.b.9.7.5'],
      gain: 0.38,
      pan: 0.5,
      from: 1,
    },
    {
      instrument: 'bass',
      pattern: ['0.....2...4.', '0.....4.....'],
      pitch: -24,
      gain: 0.5,
      hold: 4,
      from: 2,
    },
    { instrument: 'shaker', pattern: ['0..0.00..0.0'], gain: 0.24, pan: 0.2, from: 2 },
    { instrument: 'kick', pattern: ['0.....0.....'], gain: 0.42, from: 3 },
    {
      instrument: 'marimba',
      pattern: ['e..b..9..7..', '9..b..c.....'],
      gain: 0.32,
      pan: 0,
      from: 6,
    },
    { instrument: 'pad', pattern: ['0...........', '2...........'], gain: 0.16, hold: 12 },
  ],
};

/** A brisk ride: the shaker is the rails, the marimbas are the wheels, the whistle is far away. */
export const TRAIN_SONG: Song = {
  bpm: 140,
  bars: 14,
  steps: 16,
  key: 52,
  scale: MAJOR,
  chords: [0, 0, 3, 4],
  parts: [
    { instrument: 'shaker', pattern: ['0.000.000.000.00'], gain: 0.3, pan: -0.25 },
    { instrument: 'kick', pattern: ['0.....0.0.....0.'], gain: 0.5, from: 1 },
    {
      instrument: 'bass',
      pattern: ['0..0..2.4..4..2.', '0..0..4.2..2..0.'],
      pitch: -12,
      gain: 0.5,
      hold: 2,
      from: 2,
    },
    {
      instrument: 'marimba',
      pattern: ['0.24.20.0.24.2..'],
      pitch: 12,
      gain: 0.42,
      pan: 0.45,
      from: 2,
    },
    {
      instrument: 'marimba',
      pattern: ['4...7.4.2...4...', '4...9.7.4...2...'],
      pitch: 12,
      gain: 0.42,
      pan: -0.45,
      from: 4,
    },
    { instrument: 'clap', pattern: ['....0.......0...'], gain: 0.28, from: 4, until: 13 },
    {
      instrument: 'kalimba',
      pattern: ['b.9.7...9.......', '7.9.b...e.......'],
      pitch: 12,
      gain: 0.36,
      pan: 0.15,
      from: 6,
    },
    {
      instrument: 'whistle',
      pattern: ['7.......', '................', '................', '9.....7.........'],
      pitch: 12,
      gain: 0.12,
      hold: 7,
    },
    {
      instrument: 'pad',
      pattern: ['0...............', '4...............'],
      pitch: 12,
      gain: 0.15,
      hold: 16,
    },
  ],
};

/** How long a song is, in seconds. */
export function songSeconds(song: Song): number {
  return (song.bars * song.steps * 15) / song.bpm;
}

/** Plays a whole song into two channels. */
export function play(song: Song): Stereo {
  const length = Math.round(songSeconds(song) * SAMPLE_RATE);
  const sound: Stereo = { left: new Float32Array(length), right: new Float32Array(length) };
  for (const part of song.parts) playPart(sound, song, part);
  addRoom(sound, 0.16);
  finish(sound, 0.05, 1.6);
  return sound;
}

function playPart(sound: Stereo, song: Song, part: Part): void {
  const stepSeconds = 15 / song.bpm;
  const notes = new Map<number, Float32Array>();
  for (let bar = part.from ?? 0; bar < (part.until ?? song.bars); bar++) {
    const pattern = part.pattern[bar % part.pattern.length] as string;
    for (let step = 0; step < Math.min(song.steps, pattern.length); step++) {
      const sign = pattern[step] as string;
      if (sign === '.') continue;
      const midi = pitchOf(
        song,
        part,
        Number.parseInt(sign, 16) + (song.chords[bar % song.chords.length] as number),
      );
      let samples = notes.get(midi);
      if (!samples) {
        samples = note(part.instrument, midi, (part.hold ?? 1) * stepSeconds);
        notes.set(midi, samples);
      }
      const accent = step % 4 === 0 ? 1 : 0.78;
      add(
        sound,
        samples,
        Math.round((bar * song.steps + step) * stepSeconds * SAMPLE_RATE),
        part.gain * accent,
        part.pan ?? 0,
      );
    }
  }
}

function pitchOf(song: Song, part: Part, degree: number): number {
  const size = song.scale.length;
  return (
    song.key +
    (part.pitch ?? 0) +
    12 * Math.floor(degree / size) +
    (song.scale[degree % size] as number)
  );
}

function add(sound: Stereo, samples: Float32Array, at: number, gain: number, pan: number): void {
  const left = gain * Math.sqrt((1 - pan) / 2);
  const right = gain * Math.sqrt((1 + pan) / 2);
  const count = Math.min(samples.length, sound.left.length - at);
  for (let i = 0; i < count; i++) {
    const sample = samples[i] as number;
    sound.left[at + i] = (sound.left[at + i] as number) + sample * left;
    sound.right[at + i] = (sound.right[at + i] as number) + sample * right;
  }
}
