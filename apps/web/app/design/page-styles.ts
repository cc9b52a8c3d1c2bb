import furtherStyles from './further.css?inline';
import furtherAddress from './further.css?url';
import styles from './styles.css?inline';

/**
 * The inlined style sheet of a page: it saves a round trip before the first paint. Home is the most
 * visited and largest page, so it inlines only its own styles. The further sheet loads with home's
 * scripts, which wait for it before hydration, so every page reached from home has its styles.
 */
export function stylesFor(pathname: string): {
  readonly text: string;
  readonly later: string | undefined;
} {
  return pathname === '/'
    ? { text: styles, later: furtherAddress }
    : { text: styles + furtherStyles, later: undefined };
}
