import type { careFind } from '@bonisa/contract/studio/care.calls';
import type { StudioReplyOf } from '@bonisa/contract/studio/studio-client';

/** A number that was found: its handle and its summary. */
export type FoundNumber = StudioReplyOf<typeof careFind> & {
  /** The charge that led to it, to be answered first. */
  readonly reference?: string;
};
export type Summary = FoundNumber['summary'];

let handedOver: FoundNumber | undefined;

/**
 * Hands a found number to the screen of care, in the page's memory: a number or a handle is in no
 * address and in no storage of the browser.
 */
export function handOver(found: FoundNumber): void {
  handedOver = found;
}

/** Takes what was handed over, once. */
export function takeHandedOver(): FoundNumber | undefined {
  const found = handedOver;
  handedOver = undefined;
  return found;
}

/** A key of one act: a second press of the same button is the same act. */
export function newKey(): string {
  return crypto.randomUUID();
}
