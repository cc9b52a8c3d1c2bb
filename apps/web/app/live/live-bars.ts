/** A programme's progress bar moves twice a minute. */
const MOVES_MS = 30_000;

/** What is needed of the bar of a live tile: its `data-airing` has the programme's two times. */
export type LiveBar = Pick<HTMLElement, 'style' | 'dataset'>;

/**
 * Shows how much of their programmes has passed at `now` (milliseconds since 1970). Returns whether
 * this device's clock is past one of them: then its tile says what is over.
 */
export function moveLiveBars(bars: Iterable<LiveBar>, now: number): boolean {
  let isOver = false;
  for (const { style, dataset } of bars) {
    const [from = 0, to = 0] = (dataset.airing ?? '').split(' ').map(Date.parse);
    const shown = (now - from) / (to - from);
    if (shown >= 1) isOver = true;
    else if (shown > 0) style.setProperty('--shown', `${shown}`);
  }
  return isOver;
}

/**
 * Moves the bars of live tiles where no script does (`on-air.ts`), and calls `onOver` once a
 * programme is over. Returns the function that stops it.
 */
export function followLiveBars(onOver: () => void): () => void {
  const bars = document.querySelectorAll<HTMLElement>('[data-airing]');
  if (bars.length === 0) return () => undefined;
  const move = () => {
    if (moveLiveBars(bars, Date.now())) onOver();
  };
  const timer = setInterval(move, MOVES_MS);
  document.addEventListener('visibilitychange', move);
  move();
  return () => {
    clearInterval(timer);
    document.removeEventListener('visibilitychange', move);
  };
}
