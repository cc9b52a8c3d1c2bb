import { usualCaptions } from '@bonisa/domain/playback/usual-captions';

/** How captions look and whether they show; remembered for each show. */

export const CAPTION_SIZES = ['small', 'normal', 'large'] as const;
export const CAPTION_COLOURS = ['white', 'yellow', 'blue', 'green'] as const;
export const CAPTION_BACKGROUNDS = ['dark', 'half', 'none'] as const;

export interface CaptionStyle {
  readonly size: (typeof CAPTION_SIZES)[number];
  readonly colour: (typeof CAPTION_COLOURS)[number];
  readonly background: (typeof CAPTION_BACKGROUNDS)[number];
}

/** What a viewer chose for one show. */
export interface CaptionChoice extends CaptionStyle {
  /** The show's slug; of a video without a show its own. */
  readonly show: string;
  /** BCP 47; null: off. Absent: only the style was chosen. */
  readonly language?: string | null | undefined;
}

/** White on black, as large as a phone needs. */
export const USUAL_STYLE: CaptionStyle = { size: 'normal', colour: 'white', background: 'dark' };

/** So many shows are remembered, the latest first. */
const MOST = 50;

/** Whether a stored value is a list of choices. */
export function areChoices(value: unknown): value is readonly CaptionChoice[] {
  return Array.isArray(value) && value.every(isChoice);
}

function isChoice(value: unknown): value is CaptionChoice {
  const { show, language, size, colour, background } = Object(value);
  return (
    typeof show === 'string' &&
    (language === undefined || language === null || typeof language === 'string') &&
    CAPTION_SIZES.includes(size) &&
    CAPTION_COLOURS.includes(colour) &&
    CAPTION_BACKGROUNDS.includes(background)
  );
}

/**
 * The choice for a show: its own, in the style that the viewer chose last for any show. Who has
 * switched captions off last wants none anywhere else either.
 */
export function choiceFor(choices: readonly CaptionChoice[], show: string): CaptionChoice {
  const own = choices.find((one) => one.show === show);
  const last = choices.find(({ language }) => language !== undefined)?.language;
  const elsewhere = last === null ? null : undefined;
  return {
    ...{ ...USUAL_STYLE, ...choices[0], ...own },
    show,
    language: own?.language === undefined ? elsewhere : own.language,
  };
}

/**
 * The place of the track that shows (-1: off): the chosen one, or that of the viewer's language
 * where nothing is chosen and another language is spoken.
 */
export function shownTrack(
  tracks: readonly { readonly language: string }[],
  { language: chosen }: Pick<CaptionChoice, 'language'>,
  viewer: Parameters<typeof usualCaptions>[1],
): number {
  return chosen === undefined
    ? usualCaptions(tracks, viewer)
    : tracks.findIndex(({ language }) => language === chosen);
}

/**
 * The place of the track after `chosen` (-1: off): the viewer's language first, where there is one,
 * then each other in turn, then off.
 */
export function nextTrack(
  tracks: readonly { readonly language: string }[],
  chosen: number,
  language: string,
): number {
  const first = tracks.findIndex((track) => track.language.split('-')[0] === language);
  const others = tracks.flatMap((_, place) => (place === first ? [] : [place]));
  const order = first < 0 ? others : [first, ...others];
  return order[order.indexOf(chosen) + 1] ?? -1;
}

/** The choices with one more in front. */
export function withChoice(
  choices: readonly CaptionChoice[],
  choice: CaptionChoice,
): readonly CaptionChoice[] {
  return [choice, ...choices.filter(({ show }) => show !== choice.show)].slice(0, MOST);
}
