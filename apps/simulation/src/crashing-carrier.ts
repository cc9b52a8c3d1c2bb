import type { Carrier } from '@bonisa/carriers/carrier.port';
import type { Life } from './crash-injector.ts';

/**
 * The carrier as one life of the process reaches it: it may die before a call leaves it and before
 * the answer is read, and the dead ask nothing any more.
 */
export function createCrashingCarrier(carrier: Carrier, life: Life): Carrier {
  const crashing =
    (name: string, call: (...input: unknown[]) => Promise<unknown>) =>
    async (...input: unknown[]) => {
      life.pass(`before ${name}`);
      const answer = await call(...input);
      life.pass(`after ${name}`);
      return answer;
    };
  const listing = (name: string, list: (...input: unknown[]) => AsyncIterable<unknown>) =>
    async function* (...input: unknown[]) {
      for await (const entry of list(...input)) {
        life.pass(`within ${name}`);
        yield entry;
      }
    };
  return Object.fromEntries(
    Object.entries(carrier).map(([name, call]) => [
      name,
      name.startsWith('list') ? listing(name, call as never) : crashing(name, call as never),
    ]),
  ) as unknown as Carrier;
}
