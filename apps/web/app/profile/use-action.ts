import { useState } from 'react';
import { problemOf } from '../browser/problem.ts';
import { unexpectedError } from '../error-screen.tsx';

/** An action of a press: whether it is running, and its last error. */
export interface Action {
  readonly busy: boolean;
  readonly problem: string | undefined;
  /** Resolves to whether it succeeded. */
  run(act: () => Promise<void>): Promise<boolean>;
}

/**
 * Runs one action at a time: busy while it runs; on failure the words of the error (row X3) or the
 * fallback text (row X2).
 */
export function useAction(): Action {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const run = async (act: () => Promise<void>) => {
    setBusy(true);
    setProblem(undefined);
    try {
      await act();
      return true;
    } catch (error) {
      setProblem((await problemOf(error)) ?? unexpectedError());
      return false;
    } finally {
      setBusy(false);
    }
  };
  return { busy, problem, run };
}
