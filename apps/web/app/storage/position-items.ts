import type { StoredItem } from './browser-storage.ts';

const DAY = 86_400_000;

/** The resume position of a video or an episode, in whole seconds (row F10). */
export interface ResumePosition {
  readonly id: number;
  readonly time: number;
  /** When it was stored (milliseconds since 1970). */
  readonly at?: number;
  /** Whether the server has it too. */
  readonly sent?: boolean;
  /** The `user_id` of the signed-in viewer who watched; a visitor has none. */
  readonly owner?: string | undefined;
}

const isPosition = (value: Partial<Record<keyof ResumePosition, unknown>> | null): boolean =>
  typeof value === 'object' &&
  value !== null &&
  Number.isSafeInteger(value.id) &&
  Number.isSafeInteger(value.time) &&
  Number(value.time) >= 0 &&
  (value.at === undefined || Number.isSafeInteger(value.at)) &&
  (value.sent === undefined || typeof value.sent === 'boolean') &&
  (value.owner === undefined || typeof value.owner === 'string');
const isPositions = (value: unknown): value is readonly ResumePosition[] =>
  Array.isArray(value) && value.every(isPosition);

const entry = (key: string): StoredItem<readonly ResumePosition[]> => ({
  key,
  lifetime: DAY,
  is: isPositions,
});

/**
 * The stored positions (rows E11, F10), apart from the other items (`stored-items.ts`): the player
 * reads them before the first picture.
 */
export const POSITION_ITEMS = {
  video: entry('video_positions'),
  episode: entry('episode_positions'),
};
