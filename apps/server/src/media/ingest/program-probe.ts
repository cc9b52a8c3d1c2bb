import { z } from 'zod';
import { type SourceTracks, turnsOf } from './source.ts';

/** Reads what `ffprobe` says about a file. */

const stream = z.object({
  index: z.int(),
  codec_type: z.string().optional(),
  codec_name: z.string().default('an unknown codec'),
  width: z.number().default(0),
  height: z.number().default(0),
  sample_aspect_ratio: z.string().default('0:1'),
  avg_frame_rate: z.string().default('0/0'),
  disposition: z.record(z.string(), z.number()).default({}),
  tags: z.record(z.string(), z.string()).default({}),
  side_data_list: z.array(z.object({ rotation: z.number().optional() })).default([]),
});
const probe = z.object({
  streams: z.array(stream).default([]),
  format: z.object({ duration: z.coerce.number().default(0) }).default({ duration: 0 }),
});

/** The tracks in the JSON output of `ffprobe -show_format -show_streams`. */
export function readProbe(json: string): SourceTracks {
  const { streams, format } = probe.parse(JSON.parse(json));
  const video = streams.find(
    ({ codec_type, disposition }) => codec_type === 'video' && !disposition.attached_pic,
  );
  const sounds = streams.filter(({ codec_type }) => codec_type === 'audio');
  const rotation = video?.side_data_list.find((data) => data.rotation !== undefined)?.rotation;
  return {
    seconds: format.duration,
    // The programs themselves begin at zero.
    start: 0,
    video: video && {
      index: video.index,
      codec: video.codec_name,
      width: video.width,
      height: video.height,
      pixelAspect: fractionOf(video.sample_aspect_ratio, ':'),
      frameRate: fractionOf(video.avg_frame_rate, '/'),
      quarterTurns: turnsOf((-(rotation ?? 0) * Math.PI) / 180),
    },
    audio: sounds.map(({ index, codec_name, disposition, tags }) => ({
      index,
      codec: codec_name,
      language: tags.language,
      title: tags.title ?? tags.handler_name ?? '',
      isDefault: isSet(disposition.default),
      isCommentary: isSet(disposition.comment),
      isDescription: isSet(disposition.visual_impaired) || isSet(disposition.descriptions),
    })),
  };
}

function isSet(flag: number | undefined): boolean {
  return (flag ?? 0) !== 0;
}

function fractionOf(text: string, separator: string): { num: number; den: number } {
  const [num = 0, den = 0] = text.split(separator).map(Number);
  return { num, den };
}
