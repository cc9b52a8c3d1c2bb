import { setTimeout as wait } from 'node:timers/promises';
import { Agent, setGlobalDispatcher } from 'undici';

/** The parent's order: this many invented requests a second, for this long. */
export interface HostileOrder {
  readonly siteUrl: string;
  readonly from: string;
  readonly rate: number;
  readonly seconds: number;
}

/** The count of each status; 0: no answer. */
export type HostileReport = Readonly<Record<number, number>>;

/** The kinds of invented requests, in turn. `n` never repeats. */
const INVENTED: readonly ((n: number) => string)[] = [
  (n) => `/?x${n}=${n}&page=${n % 9000}&genre=g${n}&season=${n % 9000}`,
  (n) => `/channels?utm_source=${n}&page=${n % 9000}`,
  (n) => `/_.data?_routes=routes/invented${n}`,
  (n) => `/video/invented-${n}`,
  (n) => `/nowhere/${n}`,
  (n) => `/channel/ekhaya/invented-${n}?page=${n % 9000}`,
];
const TICK_MS = 10;

setGlobalDispatcher(new Agent({ connections: 256 }));

/** A process of its own, so that its work does not delay the measured requests. */
process.on('message', (order: HostileOrder) => {
  attack(order).then(
    (report) => process.send?.({ report }),
    (error: unknown) => process.send?.({ failure: String(error) }),
  );
});

/** Sends at the given rate, whether or not earlier requests are answered. */
async function attack({ siteUrl, from, rate, seconds }: HostileOrder): Promise<HostileReport> {
  const statuses: Record<number, number> = {};
  const count = (status: number): void => {
    statuses[status] = (statuses[status] ?? 0) + 1;
  };
  const sent: Promise<void>[] = [];
  const first = Date.now() * 1000;
  const began = performance.now();
  for (let elapsed = 0; elapsed < seconds * 1000; elapsed = performance.now() - began) {
    while (sent.length < (elapsed / 1000) * rate) {
      const address = INVENTED[sent.length % INVENTED.length]?.(first + sent.length) ?? '/';
      sent.push(ask(siteUrl + address, from).then(count, () => count(0)));
    }
    await wait(TICK_MS);
  }
  await Promise.all(sent);
  return statuses;
}

async function ask(url: string, from: string): Promise<number> {
  const answer = await fetch(url, {
    headers: { 'accept-encoding': 'br', 'x-forwarded-for': from },
  });
  await answer.arrayBuffer();
  return answer.status;
}
