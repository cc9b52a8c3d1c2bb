import { expect, it } from 'vitest';
import { createShutdown } from './shutdown.ts';

/** A shutdown, what its parts have done, and how to let one of them end. */
function setUp() {
  const shutdown = createShutdown();
  const done: string[] = [];
  const held = new Map<string, PromiseWithResolvers<void>>();
  const part = (name: string) => async () => {
    done.push(`${name} stops`);
    const end = Promise.withResolvers<void>();
    held.set(name, end);
    await end.promise;
    done.push(`${name} ended`);
  };
  return { shutdown, done, part, end: (name: string) => held.get(name) };
}

it('stops parts in the opposite order, and those of a group at the same time', async () => {
  const { shutdown, done, part, end } = setUp();
  shutdown.add(part('signal'));
  const listeners = shutdown.together();
  listeners.add(part('site'));
  listeners.add(part('studio'));
  shutdown.add(part('jobs'));
  const stopped = shutdown.run();
  expect(done).toEqual(['jobs stops']);
  end('jobs')?.resolve();
  await expect.poll(() => done.slice(2)).toEqual(['site stops', 'studio stops']);
  // An upload is still connected to the studio: the site waits for nothing, the signal for both.
  end('site')?.resolve();
  await expect.poll(() => done.slice(4)).toEqual(['site ended']);
  end('studio')?.resolve();
  await expect.poll(() => done.slice(5)).toEqual(['studio ended', 'signal stops']);
  end('signal')?.resolve();
  await stopped;
});

it('stops everything also after a part that fails, and names each failure', async () => {
  const { shutdown, done } = setUp();
  shutdown.add(() => void done.push('lock'));
  const listeners = shutdown.together();
  for (const name of ['site', 'studio'])
    listeners.add(() => {
      done.push(name);
      throw new Error(name);
    });
  const error = (await shutdown.run().catch((reason: unknown) => reason)) as AggregateError;
  expect(done).toEqual(['site', 'studio', 'lock']);
  expect((error.errors[0] as AggregateError).errors).toEqual([
    new Error('site'),
    new Error('studio'),
  ]);
});
