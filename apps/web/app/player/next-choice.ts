import { playsNextEpisode } from '@bonisa/domain/playback/after-episode';
import { networkNow } from '../data/network.ts';

/**
 * Whether the next episode starts by itself, as this viewer chose it in this browser: one choice
 * for metered and one for unmetered networks.
 */

const KEY = 'play_next';

type Chosen = Partial<Record<ReturnType<typeof networkNow>, unknown>>;

/** The choices of this page, which hold also where nothing can be stored. */
const chosenHere: Chosen = {};

function readChosen(): Chosen {
  try {
    return { ...JSON.parse(localStorage.getItem(KEY) ?? '{}'), ...chosenHere };
  } catch {
    // Forbidden or broken storage counts as nothing chosen.
    return chosenHere;
  }
}

/** Whether the next episode starts by itself on the network that this device is on. */
export function playsNextNow(): boolean {
  const network = networkNow();
  const chosen = readChosen()[network];
  return playsNextEpisode(typeof chosen === 'boolean' ? chosen : undefined, network === 'metered');
}

/** Remembers the choice for the network that this device is on. */
export function choosePlaysNext(playsNext: boolean): void {
  chosenHere[networkNow()] = playsNext;
  try {
    localStorage.setItem(KEY, JSON.stringify(readChosen()));
  } catch {
    // Without storage the choice lasts as long as this page.
  }
}
