import type { FrameRate } from '../ingest/encoding-ladder.ts';
import { decodeAmf } from './amf0.ts';
import { pictureShapeOf } from './avc-shape.ts';
import { FLV_HEAD, flvTag } from './flv.ts';
import { MESSAGE } from './rtmp-chunks.ts';
import type { MediaMessage } from './rtmp-session.ts';

/** Why a publisher's pictures cannot be shown live. */
export type FeedRefusal = 'unsupported_codec' | 'too_large' | 'malformed';

/** What an encoder must know before the first byte. */
export interface FeedShape {
  readonly width: number;
  readonly height: number;
  readonly frameRate: FrameRate;
}

/** What a message comes to. `restart`: what follows needs another encoder. */
export type FeedStep =
  | { readonly is: 'held' }
  | { readonly is: 'begin'; readonly shape: FeedShape; readonly bytes: Buffer }
  | { readonly is: 'more'; readonly bytes: Buffer; readonly seconds: number }
  | { readonly is: 'restart' }
  | { readonly is: 'refused'; readonly why: FeedRefusal };

export interface LiveFeed {
  take(message: MediaMessage): FeedStep;
  /** Begins anew with the next keyframe, for another encoder. */
  restart(): void;
}

const AVC = 7;
const AAC = 10;
const MP3 = 2;
/** What a phone, a switcher and a camera send; a screen of 4K is no broadcast. */
const MOST_PIXELS = 1920 * 1200;
/** How long pictures wait for the first sound. */
const SOUND_WITHIN_MS = 700;
/** A longer time without sound counts as its end. */
const SOUND_LOST_MS = 3000;
/** Times that jump further are another part. */
const LARGEST_JUMP_MS = 4000;
/** While nothing is known, what is held has at most so many bytes. */
const MOST_HELD = 6_000_000;

/** Silence in AAC: its configuration (48 kHz, stereo) and a frame of 1024 samples. */
const SILENCE_CONFIG = Buffer.from([0xaf, 0, 0x11, 0x90]);
const SILENCE_FRAME = Buffer.from([0xaf, 1, 0x21, 0x10, 0x04, 0x60, 0x8c, 0x1c]);
const SILENCE_MS = (1024 * 1000) / 48_000;

const HELD: FeedStep = { is: 'held' };

/**
 * Makes of a publisher's messages the FLV for one encoder after another: from a keyframe on, with
 * times from zero, and with silence where the publisher sends no sound.
 */
export function createLiveFeed(): LiveFeed {
  let frameRate: FrameRate = { num: 25, den: 1 };
  let avcConfig: Buffer | undefined;
  let audioConfig: Buffer | undefined;
  let begun = false;
  let waiting: MediaMessage[] = [];
  let waitingBytes = 0;
  let base = 0;
  let last = 0;
  /** The time of the publisher's last sound in this part; undefined: silence is put in. */
  let sound: number | undefined;
  let silence = 0;

  function restart(): void {
    begun = false;
    waiting = [];
    waitingBytes = 0;
  }

  function tag(message: Pick<MediaMessage, 'type' | 'payload'>, time: number): Buffer {
    return flvTag({ ...message, timestamp: time }, Math.max(0, Math.round(time)));
  }

  function silenceUntil(time: number): Buffer[] {
    const tags: Buffer[] = [];
    for (; silence <= time; silence += SILENCE_MS)
      tags.push(tag({ type: MESSAGE.audio, payload: SILENCE_FRAME }, silence));
    return tags;
  }

  /** Begins a part with what waits: its first message is a keyframe. */
  function begin(config: Buffer): FeedStep {
    const [first] = waiting;
    if (!first) return HELD;
    begun = true;
    base = first.timestamp;
    last = 0;
    silence = 0;
    sound = waiting.some(({ type }) => type === MESSAGE.audio) ? 0 : undefined;
    const heads = [
      FLV_HEAD,
      tag({ type: MESSAGE.video, payload: config }, 0),
      ...(sound === undefined || audioConfig
        ? [
            tag(
              {
                type: MESSAGE.audio,
                payload: (sound !== undefined && audioConfig) || SILENCE_CONFIG,
              },
              0,
            ),
          ]
        : []),
    ];
    const shape = { ...pictureShapeOf(config.subarray(5)), frameRate };
    if (shape.width * shape.height > MOST_PIXELS) return { is: 'refused', why: 'too_large' };
    const held = waiting;
    waiting = [];
    const bytes = held.flatMap((message) => bytesOf(message) ?? []);
    return { is: 'begin', shape, bytes: Buffer.concat([...heads, ...bytes]) };
  }

  /** The tags of a message; undefined: the part has ended with the message before. */
  function bytesOf(message: MediaMessage): Buffer[] | undefined {
    const time = message.timestamp - base;
    if (Math.abs(time - last) > LARGEST_JUMP_MS) return undefined;
    last = Math.max(last, time);
    if (message.type === MESSAGE.audio) {
      if (sound === undefined || time < 0) return [];
      sound = time;
      return [tag(message, time)];
    }
    if (sound !== undefined && time - sound > SOUND_LOST_MS) return undefined;
    return [...(sound === undefined ? silenceUntil(time) : []), tag(message, time)];
  }

  function onVideo(message: MediaMessage): FeedStep {
    const { payload } = message;
    const head = payload[0] ?? 0;
    // The high bit announces a codec by four letters (Enhanced RTMP).
    if (head & 0x80 || (head & 0x0f) !== AVC) return { is: 'refused', why: 'unsupported_codec' };
    if (payload[1] === 0) {
      const isSame = avcConfig === undefined || avcConfig.equals(payload);
      avcConfig = payload;
      return begun && !isSame ? { is: 'restart' } : HELD;
    }
    if (payload[1] !== 1 || !avcConfig) return HELD;
    if (begun) return onward(message);
    if (waiting.length === 0 && head >> 4 !== 1) return HELD;
    return hold(message, avcConfig);
  }

  function onAudio(message: MediaMessage): FeedStep {
    const format = (message.payload[0] ?? 0) >> 4;
    if (format !== AAC && format !== MP3) return HELD;
    if (format === MP3) audioConfig = undefined;
    else if (message.payload[1] === 0) {
      const isSame = audioConfig === undefined || audioConfig.equals(message.payload);
      audioConfig = message.payload;
      return begun && !isSame ? { is: 'restart' } : HELD;
    } else if (!audioConfig) return HELD;
    // Sound that comes later than the pictures needs an encoder that knows of it.
    if (begun && sound === undefined) return { is: 'restart' };
    if (begun) return onward(message);
    return waiting.length > 0 && avcConfig ? hold(message, avcConfig) : HELD;
  }

  function onward(message: MediaMessage): FeedStep {
    const tags = bytesOf(message);
    if (!tags) return { is: 'restart' };
    return { is: 'more', bytes: Buffer.concat(tags), seconds: last / 1000 };
  }

  function hold(message: MediaMessage, config: Buffer): FeedStep {
    waiting.push(message);
    waitingBytes += message.payload.length;
    if (waitingBytes > MOST_HELD) return { is: 'refused', why: 'malformed' };
    const since = message.timestamp - (waiting[0] as MediaMessage).timestamp;
    const isReady = message.type === MESSAGE.audio || since > SOUND_WITHIN_MS || since < 0;
    return isReady ? begin(config) : HELD;
  }

  function onData({ payload }: MediaMessage): void {
    const metadata = decodeAmf(payload).find(
      (value) => typeof value === 'object' && value !== null,
    );
    const rate = (metadata as { framerate?: unknown } | undefined)?.framerate;
    if (typeof rate === 'number') frameRate = frameRateOf(rate);
  }

  return {
    restart,
    take(message) {
      try {
        if (message.type === MESSAGE.video) return onVideo(message);
        if (message.type === MESSAGE.audio) return onAudio(message);
        onData(message);
        return HELD;
      } catch (error) {
        if (!(error instanceof RangeError)) throw error;
        return message.type === MESSAGE.data ? HELD : { is: 'refused', why: 'malformed' };
      }
    },
  };
}

/** The rate that a publisher states, as a whole number or a fraction of television's. */
export function frameRateOf(stated: number): FrameRate {
  if (!(stated >= 5 && stated <= 120)) return { num: 25, den: 1 };
  const whole = Math.round(stated);
  const television = Math.round(stated * 1.001);
  const isTelevision =
    Math.abs(stated - (television * 1000) / 1001) < 0.005 && Math.abs(stated - whole) > 0.005;
  return isTelevision ? { num: television * 1000, den: 1001 } : { num: whole, den: 1 };
}
