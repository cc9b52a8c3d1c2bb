import { ARTWORK_FIELDS } from '@bonisa/contract/studio/artwork-fields';
import type { RowProblem } from './batch.rows.ts';
import type { PlannedDeletion } from './deletion.plan.ts';
import type { DeletionRepository } from './deletion.repository.ts';
import type { PlannedPut } from './planned-put.ts';

/**
 * What may be changed without the right to publish (decision 32): drafts, and of a
 * published entry its words and its pictures. Whatever decides what viewers see, where, when and to
 * whom needs the scope catalogue:publish.
 */

/** What decides whether, when and to whom an entry is shown. */
export const STATE_FIELDS: readonly string[] = [
  'published',
  'availableFrom',
  'availableUntil',
  'packages',
];

/** What an editor may correct while viewers see it: each change is a version and can be undone. */
const WORDS: ReadonlySet<string> = new Set([
  'title',
  'name',
  'tagline',
  'eyebrow',
  'headline',
  'synopsis',
  'description',
  'year',
  'credits',
  'segments',
  'captions',
  'artEmblem',
  'artGround',
  'accent',
  ...Object.values(ARTWORK_FIELDS),
]);

interface RightsParts {
  readonly deletion: Pick<DeletionRepository, 'anyPublished'>;
  /** Whether the rows bring deleted entries back. */
  readonly isReturn: boolean;
}

const SCOPE = 'needs a publisher (the scope catalogue:publish)';
const needsScope = true;

/**
 * Names each field of each row that needs the right to publish. A deleted draft that returns may
 * have the windows that it had.
 */
export async function refusePublishing(
  puts: readonly PlannedPut[],
  deletions: readonly PlannedDeletion[],
  { deletion: repository, isReturn }: RightsParts,
  problems: RowProblem[],
): Promise<void> {
  for (const put of puts) {
    const { row, kind, key } = put;
    const isReturningDraft = isReturn && !put.before && put.values.published !== true;
    for (const field of isReturningDraft ? [] : refusedFields(put)) {
      const why =
        STATE_FIELDS.includes(field) || !put.before ? '' : ', because viewers see this entry';
      problems.push({ row, kind, key, field, problem: `${SCOPE}${why}`, needsScope });
    }
  }
  for (const { row, kind, key, entries } of deletions)
    if (await repository.anyPublished(entries))
      problems.push({ row, kind, key, field: 'delete', problem: SCOPE, needsScope });
}

function refusedFields({ kind, before, values, changed }: PlannedPut): readonly string[] {
  if (!before) return STATE_FIELDS.filter((field) => Boolean(values[field]));
  // The title of a slide is the title that it shows, not a word.
  const isWord = (field: string): boolean =>
    WORDS.has(field) && !(kind === 'slide' && field === 'title');
  return before.published === true
    ? changed.filter((field) => !isWord(field))
    : changed.filter((field) => STATE_FIELDS.includes(field));
}
