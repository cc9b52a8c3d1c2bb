/** A shorter word is one error away from too many others. */
export const LEAST_TO_MEND = 4;
/** From this length on, a word with two errors is still recognisable. */
const LEAST_FOR_TWO_SLIPS = 6;

/** How many errors a typed word may have and still be recognised. */
export function mostEdits(typed: string): number {
  if (typed.length < LEAST_TO_MEND) return 0;
  return typed.length < LEAST_FOR_TWO_SLIPS ? 1 : 2;
}

/**
 * The number of errors between two words: a letter wrong, missing or too many, or two neighbours
 * swapped. `halfTyped`: only a prefix of the second must match.
 */
export function editDistance(typed: string, meant: string, halfTyped = false): number {
  const from = [...typed];
  const to = [...meant];
  let before: number[] = [];
  let row = Array.from({ length: to.length + 1 }, (_, column) => column);
  for (let line = 1; line <= from.length; line++) {
    const next = [line];
    for (let column = 1; column <= to.length; column++) {
      const wrong = from[line - 1] === to[column - 1] ? 0 : 1;
      let least = Math.min(
        at(row, column) + 1,
        at(next, column - 1) + 1,
        at(row, column - 1) + wrong,
      );
      const swapped =
        line > 1 &&
        column > 1 &&
        from[line - 1] === to[column - 2] &&
        from[line - 2] === to[column - 1];
      if (swapped) least = Math.min(least, at(before, column - 2) + 1);
      next.push(least);
    }
    before = row;
    row = next;
  }
  return halfTyped ? Math.min(...row) : at(row, to.length);
}

function at(row: readonly number[], column: number): number {
  return row[column] ?? Number.POSITIVE_INFINITY;
}
