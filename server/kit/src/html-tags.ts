/**
 * What begins and ends like a tag of HTML, SAMI or WebVTT. Another name between brackets may be a
 * word: `<laughs>`, `x <y`.
 */
export const HTML_TAGS: ReadonlySet<string> = new Set(
  (
    'a abbr article aside audio b big blink blockquote body br button c caption center cite code ' +
    'del details div dl dt dd em embed figure figcaption font footer form frame h1 h2 h3 h4 h5 h6 ' +
    'head header hr html i iframe img input ins kbd label lang li link main mark math meta nav ' +
    'noscript object ol option p param picture pre q rt ruby s samp script section select small ' +
    'source span strike strong style sub summary sup svg sync table tbody td textarea tfoot th ' +
    'thead time title tr track tt u ul v var video wbr'
  ).split(' '),
);

/** A tag ends before the next one begins: else a run of openings would take quadratic time. */
export const HTML_TAG = /<\/?([a-z][a-z0-9]*)(?![a-z0-9])[^<>]*>/gi;
