/** A short message about an action, with at most one further action. */
export interface Toast {
  readonly id: number;
  readonly text: string;
  readonly action?: { readonly label: string; act(): void };
  /** About money: it stays longer, for a viewer who looks elsewhere first. */
  readonly weighs?: boolean;
}

export interface Toasts {
  /** The toast being shown. */
  current(): Toast | undefined;
  /** Shows a toast in place of the current one. */
  say(text: string, action?: Toast['action'], options?: Pick<Toast, 'weighs'>): void;
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
