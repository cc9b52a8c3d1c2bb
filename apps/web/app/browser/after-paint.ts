/** Works once the next picture of the page is painted, or at once where nobody sees the page. */
export function afterPaint(work: () => void): void {
  if (document.hidden) work();
  else requestAnimationFrame(() => setTimeout(work));
}
