/**
 * What the page with the Accept button and the fraud script agree on. Constants and types only.
 *
 * The page, each time a kit `{s, t, run}` comes (a new one after each failed Accept or Resend):
 *
 * 1. makes a script element and puts the token on it: `element.setAttribute(TOKEN_ATTRIBUTE, t)`;
 * 2. gives it the text, unchanged: `element.textContent = s` for `run: 'inline'`, or `element.src`
 * = a `blob:` address of
 *  it for `run: 'blob'`; appends it to the head (and takes the former kit's element away); then
 *   dispatches
 *    `new Event(RUN_EVENT)` on the document. An empty `s` is not run at all;
 * 3. enables the button that carries {@link ACCEPT_ATTRIBUTE} once that is done: an earlier press
 * has no judge. The button
 *    may be rendered again, replaced or moved at any time; it is looked for at the press;
 * 4. takes the token at the press, synchronously in its own click or submit handler:
 *    `const token = window[GUARD_GLOBAL]?.token() ?? t`, and sends it as `evina_token` unchanged.
 *
 * A press is a trusted `click` on the button (mouse, touch, keyboard, Enter in a field of its form,
 * assistive technology). `button.click()` and `form.requestSubmit()` are not. A script kept from an
 * earlier visit may be run again for as long as its token lives (30 minutes) and as the page's
 * policy knows its text: where the inline script has not set {@link GUARD_GLOBAL}, the page fetches
 * a new kit.
 */

/** On the Accept button, without a value. */
export const ACCEPT_ATTRIBUTE = 'data-dcb-accept';

/** Finds the Accept button. */
export const ACCEPT_SELECTOR = '[data-dcb-accept]';

/** On the script element: the kit's token. */
export const TOKEN_ATTRIBUTE = 'data-dcb-token';

/** The guard on `window`; absent with another provider. */
export const GUARD_GLOBAL = 'bonisaGuard';

/** Dispatched on the document at each press that was judged; `detail` is the sealed token. */
export const SEALED_EVENT = 'dcbprotect:sealed';

/**
 * Dispatched by the page on the document after the script was added (the provider Evina starts at
 * it).
 */
export const RUN_EVENT = 'DCBProtectRun';

/** The guard as the page meets it. */
export interface GuardOnPage {
  /**
   * The token with the latest press sealed into it; the bare token where none was made in the last
   * 30 seconds.
   */
  token(): string;
  /** Takes the guard's listeners away. A newer kit does so by itself. */
  stop(): void;
}
