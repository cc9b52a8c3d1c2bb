import type { changeAccount } from '@bonisa/contract/studio/accounts.calls';
import type { StudioReplyOf } from '@bonisa/contract/studio/studio-client';
import { Button } from '../design/button.tsx';
import { Dialog } from '../design/dialog.tsx';
import { dateTime } from '../design/time.ts';

/** What an account leaves that is disabled or loses a role. */
export type Left = NonNullable<StudioReplyOf<typeof changeAccount>['left']>;

const KINDS = { refund: 'A refund', write_off: 'A write-off' } as const;

/** Whether there is something to show of it. */
export function isAnythingLeft(left: Left | null): left is Left {
  return left !== null && left.keys.length + left.requests.length > 0;
}

/** Says which API keys and requests of an account go on. */
export function LeftDialog({
  title,
  name,
  left: { keys, requests },
  onClose,
}: {
  readonly title: string;
  readonly name: string;
  readonly left: Left;
  readonly onClose: () => void;
}) {
  return (
    <Dialog title={title} onClose={onClose}>
      <ul className="mb-4 list-disc ps-6">
        {keys.map((key) => (
          <li key={key.id}>
            The API key {key.name}{' '}
            {key.revoked ? 'is revoked.' : `works until ${dateTime(key.expires_at)}.`}
          </li>
        ))}
        {requests.map(({ kind, id, amount, expires_at }) => (
          <li key={id}>
            {KINDS[kind]} of R{amount} waits until {dateTime(expires_at)}, and cannot be approved
            while {name} is disabled.
          </li>
        ))}
      </ul>
      <div className="flex justify-end">
        <Button tone="action" onClick={onClose}>
          Close
        </Button>
      </div>
    </Dialog>
  );
}
