/**
 * The oldest browsers that run the pages' scripts (docs/delivery.md). Older ones show designed
 * pages without a script. Scripts name the edition of the language alone: with a browser of 2020
 * the compiler also replaces `?.`, for a fault in Chrome 80 to 90 that nothing here meets (1.3 kB).
 */
export const OLDEST_SCRIPTS = 'es2020';
export const OLDEST_STYLES = 'chrome80';
