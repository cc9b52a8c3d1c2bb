type Placed = Pick<VTTCue, 'line' | 'snapToLines'>;

/** Places of moved captions as their file has them. */
const own = new WeakMap<Placed, Placed>();

const placeOf = (cue: Placed): Placed => own.get(cue) ?? cue;

/** Whether a caption's file places it in the upper half of the picture. */
export function isHigh(cue: Placed): boolean {
  const { line, snapToLines } = placeOf(cue);
  return line !== 'auto' && (snapToLines ? line >= 0 : line < 50);
}

/**
 * Moves a low caption above a bar, for Firefox, where captions cannot be moved as one. `bar` and
 * `height`, the caption's own, are shares (0 to 1) of the picture's height. Without a bar the
 * caption goes back to its place.
 */
export function raise(cue: Placed, bar: number, height: number): void {
  if (isHigh(cue)) return;
  const { line, snapToLines } = placeOf(cue);
  own.set(cue, { line, snapToLines });
  const lowest = (1 - bar - height) * 100;
  if (bar === 0) Object.assign(cue, own.get(cue));
  else if (line === 'auto' || snapToLines)
    Object.assign(cue, { line: Math.max(0, lowest), snapToLines: false });
  else cue.line = Math.min(line, Math.max(0, lowest));
}
