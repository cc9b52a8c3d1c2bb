import furtherAddress from './further.css?url';
import sheet from './styles.css?inline&rules';
import { usedStyles } from './used-styles.ts';

/** Where a page that is being rendered will have its style sheet. */
export const STYLES_PLACE = '/*styles*/';

/**
 * The address of the style sheet for all that a page did not contain at first. It loads with the
 * scripts, which wait for it before hydration.
 */
export const FURTHER_STYLES: string = furtherAddress;

/**
 * A rendered page with the styles that it uses in its head: they save a round trip before the first
 * paint, and the first packets hold them and the first words.
 */
export function withStyles(html: string): string {
  return html.replace(STYLES_PLACE, () => usedStyles(sheet, html));
}
