/** Counts the episodes in a row that nobody touched: no finger, pointer or key on the page. */
export interface UntouchedEpisodes {
  /** An episode has reached its end; returns how many that makes. */
  ended(): number;
  /** Somebody is there. */
  touched(): void;
}

const TOUCHES = ['pointerdown', 'keydown', 'wheel'] as const;

export function countUntouched(page: EventTarget): UntouchedEpisodes {
  let count = 0;
  const touched = () => {
    count = 0;
  };
  for (const event of TOUCHES)
    page.addEventListener(event, touched, { capture: true, passive: true });
  return { touched, ended: () => ++count };
}
