/** The septets that one short message holds. */
export const MESSAGE_SEPTETS = 160;

/**
 * GSM 03.38: characters of one septet, and escaped characters of two. Any other character limits
 * the whole message to 70 characters.
 */
const BASIC = new Set(
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà',
);
const EXTENDED = new Set('\f^{}\\[~]|€');

/**
 * The septets of a text in a short message; `undefined` where a character is not in the GSM
 * alphabet.
 */
export function septetsOf(text: string): number | undefined {
  let septets = 0;
  for (const character of text) {
    if (BASIC.has(character)) septets += 1;
    else if (EXTENDED.has(character)) septets += 2;
    else return undefined;
  }
  return septets;
}

/** Whether a text fits one short message. */
export function fitsOneMessage(text: string): boolean {
  const septets = septetsOf(text);
  return septets !== undefined && septets <= MESSAGE_SEPTETS;
}
