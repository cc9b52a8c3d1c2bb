import type { Cap } from '@bonisa/domain/data-choice';
import { formatMegabytes } from '@bonisa/domain/megabytes';
import { useSyncExternalStore } from 'react';
import { capNow, costAt, onChoice } from './data-choice.ts';

/** What the server shows to everybody: the choice of most phones. */
const SERVERS_CAP: Cap = 240;

/** The cap of the choice in force, which decides what watching costs. */
export function useCap(): Cap {
  return useSyncExternalStore(onChoice, capNow, () => SERVERS_CAP);
}

/** The data cost of a title at the viewer's choice, such as `1.4 MB`. */
export function Cost({ of: costs }: { of: readonly number[] }) {
  return formatMegabytes(costAt(costs, useCap()));
}
