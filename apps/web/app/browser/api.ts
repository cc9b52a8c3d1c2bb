import { type Client, createClient, platformOf } from '@bonisa/contract/client';

/** The same-origin calls from this page, with the headers that the specification sends along (B5, B6). Browser only. */
export const call: Client = createClient({
  fetch: (input, init) => fetch(input, init),
  platform: () => platformOf({ touch: navigator.maxTouchPoints > 0, width: screen.width, height: screen.height }),
});
