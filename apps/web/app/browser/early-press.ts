import { HINT_PATTERN } from '@bonisa/contract/cookies';
import { useEffect } from 'react';

interface EarlyPress {
  /** The last button pressed or form sent before the script was there. */
  target?: HTMLElement | null;
  /** Stops listening. */
  stop(): void;
}

declare global {
  interface Window {
    bonisaEarlyPress?: EarlyPress;
  }
}

/**
 * Runs in the page's head, long before React: a press of a button or a sent form is remembered and
 * shown as kept instead of being lost (or, for a form, instead of leaving the page). Links and
 * forms that work without a script (`data-native`) go their own way. It also writes the hint
 * 'somebody is signed in' on the document, so that what is only for visitors never flashes up for a
 * subscriber, and the hint that there is something to go on with (`mine/continue-hint.ts`).
 * Constant text: its hash stands in the content security policy.
 */
export const EARLY_PRESS_SCRIPT = `(function(w,d){
function keep(t){var o=w.bonisaEarlyPress.target;if(o)o.removeAttribute("data-kept-press");t.setAttribute("data-kept-press","");w.bonisaEarlyPress.target=t}
function press(e){var b=e.target.closest&&e.target.closest("button");if(b&&!b.disabled&&!(b.form&&b.type==="submit")&&!b.closest("dialog"))keep(b)}
function send(e){if(!e.target.hasAttribute("data-native")){e.preventDefault();keep(e.target)}}
d.addEventListener("click",press,true);d.addEventListener("submit",send,true);
d.documentElement.setAttribute("data-viewer",/${HINT_PATTERN}/.test(d.cookie)?"member":"visitor");
try{localStorage.getItem("continue")&&d.documentElement.setAttribute("data-continue","")}catch(e){}
w.bonisaEarlyPress={stop:function(){d.removeEventListener("click",press,true);d.removeEventListener("submit",send,true)}};
})(window,document)`;

/** Once React is there: does what was pressed before it came, once. */
export function useReplayOfEarlyPress(): void {
  useEffect(() => {
    const early = window.bonisaEarlyPress;
    if (!early) return;
    early.stop();
    const target = early.target;
    delete window.bonisaEarlyPress;
    if (!target?.isConnected) return;
    target.removeAttribute('data-kept-press');
    if (target instanceof HTMLFormElement) target.requestSubmit();
    else target.click();
  }, []);
}
