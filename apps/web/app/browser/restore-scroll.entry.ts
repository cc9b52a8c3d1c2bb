/**
 * An inline script at the end of every page: names the history entry and scrolls to where it was
 * left, as the script of React Router's `<ScrollRestoration>` does. It does not open the session's
 * storage for a new entry, which nobody has left yet: that would delay the first paint.
 */
const PLACES = 'react-router-scroll-positions';
const key = (history.state as { key?: string } | null)?.key;
if (key === undefined) history.replaceState({ key: Math.random().toString(32).slice(2) }, '');
else {
  // Rows have the heights that the viewer left, not estimates (`titles.css`).
  document.documentElement.setAttribute('data-came-back', '');
  try {
    const places = JSON.parse(sessionStorage.getItem(PLACES) ?? '{}') as Record<string, unknown>;
    const place = places[key];
    if (typeof place === 'number') scrollTo(0, place);
  } catch {
    // Without a place the page begins at its top.
  }
}
