/**
 * The interface between the page with the Accept button and the fraud script. Constants and types
 * only.
 *
 * For each fraud answer `{s, t, run}` (a new one after each failed Accept or Resend), the page:
 *
 * 1. creates a script element and sets the token: `element.setAttribute(TOKEN_ATTRIBUTE, t)`;
 * 2. sets the unchanged text: `element.textContent = s` for `run: 'inline'`, or `element.src` = a
 * `blob:` address of it for `run: 'blob'`; appends the element to the head (and removes the former
 * one); then dispatches `new Event(RUN_EVENT)` on the document. An empty `s` is not run;
 * 3. then enables the button that carries {@link ACCEPT_ATTRIBUTE}: an earlier press would not be
 * judged. The button may be rendered again, replaced or moved at any time; the guard looks it up at
 * the press;
 * 4. takes the token at the press, synchronously in its own click or submit handler: `const token =
 * window[GUARD_GLOBAL]?.token() ?? t`, and sends it unchanged as `evina_token`.
 *
 * A press is a trusted `click` on the button (mouse, touch, keyboard, Enter in a field of its form,
 * assistive technology). `button.click()` and `form.requestSubmit()` are not. The page may run a
 * stored script from an earlier visit while its token is valid (30 minutes) and the page's policy
 * knows its text. If the inline script has not set {@link GUARD_GLOBAL}, the page requests a new
 * one.
 */

/** On the Accept button, without a value. */
export const ACCEPT_ATTRIBUTE = 'data-dcb-accept';

/** Selects the Accept button. */
export const ACCEPT_SELECTOR = '[data-dcb-accept]';

/** On the script element: the token. */
export const TOKEN_ATTRIBUTE = 'data-dcb-token';

/** The guard's property of `window`; absent with another provider. */
export const GUARD_GLOBAL = 'bonisaGuard';

/** Dispatched on the document after each judged press; `detail` is the sealed token. */
export const SEALED_EVENT = 'dcbprotect:sealed';

/**
 * Dispatched by the page on the document after it adds the script (the provider Evina starts on
 * it).
 */
export const RUN_EVENT = 'DCBProtectRun';

/** The guard's interface on the page. */
export interface GuardOnPage {
  /**
   * The token with the latest press sealed into it; the bare token after 30 seconds without a
   * press.
   */
  token(): string;
  /** Removes the guard's listeners. A newer script does so itself. */
  stop(): void;
}
