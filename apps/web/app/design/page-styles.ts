import { isWatchPage } from '../watch/starts-playing.ts';
import elsewhereAddress from './elsewhere.css?url';
import furtherStyles from './further.css?inline';
import furtherAddress from './further.css?url';
import styles from './styles.css?inline';
import watchingStyles from './watching.css?inline';

/**
 * The inlined style sheet of a page: it saves a round trip before the first paint. Home is the most
 * visited and largest page, and a watch page has a picture to bring, so each inlines only its own
 * styles. The rest loads with the scripts, which wait for it before hydration, so every page
 * reached from there has its styles.
 */
export function stylesFor(pathname: string): {
  readonly text: string;
  readonly later: string | undefined;
} {
  if (pathname === '/') return { text: styles, later: furtherAddress };
  return isWatchPage(pathname)
    ? { text: styles + watchingStyles, later: elsewhereAddress }
    : { text: styles + furtherStyles, later: undefined };
}
