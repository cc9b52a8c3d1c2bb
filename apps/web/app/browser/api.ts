import { type Client, createClient, type Platform, platformOf } from '@bonisa/contract/client';

/** The platform label of this device (B5). Browser only. */
export function platform(): Platform {
  return platformOf({
    touch: navigator.maxTouchPoints > 0,
    width: screen.width,
    height: screen.height,
  });
}

/**
 * The same-origin calls from this page, with the headers that the specification sends along (B5,
 * B6). Browser only.
 */
export const call: Client = createClient({ fetch: (input, init) => fetch(input, init), platform });
