import type { RowProblem } from './batch.rows.ts';
import type { DeletionRepository } from './deletion.repository.ts';
import type { PlannedPut } from './planned-put.ts';

/**
 * Refuses to move a category to another channel while titles of it stay in the former one: their
 * links would lead to no page, and a deletion of the new channel would take them along.
 */
export async function validateCategoryMove(
  puts: readonly PlannedPut[],
  gone: ReadonlySet<string>,
  deletion: Pick<DeletionRepository, 'hangingOn'>,
  problems: RowProblem[],
): Promise<void> {
  const titles = new Map(
    puts.flatMap((put) => (isTitle(put) ? [[put.id, put.values] as const] : [])),
  );
  for (const { row, kind, key, id, before, values } of puts) {
    if (kind !== 'category' || !before || before.channelId === values.channelId) continue;
    const left = (await deletion.hangingOn({ kind, id })).filter((one) => {
      if (one.kind !== 'title' || gone.has(`title ${one.id}`)) return false;
      const after = titles.get(one.id);
      return !after || (after.categoryId === id && after.channelId !== values.channelId);
    });
    if (left.length === 0) continue;
    const problem = `has title: ${left.length}: move them by the same batch, or take them out first`;
    problems.push({ row, kind, key, field: 'channel', problem });
  }
}

function isTitle({ kind }: PlannedPut): boolean {
  return kind === 'show' || kind === 'video';
}
