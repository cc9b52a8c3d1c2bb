/** What a title of the demo is: a film, a first episode, or one that tells what happened before. */
export type TitleForm = 'film' | 'first-episode' | 'episode';

interface Segment {
  readonly kind: 'intro' | 'recap' | 'credits';
  readonly start: number;
  readonly end: number;
}

/** How long an opening, a recap and the credits are. */
const PART_SECONDS = 8;

/**
 * The typed segments of a title of so many seconds: an episode has an opening and credits, and a
 * later one a recap. A short title has none.
 */
export function planSegments(seconds: number, form: TitleForm): Segment[] {
  if (form === 'film' || seconds < 4 * PART_SECONDS) return [];
  const segmentOf = (kind: Segment['kind'], start: number): Segment => {
    return { kind, start, end: start + PART_SECONDS };
  };
  return [
    segmentOf('intro', 0),
    ...(form === 'episode' ? [segmentOf('recap', PART_SECONDS)] : []),
    segmentOf('credits', seconds - PART_SECONDS),
  ];
}
