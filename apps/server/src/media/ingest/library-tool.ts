import type { Stream } from 'node-av';
import { encodeRenditions } from './library-encode.ts';
import { measureLoudness } from './library-loudness.ts';
import { type OpenSource, openSource } from './library-source.ts';
import { readGreyFrames, readSamples, writeJpegs, writeStoryboard } from './library-stills.ts';
import type { MediaTool } from './media-tool.ts';

/** The media tool of the library `node-av`. Only the packaging process runs this module. */
export const libraryTool: MediaTool = {
  probe: (file) => withSource(file, async ({ facts }) => facts),
  // Its fdk-aac was built without HE-AAC.
  heAacDelay: async () => undefined,
  loudness: ({ file }, audioIndex, onProgress) =>
    withSource(file, (source) =>
      measureLoudness(source, audioStream(source, audioIndex), onProgress),
    ),
  samples: ({ file }, size) => withSource(file, (source) => readSamples(source, size)),
  encode: ({ file }, options) => withSource(file, (source) => encodeRenditions(source, options)),
  storyboard: writeStoryboard,
  greyFrames: readGreyFrames,
  jpegs: writeJpegs,
};

function audioStream({ audio }: OpenSource, index: number): Stream {
  const stream = audio.find((one) => one.index === index);
  if (!stream) throw new RangeError(`the source has no sound in stream ${index}`);
  return stream;
}

async function withSource<Result>(
  file: string,
  work: (source: OpenSource) => Promise<Result>,
): Promise<Result> {
  const source = await openSource(file);
  try {
    return await work(source);
  } finally {
    await source.demuxer.close();
  }
}
