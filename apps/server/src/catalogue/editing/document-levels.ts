/** Objects in objects: no catalogue needs more, and a deeper document would exhaust the stack. */
export const MOST_LEVELS = 30;

/** Whether a document has too many levels, found without a call for each level. */
export function isTooDeep(document: unknown): boolean {
  let levels = 0;
  for (let layer = [document]; layer.length > 0 && levels <= MOST_LEVELS; levels += 1)
    layer = layer.flatMap((one) =>
      typeof one === 'object' && one !== null ? Object.values(one) : [],
    );
  return levels > MOST_LEVELS;
}
