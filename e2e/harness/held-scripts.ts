import type { Visit } from './browser.ts';

/** Holds back the page's own scripts until the returned function releases them. */
export async function holdScripts({ context }: Visit, scripts = /\.js(\?|$)/): Promise<() => void> {
  const held = Promise.withResolvers<void>();
  await context.route(scripts, async (route) => {
    await held.promise;
    await route.continue();
  });
  return held.resolve;
}
