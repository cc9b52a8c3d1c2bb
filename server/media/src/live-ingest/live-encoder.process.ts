import { createWriteStream } from 'node:fs';
import { endWithParent } from '@bonisa/kit/processes/parent-watch';
import { Demuxer, Log } from 'node-av';
import { AV_LOG_ERROR } from 'node-av/constants';
import { encodeRenditions } from '../ingest/library-encode.ts';
import type { LiveEncoderTask } from './live-encoder.ts';

/**
 * The child process that encodes a publisher's FLV with the library `node-av`: from standard input
 * into one fragmented MP4 for each rendition, which it writes to the descriptors from 3 on. It ends
 * with its input.
 */

endWithParent();
Log.setLevel(AV_LOG_ERROR);

const task = JSON.parse(process.argv[2] ?? '') as LiveEncoderTask;
const demuxer = await Demuxer.open('pipe:0', {
  format: 'flv',
  options: {
    protocol_whitelist: 'pipe',
    format_whitelist: 'flv',
    max_streams: 2,
    // How much may be read before the first picture is encoded.
    probesize: 200_000,
    analyzeduration: 500_000,
  },
});
const video = demuxer.video();
const audio = demuxer.audio();
if (!video || !audio) throw new Error('the publisher’s pictures or sound are not found');

const outputs = task.renditions.map((_, at) => createWriteStream('', { fd: 3 + at }));
const { width, height, rate } = task;
await encodeRenditions(
  {
    facts: {
      file: 'pipe:0',
      videoIndex: video.index,
      audio: [{ index: audio.index, language: null }],
      leftOutAudio: [],
      seconds: 0,
      start: 0,
      width,
      height,
      frameRate: rate,
      upright: '',
    },
    demuxer,
    video,
    audio: [[audio]],
    foreign: [],
    captions: { taken: [], leftOut: new Map() },
  },
  {
    renditions: task.renditions,
    rate,
    codec: 'h264',
    effort: 'quick',
    loudness: [],
    holes: new Map(),
    fileFor: (plan) => ({
      write: (bytes) =>
        new Promise<number>((resolve, reject) => {
          const output =
            outputs[task.renditions.findIndex(({ height: own }) => own === plan.height)];
          // The library uses its buffer again.
          output?.write(Buffer.from(bytes), (error) =>
            error ? reject(error) : resolve(bytes.length),
          );
        }),
    }),
    onProgress: () => undefined,
  },
);
await demuxer.close();
for (const output of outputs) output.end();
