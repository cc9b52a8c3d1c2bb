/** What a call may need from the person before it can be made. */
export type PromptKind = 'factor' | 'sign-in';

export interface Prompt {
  readonly kind: PromptKind;
  /** `true`: it was given, repeat the call. */
  readonly answer: (given: boolean) => void;
}

export interface Prompts {
  /** Asks once, however many calls wait for the same answer. */
  ask(kind: PromptKind): Promise<boolean>;
  current(): Prompt | undefined;
  subscribe(listener: () => void): () => void;
}

/** Holds the question that calls wait for; a dialog of the shell shows it. */
export function createPrompts(): Prompts {
  const listeners = new Set<() => void>();
  const waiting = new Map<PromptKind, { prompt: Prompt; answered: Promise<boolean> }>();
  const changed = (): void => {
    for (const listener of listeners) listener();
  };
  return {
    ask(kind) {
      const already = waiting.get(kind);
      if (already) return already.answered;
      const { promise: answered, resolve } = Promise.withResolvers<boolean>();
      const answer = (given: boolean): void => {
        waiting.delete(kind);
        changed();
        resolve(given);
      };
      waiting.set(kind, { prompt: { kind, answer }, answered });
      changed();
      return answered;
    },
    // Who is signed out is asked for that first.
    current: () => (waiting.get('sign-in') ?? waiting.get('factor'))?.prompt,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
