import type { AudioCosts } from '@bonisa/contract/page-data';
import { type Cap, costAtCap } from '@bonisa/domain/playback/data-choice';
import { formatMegabytes } from '@bonisa/domain/playback/megabytes';
import { useSyncExternalStore } from 'react';
import { capNow, costAt, heardCosts, onChoice } from './data-choice.ts';

/** What the server shows to everybody: the choice of most phones, in H.264. */
const SERVERS_CAP: Cap = 240;

/**
 * The cost of a title at the choice in force on this device, in megabytes; with `audioCosts` in the
 * language in which this viewer hears it.
 */
export function useCost(costs: readonly number[], audioCosts?: AudioCosts): number {
  return useSyncExternalStore(
    onChoice,
    () => costAt(heardCosts(costs, audioCosts), capNow()),
    () => costAtCap(costs, SERVERS_CAP, false),
  );
}

/** The data cost of a title at the viewer's choice, such as `1.4 MB`. */
export function Cost({ of: costs }: { of: readonly number[] }) {
  return formatMegabytes(useCost(costs));
}
