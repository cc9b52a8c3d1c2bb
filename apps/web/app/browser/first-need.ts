/**
 * Which visits and which presses need the script of a page that works without one
 * (`browser/script-at-need.ts`). A visitor who only reads and follows links should neither pay for
 * it nor wait for it.
 */

/** What a page knows of its visit before it is painted. */
export interface Arrival {
  /** The hint says that a viewer is signed in. */
  readonly isMember: boolean;
  /** The figures that the server rendered are wrong on this device (`data/other-costs.ts`). */
  readonly hasOtherCosts: boolean;
  /**
   * Rows have arrows then, and what is pointed at is fetched in advance. Also on the widest
   * tablets, where the tiles of the first rows leave nothing to swipe.
   */
  readonly hasMouse: boolean;
  readonly search: string;
  readonly hash: string;
  /** Whether this browser stores something under a key. */
  stores(key: string): boolean;
}

/** The keys of what the script acts on, or shows, by itself. */
export const STORED_TASKS = [
  'reminders',
  'video_positions',
  'episode_positions',
  'data_budget',
] as const;

/** Whether a visit needs the script as soon as the page is painted. */
export function needsScriptAtOnce(arrival: Arrival): boolean {
  const { isMember, hasOtherCosts, hasMouse, search, hash, stores } = arrival;
  return (
    isMember ||
    hasOtherCosts ||
    hasMouse ||
    hash !== '' ||
    // An open search, and a play.
    /[?&](q|play)=/.test(search) ||
    STORED_TASKS.some(stores)
  );
}

/** Links that open something over the page that they stand in, or change a part of it. */
export const IN_PLACE = 'a[aria-haspopup],a[data-in-place]';

/** Whether a press of `target`, or the focus in it, needs the script. */
export function pressNeedsScript(target: Element): boolean {
  const control = target.closest(`button,input,select,textarea,${IN_PLACE}`);
  return control !== null && !control.closest('[data-native]');
}
