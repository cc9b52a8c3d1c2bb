import { Encoder, FF_ENCODER_AAC, FF_ENCODER_LIBX264, Frame, Muxer, Rational } from 'node-av';
import {
  AV_CHANNEL_ORDER_NATIVE,
  AV_PIX_FMT_YUV420P,
  AV_SAMPLE_FMT_FLTP,
  AVCOL_PRI_BT709,
  AVCOL_RANGE_MPEG,
  AVCOL_SPC_BT709,
  AVCOL_TRC_BT709,
} from 'node-av/constants';
import { FRAME } from './scenes/scene.ts';
import { SAMPLE_RATE, type Stereo } from './synth.ts';

const AUDIO_CHUNK = 1024;

/** The input of a recording: finished pictures in order, and their sound. */
export interface Recording {
  readonly seconds: number;
  /**
   * Yields yuv420p pictures in the size of the frame. The recorder reads a picture only until it
   * requests the next one.
   */
  readonly pictures: Iterable<Uint8Array> | AsyncIterable<Uint8Array>;
  readonly sound: Stereo;
  /** The size of pictures; that of {@link FRAME} by default. */
  readonly frame?: { readonly width: number; readonly height: number; readonly rate: number };
  /** Pictures a second; that of the frame by default. */
  readonly rate?: number;
}

/** Records a mezzanine file (MP4, H.264 of high quality and AAC) for ingest to work from. */
export async function record(
  file: string,
  recording: Recording,
  onProgress: (share: number) => void,
): Promise<void> {
  const { frame: size = FRAME, rate = size.rate } = recording;
  const frames = Math.round(recording.seconds * rate);
  const muxer = await Muxer.open(file, { format: 'mp4' });
  try {
    const video = await createVideo(rate);
    const audio = await Encoder.create(FF_ENCODER_AAC, {
      context: { bitRate: 160_000n },
      // At such a rate it sounds the same, in a quarter of the time.
      options: { aac_coder: 'fast' },
    });
    const videoIndex = muxer.addStream(video);
    const audioIndex = muxer.addStream(audio);
    const drain = async (encoder: Encoder, index: number, frame: Frame | null): Promise<void> => {
      // Only the first call opens the encoder; to wait for the others costs more than they do.
      const packets = encoder.isEncoderInitialized
        ? encoder.encodeAllSync(frame)
        : await encoder.encodeAll(frame);
      for (const packet of packets) {
        await muxer.writePacket(packet, index);
        packet.free();
      }
    };
    let index = 0;
    let samples = 0;
    for await (const picture of recording.pictures) {
      const frame = pictureFrame(picture, index, { ...size, rate });
      index++;
      await drain(video, videoIndex, frame);
      frame.free();
      for (
        const until = (index / rate) * SAMPLE_RATE;
        samples < Math.min(until, recording.sound.left.length);
        samples += AUDIO_CHUNK
      ) {
        const chunk = soundFrame(recording.sound, samples);
        await drain(audio, audioIndex, chunk);
        chunk.free();
      }
      onProgress(index / frames);
    }
    await drain(video, videoIndex, null);
    await drain(audio, audioIndex, null);
    video.close();
    audio.close();
  } finally {
    await muxer.close();
  }
}

async function createVideo(rate: number): Promise<Encoder> {
  return await Encoder.create(FF_ENCODER_LIBX264, {
    context: {
      framerate: new Rational(rate * 2, 2),
      gopSize: rate * 2,
      threadCount: 2,
    },
    options: { preset: 'ultrafast', crf: 20 },
  });
}

function pictureFrame(
  bytes: Uint8Array,
  index: number,
  { width, height, rate }: NonNullable<Recording['frame']>,
): Frame {
  const frame = Frame.fromVideoBuffer(
    Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength),
    {
      width,
      height,
      format: AV_PIX_FMT_YUV420P,
      timeBase: { num: 2, den: rate * 2 },
      sampleAspectRatio: { num: 1, den: 1 },
      pts: BigInt(index),
    },
  );
  frame.duration = 1n;
  frame.colorRange = AVCOL_RANGE_MPEG;
  frame.colorSpace = AVCOL_SPC_BT709;
  frame.colorPrimaries = AVCOL_PRI_BT709;
  frame.colorTrc = AVCOL_TRC_BT709;
  return frame;
}

function soundFrame(sound: Stereo, from: number): Frame {
  const count = Math.min(AUDIO_CHUNK, sound.left.length - from);
  const planes = new Float32Array(count * 2);
  planes.set(sound.left.subarray(from, from + count), 0);
  planes.set(sound.right.subarray(from, from + count), count);
  const frame = Frame.fromAudioBuffer(Buffer.from(planes.buffer), {
    nbSamples: count,
    format: AV_SAMPLE_FMT_FLTP,
    sampleRate: SAMPLE_RATE,
    channelLayout: { nbChannels: 2, order: AV_CHANNEL_ORDER_NATIVE, mask: 3n },
    timeBase: { num: 1, den: SAMPLE_RATE },
    pts: BigInt(from),
  });
  return frame;
}
