import type { catalogueReturn } from '@bonisa/contract/studio/deleted.calls';
import type { StudioReplyOf } from '@bonisa/contract/studio/studio-client';
import { count } from '../design/money.ts';

const MOST_NAMED = 20;

/** What could not come back with a restored entry, and why. */
export function NotBack({ without }: Pick<StudioReplyOf<typeof catalogueReturn>, 'without'>) {
  return (
    <>
      <p>This could not come back with it:</p>
      <ul className="list-disc pl-6">
        {without.slice(0, MOST_NAMED).map((one) => (
          <li key={`${one.kind} ${one.key} ${one.field} ${one.reason}`}>
            {one.key}: {one.reason}
          </li>
        ))}
      </ul>
      {without.length > MOST_NAMED && <p>and {count(without.length - MOST_NAMED)} more</p>}
    </>
  );
}
