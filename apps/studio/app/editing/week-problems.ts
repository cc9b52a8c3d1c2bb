import type { FieldProblem } from '@bonisa/contract/errors';
import { StudioCallError } from '@bonisa/contract/studio/studio-client';
import { inWords } from '../design/words.ts';
import type { Dated, Schedule, Slot } from './week-slots.ts';

/** What a refused week says of one programme, by its fields. */
export type SlotProblems = Readonly<Record<string, string>>;

/** What the form of a programme calls its fields. */
const LABELS: Readonly<Record<string, string>> = { synopsis: 'short words', startsAt: 'begins' };

/**
 * The programmes at fault: `slots.17.title` and `dated.3` count in the programmes that were sent.
 * One that was changed meanwhile is another programme.
 */
export function slotProblems(
  error: unknown,
  sent: Schedule,
): ReadonlyMap<Slot | Dated, SlotProblems> {
  const named: readonly FieldProblem[] = error instanceof StudioCallError ? error.fields : [];
  const found = new Map<Slot | Dated, SlotProblems>();
  for (const { field, problem } of named) {
    // A programme that is at fault as a whole is marked at its title.
    const [, list, at, name = 'title'] = /^(slots|dated)\.(\d+)(?:\.([^.]+))?/.exec(field) ?? [];
    const one = list === undefined ? undefined : sent[list as keyof Schedule][Number(at)];
    if (one) found.set(one, { [name]: problem, ...found.get(one) });
  }
  return found;
}

/** `title must not be empty, begins must be given`. */
export function slotProblemWords(problems: SlotProblems): string {
  return Object.entries(problems)
    .map(([name, problem]) => `${LABELS[name] ?? inWords(name)} ${problem}`)
    .join(', ');
}
