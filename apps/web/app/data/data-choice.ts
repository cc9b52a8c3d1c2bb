import type { AudioCosts } from '@bonisa/contract/page-data';
import {
  type Cap,
  capOf,
  costAtCap,
  DATA_CHOICES,
  type DataChoice,
  usualChoice,
} from '@bonisa/domain/playback/data-choice';
import { connection, type Network, networkNow } from './network.ts';

/**
 * The viewer's data choice in this browser, one for metered and one for unmetered networks, and the
 * language that they like to hear. The watch page's inline script reads them too, so they are
 * stored plainly and read without libraries.
 */

const KEY = 'data_choice';

const listeners = new Set<() => void>();

/** The choices of this page, which hold also where nothing can be stored. */
const chosenHere: Partial<Record<Network | 'audio', string>> = {};

function readChosen(): Partial<Record<Network | 'audio', unknown>> {
  try {
    return { ...JSON.parse(localStorage.getItem(KEY) ?? '{}'), ...chosenHere };
  } catch {
    // Forbidden or broken storage counts as nothing chosen.
    return chosenHere;
  }
}

function isChoice(value: unknown): value is DataChoice {
  return (DATA_CHOICES as readonly unknown[]).includes(value);
}

/** The choice for the network that this device is on: the viewer's, or the usual one. */
export function choiceNow(): DataChoice {
  const network = networkNow();
  const chosen = readChosen()[network];
  return isChoice(chosen) ? chosen : usualChoice(network === 'metered');
}

/** Remembers a choice for the network that this device is on. */
export function choose(choice: DataChoice): void {
  remember(networkNow(), choice);
}

/** The code of the language that the viewer chose last, if ever. */
export function likedAudio(): string | undefined {
  // Any script or person can write into storage.
  return /^[a-z]{2,3}$/.exec(`${readChosen().audio}`)?.[0];
}

/** Remembers the language that the viewer likes to hear. */
export function likeAudio(language: string): void {
  remember('audio', language);
}

function remember(key: Network | 'audio', value: string): void {
  chosenHere[key] = value;
  try {
    localStorage.setItem(KEY, JSON.stringify(readChosen()));
  } catch {
    // Without storage the choice lasts as long as this page.
  }
  for (const listener of listeners) listener();
}

/** The cap of a choice on this screen, in lines; 0: sound alone. */
export function capHere(choice: DataChoice): Cap {
  const { width, height } = screen;
  return capOf(choice, { width, height, pixelRatio: devicePixelRatio });
}

/** The cap of the choice that is in force now. */
export function capNow(): Cap {
  return capHere(choiceNow());
}

/** The cap and the language of a play call made now, to compare. */
export function askedFor(): string {
  return `${capNow()} ${likedAudio()}`;
}

/** Where `find-av1.ts` writes whether this device decodes AV1 with ease: `1` or `0`. */
export const AV1_KEY = 'av1';

/** Where the viewer wants the start of a title before a press on mobile data too: `1`. */
export const AHEAD_KEY = 'ahead_metered';

let av1: string | null | undefined;

/**
 * Whether this device decodes AV1 with ease: `1`, `0`, or null where nobody has asked it. An answer
 * counts from the next page on, so that what a page says and what it plays are the same.
 */
function av1Known(): string | null {
  if (av1 !== undefined) return av1;
  try {
    av1 = localStorage.getItem(AV1_KEY);
  } catch {
    // Forbidden storage: H.264.
    av1 = '0';
  }
  return av1;
}

/**
 * What the play call needs to know of this device and its viewer: the cap, the throughput in
 * kbit/s, whether it wants AV1, and the language to hear.
 */
export function playTerms(): {
  max_height: Cap;
  throughput?: number;
  av1?: boolean;
  audio_language: string | undefined;
} {
  const throughput = Math.round((connection()?.downlink ?? 0) * 1000);
  return {
    max_height: capNow(),
    audio_language: likedAudio(),
    ...(throughput > 0 ? { throughput } : {}),
    ...(av1Known() === '1' ? { av1: true } : {}),
  };
}

/** The costs of an item in the language in which this viewer hears it. */
export function heardCosts(
  costs: readonly number[],
  audioCosts: AudioCosts | undefined,
): readonly number[] {
  return audioCosts?.[likedAudio() ?? ''] ?? costs;
}

/** The cost of a title at a cap on this device, in megabytes. */
export function costAt(costs: readonly number[], cap: Cap): number {
  return costAtCap(costs, cap, av1Known() === '1');
}

/**
 * Calls `listener` when the choice, the language or the network changes; returns a function that
 * stops it.
 */
export function onChoice(listener: () => void): () => void {
  listeners.add(listener);
  connection()?.addEventListener('change', listener);
  return () => {
    listeners.delete(listener);
    connection()?.removeEventListener('change', listener);
  };
}
