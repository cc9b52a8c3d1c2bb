import { AsyncLocalStorage } from 'node:async_hooks';
import { setImmediate } from 'node:timers';
import { isDatabaseUnusable, isLockRefused } from './database-away.ts';

/** Further calls wait for one of these, so that batches grow with the load. */
const MOST_UNDER_WAY = 2;
/** So many keys in one batch. */
const MOST_KEYS = 200;

interface Waiting<Key, Answer> {
  readonly key: Key;
  readonly answer: PromiseWithResolvers<Answer>;
}

/**
 * Joins calls of the same moment into one statement for many keys: under load a process sends a
 * fraction of the statements, and each caller still reads what is stored after its call. `ask`
 * answers in the order of its keys. Calls with the same name share one answer; without `nameOf`
 * none do. A batch that fails is asked for again key by key, so that an error or a lock of somebody
 * else concerns its own caller only, unless the database cannot be used; `ask` must therefore do
 * all or nothing.
 */
export function inBatches<Key, Answer>(
  ask: (keys: readonly Key[]) => Promise<readonly Answer[]>,
  nameOf: (key: Key) => unknown = (key) => ({ key }),
): (key: Key) => Promise<Answer> {
  let waiting = new Map<unknown, Waiting<Key, Answer>>();
  let inContext = AsyncLocalStorage.snapshot();
  let isDue = false;
  let underWay = 0;

  const schedule = (): void => {
    if (isDue || waiting.size === 0 || underWay >= MOST_UNDER_WAY) return;
    isDue = true;
    // Requests that arrived together are read before this runs.
    setImmediate(() => {
      isDue = false;
      const batch = [...waiting.values()].slice(0, MOST_KEYS);
      waiting = new Map([...waiting].slice(MOST_KEYS));
      underWay++;
      void inContext(answerAll<Key, Answer>, ask, batch).finally(() => {
        underWay--;
        schedule();
      });
    });
  };

  return (key) => {
    const name = nameOf(key);
    const known = waiting.get(name);
    if (known) return known.answer.promise;
    // The trace and the log lines of a batch are those of its first caller.
    if (waiting.size === 0) inContext = AsyncLocalStorage.snapshot();
    const answer = Promise.withResolvers<Answer>();
    waiting.set(name, { key, answer });
    schedule();
    return answer.promise;
  };
}

async function answerAll<Key, Answer>(
  ask: (keys: readonly Key[]) => Promise<readonly Answer[]>,
  batch: readonly Waiting<Key, Answer>[],
): Promise<void> {
  try {
    const answers = await ask(batch.map(({ key }) => key));
    for (const [place, { answer }] of batch.entries()) answer.resolve(answers[place] as Answer);
  } catch (error) {
    const isForAll = isDatabaseUnusable(error) && !isLockRefused(error);
    if (batch.length === 1 || isForAll) for (const { answer } of batch) answer.reject(error);
    else await Promise.all(batch.map((one) => answerAll(ask, [one])));
  }
}
