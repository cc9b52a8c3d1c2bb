// Viewers of one video: some read segments that are in memory, others those nobody has read.
import { setTimeout as wait } from 'node:timers/promises';
import type { Fleet } from './fleet.ts';

const WARM_EVERY_MS = 100;
const COLD_EVERY_MS = 500;
/** So many segments are in the memory of every process before a drill. */
const WARM = 10;

/** What viewers were answered, by status, with the code of refusals: `503 unavailable`. */
export type Answers = ReadonlyMap<string, number>;

export interface Viewers {
  /** Of segments in memory, and of those that nobody has read. */
  readonly warm: Answers;
  readonly cold: Answers;
  /** The longest that one waited, in milliseconds. */
  longest(): number;
  stop(): Promise<void>;
}

/** Brings segments into memory, then reads them, and others from `firstCold` on. */
export async function startViewers(
  { url, of }: Pick<Fleet, 'url' | 'of'>,
  base: string,
  firstCold: number,
): Promise<Viewers> {
  const path = (place: number): string => `${new URL(base).pathname}360p/${place}.m4s`;
  for (const { site } of of('pages'))
    for (let place = 0; place < WARM; place++) {
      const answer = await fetch(`http://127.0.0.1:${site}${path(place)}`);
      if (answer.status !== 200) throw new Error(`segment ${place}: ${answer.status}`);
      await answer.arrayBuffer();
    }
  let going = true;
  let longest = 0;
  const [warm, cold] = [new Map<string, number>(), new Map<string, number>()];
  const read = async (place: number, counts: Map<string, number>): Promise<boolean> => {
    const asked = performance.now();
    const answer = await fetch(url + path(place)).catch(() => undefined);
    const text = await answer?.text();
    longest = Math.max(longest, performance.now() - asked);
    const what = !answer ? 'cut' : answer.status === 200 ? '200' : refusalOf(answer, text ?? '');
    counts.set(what, (counts.get(what) ?? 0) + 1);
    return answer?.status === 200;
  };
  const readWarm = async (): Promise<void> => {
    for (let turn = 0; going; turn++, await wait(WARM_EVERY_MS)) await read(turn % WARM, warm);
  };
  const readCold = async (): Promise<void> => {
    for (let place = firstCold; going; await wait(COLD_EVERY_MS))
      if (await read(place, cold)) place++;
  };
  const work = [readWarm(), readCold()];
  return {
    warm,
    cold,
    longest: () => longest,
    stop: async () => {
      going = false;
      await Promise.all(work);
    },
  };
}

function refusalOf({ status, headers }: Response, text: string): string {
  const code = /"code":"(\w+)"/.exec(text)?.[1] ?? 'without a code';
  return `${status} ${code}${headers.has('retry-after') ? '' : ', no Retry-After'}`;
}
