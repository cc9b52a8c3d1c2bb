// What publishers send, as the encoder gets it; what cannot be shown is refused by name.
import { describe, expect, it } from 'vitest';
import { encodeAmf } from './amf0.ts';
import { pictureShapeOf } from './avc-shape.ts';
import { createLiveFeed, type FeedStep, frameRateOf, type LiveFeed } from './live-feed.ts';
import { MESSAGE } from './rtmp-chunks.ts';
import type { MediaMessage } from './rtmp-session.ts';

/** A configuration with the parameter set of x264 for 320 x 240, baseline. */
const CONFIG = Buffer.from(
  '0142c00cffe100166742c00cda0507ec0440000003004000000783c50aa801000468ce0fc8',
  'hex',
);
const head = (type: number, packet: number) => Buffer.from([type, packet, 0, 0, 0]);
const configTag = (config = CONFIG) => Buffer.concat([head(0x17, 0), config]);
const KEYFRAME = Buffer.concat([head(0x17, 1), Buffer.from([9, 9])]);
const PICTURE = Buffer.concat([head(0x27, 1), Buffer.from([7, 7])]);
const SOUND_CONFIG = Buffer.from([0xaf, 0, 0x11, 0x90]);
const SOUND = Buffer.from([0xaf, 1, 5]);

const video = (payload: Buffer, timestamp = 0): MediaMessage => ({
  type: MESSAGE.video,
  timestamp,
  payload,
});
const audio = (payload: Buffer, timestamp = 0): MediaMessage => ({
  type: MESSAGE.audio,
  timestamp,
  payload,
});

/** Writes a parameter set of the baseline profile for a size in units of 16. */
function configOf(width: number, height: number): Buffer<ArrayBuffer> {
  const golomb = (value: number) => {
    const digits = (value + 1).toString(2);
    return '0'.repeat(digits.length - 1) + digits;
  };
  const bits = `${golomb(0)}${golomb(0)}${golomb(2)}${golomb(1)}0${golomb(width / 16 - 1)}${golomb(height / 16 - 1)}11001`;
  const bytes = bits.padEnd(Math.ceil(bits.length / 8) * 8, '0').match(/.{8}/g) ?? [];
  const set = Buffer.from([0x67, 66, 0, 51, ...bytes.map((byte) => Number.parseInt(byte, 2))]);
  return Buffer.concat([Buffer.from([1, 66, 0, 51, 0xff, 0xe1, 0, set.length]), set]);
}

function begun(feed: LiveFeed, at = 0): FeedStep {
  feed.take(video(configTag(), at));
  feed.take(audio(SOUND_CONFIG, at));
  feed.take(video(KEYFRAME, at));
  return feed.take(audio(SOUND, at + 5));
}

describe('the feed of an encoder', () => {
  it('begins with a keyframe and times from zero, whatever the publisher’s times are', () => {
    const feed = createLiveFeed();
    feed.take({
      ...audio(SOUND),
      type: MESSAGE.data,
      payload: encodeAmf(['onMetaData', { framerate: 29.97 }]),
    });
    expect(feed.take(video(PICTURE, 4_294_000_000))).toEqual({ is: 'held' });
    const first = begun(feed, 4_294_000_000);
    expect(first).toMatchObject({
      is: 'begin',
      shape: { width: 320, height: 240, frameRate: { num: 30_000, den: 1001 } },
    });
    expect(feed.take(video(PICTURE, 4_294_000_040))).toMatchObject({ is: 'more', seconds: 0.04 });
  });

  it('has silence where the publisher sends no sound', () => {
    const feed = createLiveFeed();
    feed.take(video(configTag()));
    feed.take(video(KEYFRAME));
    const step = feed.take(video(PICTURE, 800));
    expect(step.is).toBe('begin');
    const sounds =
      step.is === 'begin' ? step.bytes.toString('latin1').split('\xaf\x01').length - 1 : 0;
    expect(sounds).toBe(38);
    expect(feed.take(audio(SOUND_CONFIG, 900)).is).toBe('held');
    expect(feed.take(audio(SOUND, 900)).is).toBe('restart');
  });

  it('ends a part where times jump, the sound is lost, or the pictures change', () => {
    const jump = createLiveFeed();
    begun(jump);
    expect(jump.take(video(PICTURE, 2_000_000_000)).is).toBe('restart');
    const silent = createLiveFeed();
    begun(silent);
    expect([2000, 3500].map((at) => silent.take(video(PICTURE, at)).is)).toEqual([
      'more',
      'restart',
    ]);
    const other = createLiveFeed();
    begun(other);
    expect(other.take(video(configTag(configOf(640, 480)), 40)).is).toBe('restart');
    other.restart();
    other.take(video(KEYFRAME, 80));
    expect(other.take(audio(SOUND, 80))).toMatchObject({ shape: { width: 640, height: 480 } });
  });

  it('refuses by name what cannot be shown', () => {
    const refusalOf = (...messages: MediaMessage[]) => {
      const feed = createLiveFeed();
      return messages.map((message) => feed.take(message)).at(-1);
    };
    expect(refusalOf(video(Buffer.from([0x90, 0x68, 0x76, 0x63, 0x31])))).toEqual({
      is: 'refused',
      why: 'unsupported_codec',
    });
    const huge = video(configTag(configOf(7680, 4320)));
    expect(refusalOf(huge, video(KEYFRAME), video(PICTURE, 900))).toEqual({
      is: 'refused',
      why: 'too_large',
    });
    const garbage = video(Buffer.concat([head(0x17, 0), Buffer.alloc(40, 0xff)]));
    expect(refusalOf(garbage, video(KEYFRAME), video(PICTURE, 900))).toEqual({
      is: 'refused',
      why: 'malformed',
    });
    expect(refusalOf(video(Buffer.alloc(0)))).toMatchObject({ is: 'refused' });
    const data = { type: MESSAGE.data, timestamp: 0, payload: Buffer.from([255, 1]) };
    expect(createLiveFeed().take(data)).toEqual({ is: 'held' });
  });
});

describe('what a publisher states', () => {
  it('gives the size of pictures, without their cropped lines', () => {
    expect(pictureShapeOf(CONFIG)).toEqual({ width: 320, height: 240 });
    expect(pictureShapeOf(configOf(1920, 1088))).toEqual({ width: 1920, height: 1088 });
    expect(() => pictureShapeOf(CONFIG.subarray(0, 12))).toThrow(RangeError);
  });

  it('gives the rate of pictures, as television counts it', () => {
    expect([29.97, 23.976, 25, 59.94, 0, 1e9, Number.NaN].map(frameRateOf)).toEqual([
      { num: 30_000, den: 1001 },
      { num: 24_000, den: 1001 },
      { num: 25, den: 1 },
      { num: 60_000, den: 1001 },
      { num: 25, den: 1 },
      { num: 25, den: 1 },
      { num: 25, den: 1 },
    ]);
  });
});
