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
  /** BCP 47; null: off. */
  readonly language: string | null;
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
    (language === null || typeof language === 'string') &&
    CAPTION_SIZES.includes(size) &&
    CAPTION_COLOURS.includes(colour) &&
    CAPTION_BACKGROUNDS.includes(background)
  );
}

/**
 * The choice for a show: its own, or captions off in the style that the viewer chose last for any
 * show.
 */
export function choiceFor(choices: readonly CaptionChoice[], show: string): CaptionChoice {
  const own = choices.find((one) => one.show === show);
  return own ?? { ...USUAL_STYLE, ...choices[0], show, language: null };
}

/** The choices with one more in front. */
export function withChoice(
  choices: readonly CaptionChoice[],
  choice: CaptionChoice,
): readonly CaptionChoice[] {
  return [choice, ...choices.filter(({ show }) => show !== choice.show)].slice(0, MOST);
}
