import type { AudioCosts } from '@bonisa/contract/page-data';
import { costAtCap } from '@bonisa/domain/playback/data-choice';
import { formatMegabytes, megabytesOf } from '@bonisa/domain/playback/megabytes';
import { useSyncExternalStore } from 'react';
import { say } from '../words/words.ts';
import { capNow, costAt, heardCosts, onChoice } from './data-choice.ts';
import { SERVERS_CAP } from './other-costs.ts';

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

interface CostProps {
  of: readonly number[];
  audioCosts?: AudioCosts | undefined;
  /** What is said of the megabytes; by default they themselves. */
  words?: (megabytes: number) => string;
}

/**
 * The data cost of a title at the viewer's choice, such as `1.4 MB`. Until hydration it is not seen
 * where the server's figure is that of another choice (`other-costs.ts`).
 */
export function Cost({ of: costs, audioCosts, words = formatMegabytes }: CostProps) {
  return <span className="megabytes">{words(useCost(costs, audioCosts))}</span>;
}

/** `1.4 MB a minute`, from the costs of an hour; nothing where they are not known. */
export function MinuteCost({ of: costs }: { of: readonly number[] }) {
  return costs.length > 0 ? <Cost of={costs} words={minuteWords} /> : null;
}

function minuteWords(hour: number): string {
  return `${formatMegabytes(megabytesOf((hour / 60) * 1_000_000))} ${say('live.a_minute')}`;
}
