import { type LeftOutReason, spokenName } from '@bonisa/domain/playback/audio-languages';
import type { MediaAsset } from './use-media.ts';

type Audio = NonNullable<MediaAsset['audio']>;

const REASONS: Readonly<Record<LeftOutReason, string>> = {
  commentary: 'a commentary',
  description: 'describes the picture',
  unsupported_codec: 'its codec cannot be decoded',
  same_language: 'another stream has this language',
  too_many: 'more languages than a film can have',
};

const languageWords = (language: string | null): string =>
  language === null ? 'language not said by the file' : spokenName(language);

/** The languages in which a film can be heard, the first one first: `isiZulu, English`. */
export function heardIn({ tracks }: Pick<Audio, 'tracks'>): string {
  return tracks.map(({ language }) => languageWords(language)).join(', ');
}

/** The streams that viewers cannot hear, and why: `English, “Director”: a commentary · …`. */
export function leftOutWords({ left_out: streams }: Pick<Audio, 'left_out'>): string {
  const words = streams.map(({ language, title, reason }) => {
    const name = title === '' ? '' : `, “${title}”`;
    return `${languageWords(language)}${name}: ${REASONS[reason]}`;
  });
  return words.join(' · ');
}

/** What the files of a film take up, in all its languages, in bytes. */
export function filmBytes({ audio, renditions }: Pick<MediaAsset, 'audio' | 'renditions'>): number {
  const parts = audio && audio.tracks.length > 0 ? audio.tracks : renditions;
  return parts.reduce((sum, { bytes }) => sum + bytes, 0);
}
