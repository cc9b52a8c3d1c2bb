import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A clip of the demo. `name` identifies the code that paints it (see `clips/repertoire.ts`). */
export interface DemoClip {
  readonly name: string;
  readonly title: string;
  /** The clip's content in one sentence. */
  readonly about: string;
  readonly seconds: number;
  readonly captions: readonly CaptionTrack[];
}

export interface CaptionTrack {
  /** A BCP 47 tag such as `en-ZA`. */
  readonly language: string;
  readonly label: string;
  /** The whole track as WebVTT. */
  readonly vtt: string;
}

interface ClipFile extends Omit<DemoClip, 'captions'> {
  readonly captions: readonly {
    readonly language: string;
    readonly label: string;
    readonly cues: readonly { readonly from: string; readonly to: string; readonly text: string }[];
  }[];
}

const FILE = join(import.meta.dirname, '../data/clips.json');

/** Reads the clips from `data/clips.json`. The clip that is painted fastest is first. */
export function readDemoClips(): DemoClip[] {
  const clips = JSON.parse(readFileSync(FILE, 'utf8')) as readonly ClipFile[];
  return clips.map(({ captions, ...clip }) => ({
    ...clip,
    captions: captions.map(({ language, label, cues }) => ({
      language,
      label,
      vtt: `WEBVTT\n\n${cues.map(({ from, to, text }) => `${from} --> ${to}\n${text}`).join('\n\n')}\n`,
    })),
  }));
}
