/** The most that one short message holds. */
export const MESSAGE_SEPTETS = 160;

/**
 * GSM 03.38: what costs one of a message's 160 places, and what costs two (it is sent behind an
 * escape). Anything else turns the whole message into one of 70.
 */
const BASIC = new Set(
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà',
);
const EXTENDED = new Set('\f^{}\\[~]|€');

/**
 * How many places a text takes in a short message; `undefined` where a character is not of the GSM
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

/** Whether a text goes out as one short message. */
export function fitsOneMessage(text: string): boolean {
  const septets = septetsOf(text);
  return septets !== undefined && septets <= MESSAGE_SEPTETS;
}
