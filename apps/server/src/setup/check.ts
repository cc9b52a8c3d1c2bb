import type { Config } from '../config.ts';

/** A setting that breaks the start or the service (`error`), or is unsafe or unwise (`warning`). */
export interface Problem {
  readonly level: 'error' | 'warning';
  /** The variable, or the carrier. */
  readonly name: string;
  /** What is wrong, and what to do. */
  readonly says: string;
}

export const error = (name: string, says: string): Problem => ({ level: 'error', name, says });
export const warning = (name: string, says: string): Problem => ({ level: 'warning', name, says });

/** What is checked: the environment, and what can be read of it. */
export interface Subject {
  readonly config: Config;
  readonly variables: Readonly<Record<string, string | undefined>>;
}

/** Nothing is wrong where there are no problems; a text says why there was nothing to try. */
export type Result = readonly Problem[] | string;

export interface Check {
  readonly name: string;
  /** What it looks at, in words. */
  readonly looksAt: string;
  /** The variables that it needs: it does not run where the start refuses any of them. */
  readonly needs?: RegExp;
  run(subject: Subject): Result | Promise<Result>;
}
