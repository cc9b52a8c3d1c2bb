import {
  GUARD_GLOBAL,
  type GuardOnPage,
  RUN_EVENT,
  TOKEN_ATTRIBUTE,
} from '@bonisa/contract/guard-page';
import type { Kit } from './flow.state.ts';

export type ReadyKit = Extract<Kit, { state: 'ready' }>;

declare global {
  interface Window {
    [GUARD_GLOBAL]?: GuardOnPage;
  }
}

let former: HTMLScriptElement | undefined;

/**
 * Runs a fraud kit on the page, as the contract's `guard-page.ts` requires, in place of the former
 * kit. Calls `done` when the guard can judge a press of Accept: at once for an inline script. Calls
 * `done` also if the script cannot run: the server then judges a token without a press, and the
 * viewer must not face a dead button.
 */
export function runKit(kit: ReadyKit, done: () => void): void {
  former?.remove();
  former = undefined;
  if (kit.script === '') {
    done();
    return;
  }
  const element = document.createElement('script');
  element.setAttribute(TOKEN_ATTRIBUTE, kit.token);
  former = element;
  if (kit.run === 'inline') runInline(element, kit.script, done);
  else runFromBlob(element, kit.script, done);
}

function runInline(element: HTMLScriptElement, script: string, done: () => void): void {
  element.textContent = script;
  document.head.append(element);
  document.dispatchEvent(new Event(RUN_EVENT));
  done();
}

function runFromBlob(element: HTMLScriptElement, script: string, done: () => void): void {
  const address = URL.createObjectURL(new Blob([script], { type: 'text/javascript' }));
  const finish = (): void => {
    URL.revokeObjectURL(address);
    if (former !== element) return;
    document.dispatchEvent(new Event(RUN_EVENT));
    done();
  };
  element.addEventListener('load', finish);
  element.addEventListener('error', finish);
  element.src = address;
  document.head.append(element);
}

/** The kit's token with the press sealed into it. Call it in the press's own handler. */
export function sealedToken(kit: ReadyKit): string {
  return window[GUARD_GLOBAL]?.token() ?? kit.token;
}
