import type { accounts } from '@bonisa/contract/studio/accounts.calls';
import type { StudioReplyOf } from '@bonisa/contract/studio/studio-client';
import { Card } from '../design/page.tsx';
import { dateTime } from '../design/time.ts';
import { actWords } from './audit-words.ts';

/** What others did to accounts within the last 7 days: no administrator acts unseen. */
export function AccountChanges({ data, changes }: StudioReplyOf<typeof accounts>) {
  const ofOthers = changes.filter(({ own }) => !own).toReversed();
  if (ofOthers.length === 0) return null;
  const nameOf = new Map(data.map(({ id, name }) => [id, name]));
  return (
    <Card title="Done by others within 7 days">
      <ul className="grid gap-2">
        {ofOthers.map(({ at, by, account_id: id, action, reason }) => (
          <li key={`${at} ${id}`}>
            {dateTime(at)}: {by}, {actWords(action)} of <strong>{nameOf.get(id)}</strong>
            {reason && `: ${reason}`}
          </li>
        ))}
      </ul>
    </Card>
  );
}
