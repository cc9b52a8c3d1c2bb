/** What a title of the demo is: a film, a first episode, or one that tells what happened before. */
export type TitleForm = 'film' | 'first-episode' | 'episode';

interface Segment {
  readonly kind: 'intro' | 'recap' | 'credits';
  readonly start: number;
  readonly end: number;
}

/** A shorter title has no segments. */
const LEAST_PARTS = 4;

/**
 * The typed segments of a title whose parts last so many seconds. The card is the opening; an
 * episode without a card opens with its first shot. An episode ends with its credits, and a later
 * one begins with a recap.
 */
export function planSegments(
  parts: readonly number[],
  { form, hasCard }: { readonly form: TitleForm; readonly hasCard: boolean },
): Segment[] {
  if (parts.length < LEAST_PARTS) return [];
  const startOf = (part: number) => parts.slice(0, part).reduce((sum, seconds) => sum + seconds, 0);
  const segmentOf = (kind: Segment['kind'], part: number): Segment => ({
    kind,
    start: startOf(part),
    end: startOf(part + 1),
  });
  const isEpisode = form !== 'film';
  return [
    ...(isEpisode || hasCard ? [segmentOf('intro', 0)] : []),
    ...(form === 'episode' ? [segmentOf('recap', 1)] : []),
    ...(isEpisode ? [segmentOf('credits', parts.length - 1)] : []),
  ];
}
