import {
  addRoom,
  finish,
  type Instrument,
  note,
  SAMPLE_RATE,
  type Stereo,
} from '../clips/synth.ts';
import type { Mood } from './shot.ts';

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
  /** How many steps a note is held. */
  readonly hold?: number;
}

/** A loop whose bars last two seconds each, whatever their number of steps. */
interface Song {
  readonly scale: readonly number[];
  /** The key, as a midi pitch. */
  readonly key: number;
  /** The degree each bar stands on, over and over. */
  readonly chords: readonly number[];
  readonly parts: readonly Part[];
}

const BAR_SECONDS = 2;
const MAJOR = [0, 2, 4, 5, 7, 9, 11] as const;
const DORIAN = [0, 2, 3, 5, 7, 9, 10] as const;
const PENTATONIC = [0, 2, 4, 7, 9] as const;

/** The keys are near each other, so that a cut from one mood to another does not jar. */
const SONGS: Readonly<Record<Mood, Song>> = {
  bright: {
    scale: PENTATONIC,
    key: 60,
    chords: [0, 3, 1, 0],
    parts: [
      { instrument: 'marimba', pattern: ['0.2.4.2.5.4.2.4.'], gain: 0.46, pan: -0.35 },
      {
        instrument: 'kalimba',
        pattern: ['7...9...7.5.4...', '9...7.5.9...7...'],
        gain: 0.4,
        pan: 0.4,
      },
      { instrument: 'bass', pattern: ['0.....0...2.4...'], pitch: -24, gain: 0.5, hold: 3 },
      { instrument: 'shaker', pattern: ['0.0.0.000.0.0.00'], gain: 0.2, pan: 0.2 },
      { instrument: 'clap', pattern: ['....0.......0...'], gain: 0.24 },
    ],
  },
  groove: {
    scale: DORIAN,
    key: 57,
    chords: [0, 0, 3, 4],
    parts: [
      {
        instrument: 'log',
        pattern: ['0..0..2...0.4...', '0..0..4...2..0..'],
        pitch: -24,
        gain: 0.6,
      },
      { instrument: 'shaker', pattern: ['0.0.0.000.0.0.00'], gain: 0.22, pan: 0.35 },
      { instrument: 'kick', pattern: ['0...0...0...0...'], gain: 0.5 },
      { instrument: 'clap', pattern: ['....0.......0..0'], gain: 0.26, pan: -0.2 },
      {
        instrument: 'kalimba',
        pattern: ['4.2.0.2.4...7...', '4.2.0.2.0.......'],
        pitch: 12,
        gain: 0.36,
        pan: -0.4,
      },
      {
        instrument: 'pad',
        pattern: ['0...............', '2...............'],
        gain: 0.15,
        hold: 16,
      },
    ],
  },
  gentle: {
    scale: PENTATONIC,
    key: 60,
    chords: [0, 3, 1, 2],
    parts: [
      { instrument: 'kalimba', pattern: ['0.2.4.7.4.2.', '2.4.6.9.6.4.'], gain: 0.44, pan: -0.4 },
      { instrument: 'kalimba', pattern: ['.5.7.9.7.5.7', '.7.9.b.9.7.5'], gain: 0.3, pan: 0.45 },
      { instrument: 'bass', pattern: ['0.....2...4.'], pitch: -24, gain: 0.42, hold: 4 },
      { instrument: 'pad', pattern: ['0...........', '2...........'], gain: 0.2, hold: 12 },
    ],
  },
  tense: {
    scale: DORIAN,
    key: 57,
    chords: [0, 0, 4, 3],
    parts: [
      { instrument: 'bass', pattern: ['0.0.0.0.0.0.0.2.'], pitch: -24, gain: 0.46, hold: 1 },
      { instrument: 'kick', pattern: ['0.........0.....'], gain: 0.5 },
      {
        instrument: 'pad',
        pattern: ['0...............', '1...............'],
        gain: 0.24,
        hold: 16,
      },
      {
        instrument: 'marimba',
        pattern: ['7.....6.....4...', '7.....9.....6...'],
        gain: 0.32,
        pan: 0.3,
      },
      {
        instrument: 'whistle',
        pattern: ['................', '4...............'],
        pitch: 12,
        gain: 0.08,
        hold: 10,
      },
    ],
  },
  hymn: {
    scale: MAJOR,
    key: 55,
    chords: [0, 3, 4, 0],
    parts: [
      { instrument: 'pad', pattern: ['0.......2.......'], gain: 0.26, hold: 8, pan: -0.3 },
      {
        instrument: 'pad',
        pattern: ['4.......5.......', '4.......2.......'],
        pitch: 12,
        gain: 0.22,
        hold: 8,
        pan: 0.3,
      },
      { instrument: 'bass', pattern: ['0.......0...2...'], pitch: -24, gain: 0.46, hold: 6 },
      {
        instrument: 'whistle',
        pattern: ['7...6...4.......', '5...4...2.......'],
        pitch: 12,
        gain: 0.1,
        hold: 4,
      },
      { instrument: 'clap', pattern: ['....0.......0...'], gain: 0.16 },
    ],
  },
  march: {
    scale: MAJOR,
    key: 55,
    chords: [0, 0, 3, 4],
    parts: [
      { instrument: 'kick', pattern: ['0...0...0...0.0.'], gain: 0.55 },
      { instrument: 'clap', pattern: ['..0...0...0...00'], gain: 0.24, pan: -0.25 },
      { instrument: 'shaker', pattern: ['0.000.000.000.00'], gain: 0.22, pan: 0.3 },
      { instrument: 'bass', pattern: ['0..0..2.4..4..2.'], pitch: -12, gain: 0.46, hold: 2 },
      {
        instrument: 'marimba',
        pattern: ['4...7.4.2...4...', '4...9.7.4...2...'],
        pitch: 12,
        gain: 0.42,
        pan: 0.3,
      },
      {
        instrument: 'whistle',
        pattern: ['7.......', '9.....7.........'],
        pitch: 12,
        gain: 0.08,
        hold: 6,
      },
    ],
  },
};

/** Plays `seconds` of a mood's music into two channels. */
export function play(mood: Mood, seconds: number): Stereo {
  const song = SONGS[mood];
  const length = Math.round(seconds * SAMPLE_RATE);
  const sound: Stereo = { left: new Float32Array(length), right: new Float32Array(length) };
  for (const part of song.parts) playPart(sound, song, part, seconds / BAR_SECONDS);
  addRoom(sound, 0.14);
  finish(sound, 0.01, 0.08);
  return sound;
}

function playPart(sound: Stereo, song: Song, part: Part, bars: number): void {
  const notes = new Map<number, Float32Array>();
  for (let bar = 0; bar < bars; bar++) {
    const pattern = part.pattern[bar % part.pattern.length] as string;
    const steps = pattern.length === 12 ? 12 : 16;
    const stepSeconds = BAR_SECONDS / steps;
    for (let step = 0; step < pattern.length; step++) {
      const sign = pattern[step] as string;
      if (sign === '.') continue;
      const chord = song.chords[bar % song.chords.length] as number;
      const midi = pitchOf(song, part, Number.parseInt(sign, 16) + chord);
      let samples = notes.get(midi);
      if (!samples) {
        samples = note(part.instrument, midi, (part.hold ?? 1) * stepSeconds);
        notes.set(midi, samples);
      }
      const at = Math.round((bar * BAR_SECONDS + step * stepSeconds) * SAMPLE_RATE);
      add(sound, samples, at, part.gain * (step % 4 === 0 ? 1 : 0.78), part.pan ?? 0);
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
