/** A short word about what was just done, with at most one thing to do about it. */
export interface QuietMessage {
  readonly id: number;
  readonly text: string;
  readonly action?: { readonly label: string; act(): void };
  /** It is about money: it stays long enough for whoever looks elsewhere first. */
  readonly weighs?: boolean;
}

export interface QuietMessages {
  /** The one that is shown. */
  current(): QuietMessage | undefined;
  /** Shows it, in the place of whatever was shown. */
  say(text: string, action?: QuietMessage['action'], options?: Pick<QuietMessage, 'weighs'>): void;
  /** Takes it away; one that another has replaced is gone already. */
  dismiss(message: QuietMessage): void;
  listen(listener: () => void): () => void;
}

/** One message at a time: the latest. */
export function createQuietMessages(): QuietMessages {
  const listeners = new Set<() => void>();
  let shown: QuietMessage | undefined;
  let count = 0;
  const show = (next: QuietMessage | undefined) => {
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
export const quietMessages = createQuietMessages();
