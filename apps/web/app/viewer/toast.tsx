import { useEffect, useState, useSyncExternalStore } from 'react';
import { say } from '../words/words.ts';

/** Long enough to read it and to reach its button. */
const SHOWN_FOR_MS = 8_000;
const IMPORTANT_FOR_MS = 30_000;

/**
 * The region for toasts: above the bottom bar, over the page, announced politely. A toast stays
 * while it has the focus or the pointer.
 */
export function ToastRegion() {
  const message = useSyncExternalStore(toasts.listen, toasts.current, () => undefined);
  return (
    <div role="status" className="toast-region">
      {message ? <Shown key={message.id} message={message} /> : null}
    </div>
  );
}

function Shown({ message }: { message: Toast }) {
  const [held, setHeld] = useState(false);
  useEffect(() => {
    if (held) return;
    const timer = setTimeout(
      () => toasts.dismiss(message),
      message.important ? IMPORTANT_FOR_MS : SHOWN_FOR_MS,
    );
    return () => clearTimeout(timer);
  }, [message, held]);

  const act = () => {
    toasts.dismiss(message);
    message.action?.act();
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a message and its button are no part of a form
    <div
      role="group"
      className="toast"
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <p>{message.text}</p>
      {message.action ? (
        <button type="button" className="toast-action" onClick={act}>
          {message.action.label}
        </button>
      ) : null}
      {message.important ? (
        <button
          type="button"
          className="toast-close"
          aria-label={say('close')}
          onClick={() => toasts.dismiss(message)}
        />
      ) : null}
    </div>
  );
}

/** A short message about an action, with at most one further action. */
export interface Toast {
  readonly id: number;
  readonly text: string;
  readonly action?: { readonly label: string; act(): void };
  /** About money: it stays longer, for a viewer who looks elsewhere first. */
  readonly important?: boolean;
}

export interface Toasts {
  /** The toast being shown. */
  current(): Toast | undefined;
  /** Shows a toast in place of the current one. */
  say(text: string, action?: Toast['action'], options?: Pick<Toast, 'important'>): void;
  /** Removes a toast; does nothing if another has replaced it. */
  dismiss(message: Toast): void;
  listen(listener: () => void): () => void;
}

/** One toast at a time: the latest. */
export function createToasts(): Toasts {
  const listeners = new Set<() => void>();
  let shown: Toast | undefined;
  let count = 0;
  const show = (next: Toast | undefined) => {
    shown = next;
    for (const listener of listeners) listener();
  };
  return {
    current: () => shown,
    say: (text, action, options) =>
      show({ id: ++count, text, ...(action ? { action } : {}), ...options }),
    dismiss(message) {
      if (shown === message) show(undefined);
    },
    listen(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** The toasts of this page. */
export const toasts = createToasts();
