import furtherStyles from './further.css?inline';
import furtherAddress from './further.css?url';
import styles from './styles.css?inline';

/**
 * The style sheet stands in the page: one round trip less before the first paint. Home is the page
 * that most people see first and the largest one, so it holds only what it shows; the further sheet
 * comes with its scripts, which wait for it before they take the page over: whatever is opened or
 * gone to from home is never without its styles.
 */
export function stylesFor(pathname: string): {
  readonly text: string;
  readonly later: string | undefined;
} {
  return pathname === '/'
    ? { text: styles, later: furtherAddress }
    : { text: styles + furtherStyles, later: undefined };
}
