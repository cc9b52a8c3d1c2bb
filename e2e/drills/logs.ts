// What the processes of a fleet write during a drill.
import type { Fleet } from './fleet.ts';

/** What each process has written, by process: one that is started again is another. */
type Written = ReadonlyMap<object, number>;

interface Line {
  readonly level: string;
  readonly msg: string;
  readonly text: string;
}

export interface Logs {
  /** The lines since the beginning of the drill that a pattern matches. */
  matching(pattern: RegExp): readonly string[];
  /**
   * Messages of warnings and errors, each with how often they came, the most frequent first. The
   * line of each answer is not among them.
   */
  loud(): readonly (readonly [message: string, count: number])[];
}

/** The one line that every answer has. */
const ANSWERED = /^answered(?: slowly)?$/;

/** Remembers where the logs are; the result reads what follows. */
export function followLogs(fleet: Pick<Fleet, 'members'>): Logs {
  const before: Written = new Map(
    fleet.members.map(({ process }) => [process, process.output().length]),
  );
  const lines = (): Line[] =>
    fleet.members.flatMap(({ process }) =>
      process
        .output()
        .slice(before.get(process) ?? 0)
        .split('\n')
        .filter((text) => text !== '')
        .map(lineOf),
    );
  return {
    matching: (pattern) => lines().flatMap(({ text }) => (pattern.test(text) ? [text] : [])),
    loud: () => {
      const counts = new Map<string, number>();
      for (const { level, msg } of lines())
        if (/^(?:warn|error|fatal)$/.test(level) && !ANSWERED.test(msg))
          counts.set(msg, (counts.get(msg) ?? 0) + 1);
      return [...counts].sort(([, a], [, b]) => b - a);
    },
  };
}

function lineOf(text: string): Line {
  try {
    const { level = '', msg = '' } = JSON.parse(text) as Partial<Line>;
    return { level, msg, text };
  } catch {
    // The greeting of a process, and what Node itself says.
    return { level: 'plain', msg: text, text };
  }
}
