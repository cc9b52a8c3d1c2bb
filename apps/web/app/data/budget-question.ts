/** The question whether to play on with a used-up budget. At most one is asked at a time. */
export interface BudgetQuestion {
  /** Whether the question waits for an answer. */
  isAsked(): boolean;
  /** Asks. Resolves to whether the viewer goes on. */
  ask(): Promise<boolean>;
  answer(goesOn: boolean): void;
  listen(listener: () => void): () => void;
}

export function createBudgetQuestion(): BudgetQuestion {
  const listeners = new Set<() => void>();
  let asked: { readonly answer: Promise<boolean>; resolve(goesOn: boolean): void } | undefined;
  const tell = () => {
    for (const listener of listeners) listener();
  };
  return {
    isAsked: () => asked !== undefined,
    ask() {
      if (!asked) {
        let resolve: (goesOn: boolean) => void = () => undefined;
        const answer = new Promise<boolean>((end) => {
          resolve = end;
        });
        asked = { answer, resolve };
        tell();
      }
      return asked.answer;
    },
    answer(goesOn) {
      asked?.resolve(goesOn);
      asked = undefined;
      tell();
    },
    listen(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** The question of this page, shown by `budget-watch.tsx`. */
export const budgetQuestion = createBudgetQuestion();
