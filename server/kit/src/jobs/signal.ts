type Listener<News> = (news: News) => Promise<void>;

/** Carries news from a capability to later ones, which it does not know. */
export interface Signal<News> {
  /** Hands the news to every listener; rejects when one of them fails. */
  readonly raise: (news: News) => Promise<void>;
  readonly listen: (listener: Listener<News>) => void;
}

/** Makes a signal. It is handed to the capability that raises it and to those that listen. */
export function createSignal<News>(): Signal<News> {
  const listeners: Listener<News>[] = [];
  return {
    raise: async (news) => {
      for (const listener of listeners) await listener(news);
    },
    listen: (listener) => void listeners.push(listener),
  };
}
