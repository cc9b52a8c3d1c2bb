/** A short word about what was just done, with at most one thing to do about it. */
export interface Toast {
  readonly id: number;
  readonly text: string;
  readonly action?: { readonly label: string; act(): void };
  /** It is about money: it stays long enough for whoever looks elsewhere first. */
  readonly weighs?: boolean;
}

export interface Toasts {
  /** The one that is shown. */
  current(): Toast | undefined;
  /** Shows it, in the place of whatever was shown. */
  say(text: string, action?: Toast['action'], options?: Pick<Toast, 'weighs'>): void;
  /** Takes it away; one that another has replaced is gone already. */
  dismiss(message: Toast): void;
  listen(listener: () => void): () => void;
}

/** One message at a time: the latest. */
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

/** The messages of this page. */
export const toasts = createToasts();
