/**
 * The page numbers to show: the first, the last, and those beside the current page; at most seven.
 * A negative number marks a gap of two pages or more.
 */
export function pagesShown(page: number, lastPage: number): number[] {
  const near = [1, page - 1, page, page + 1, lastPage].filter(
    (shown) => shown >= 1 && shown <= lastPage,
  );
  const shown = [...new Set(near)].sort((a, b) => a - b);
  return shown.flatMap((number, index) => {
    const gap = number - (shown[index - 1] ?? 0);
    if (gap === 2) return [number - 1, number];
    return gap > 2 ? [-number, number] : [number];
  });
}
