/** Objects in objects: no catalogue needs more, and a deeper document would exhaust the stack. */
export const MOST_LEVELS = 30;

/** Whether a document has too many levels, found without a call for each level. */
export function isTooDeep(document: unknown): boolean {
  let levels = 0;
  for (let layer = [document]; layer.length > 0 && levels <= MOST_LEVELS; levels += 1)
    layer = layer.flatMap(valuesIn);
  return levels > MOST_LEVELS;
}

/**
 * How many values a document has, in all its levels; counted no further than `most`, and no deeper
 * than {@link MOST_LEVELS}.
 */
export function countValues(document: unknown, most: number): number {
  let count = 0;
  let layer = [document];
  for (let levels = 0; layer.length > 0 && levels <= MOST_LEVELS && count <= most; levels += 1) {
    count += layer.length;
    layer = layer.flatMap(valuesIn);
  }
  return count;
}

function valuesIn(value: unknown): unknown[] {
  return typeof value === 'object' && value !== null ? Object.values(value) : [];
}
