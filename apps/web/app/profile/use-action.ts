import { CallError } from '@bonisa/contract/client';
import { useState } from 'react';
import { UNEXPECTED_ERROR } from '../error-screen.tsx';

/** One thing that a press does: whether it is under way, and what went wrong the last time. */
export interface Action {
  readonly busy: boolean;
  readonly problem: string | undefined;
  /** Answers whether it worked. */
  run(act: () => Promise<void>): Promise<boolean>;
}

/**
 * One thing at a time: busy while it runs, and the server's own words (X3) or the plain ones (X2)
 * when it fails.
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
      setProblem((error instanceof CallError && error.description) || UNEXPECTED_ERROR);
      return false;
    } finally {
      setBusy(false);
    }
  };
  return { busy, problem, run };
}
