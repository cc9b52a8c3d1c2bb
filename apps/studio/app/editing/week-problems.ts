import type { FieldProblem } from '@bonisa/contract/errors';
import { StudioCallError } from '@bonisa/contract/studio/studio-client';
import { inWords } from '../design/words.ts';
import type { Slot } from './week-slots.ts';

/** What a refused week says of one programme, by its fields. */
export type SlotProblems = Readonly<Record<string, string>>;

/** What the form of a programme calls its fields. */
const LABELS: Readonly<Record<string, string>> = { synopsis: 'short words', startsAt: 'begins' };

/**
 * The programmes at fault, by their places now: `slots.17.title` counts in the programmes that were
 * sent. Programmes that were changed or taken out meanwhile are left out.
 */
export function slotProblems(
  error: unknown,
  sent: readonly Slot[],
  slots: readonly Slot[],
): ReadonlyMap<number, SlotProblems> {
  const named: readonly FieldProblem[] = error instanceof StudioCallError ? error.fields : [];
  const found = new Map<number, SlotProblems>();
  for (const { field, problem } of named) {
    // A programme that is at fault as a whole is marked at its title.
    const [, at, name = 'title'] = /^slots\.(\d+)(?:\.([^.]+))?/.exec(field) ?? [];
    const slot = at === undefined ? undefined : sent[Number(at)];
    const place = slot ? slots.indexOf(slot) : -1;
    if (place >= 0) found.set(place, { [name]: problem, ...found.get(place) });
  }
  return found;
}

/** `title must not be empty, begins must be given`. */
export function slotProblemWords(problems: SlotProblems): string {
  return Object.entries(problems)
    .map(([name, problem]) => `${LABELS[name] ?? inWords(name)} ${problem}`)
    .join(', ');
}
