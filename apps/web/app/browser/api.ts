import { type Client, createClient, type Platform, platformOf } from '@bonisa/contract/client';

/** The platform label of this device (row B5). Browser only. */
export function platform(): Platform {
  return platformOf({
    touch: navigator.maxTouchPoints > 0,
    width: screen.width,
    height: screen.height,
  });
}

/**
 * The same-origin calls of this page, with the specification's headers (rows B5, B6). Browser only.
 */
export const call: Client = createClient({ fetch: (input, init) => fetch(input, init), platform });
