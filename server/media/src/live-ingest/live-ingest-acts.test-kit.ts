import type { LiveIngestRepository } from './live-ingest.repository.ts';

/**
 * The repository of a process, and a wait for what the process does on its own after a picture: it
 * notes how far its live ingest session is, and looks whether it still has the right to it. On a
 * slow machine that may come after the next step of a test.
 */
export function watchActs(repository: LiveIngestRepository) {
  const acts: Promise<unknown>[] = [];
  const watched =
    <Given extends unknown[], Result>(call: (...given: Given) => Promise<Result>) =>
    (...given: Given): Promise<Result> => {
      const act = call(...given);
      acts.push(act.catch(() => undefined));
      return act;
    };
  const { note, keyOf, openOf } = repository;
  return {
    repository: {
      ...repository,
      note: watched(note),
      keyOf: watched(keyOf),
      openOf: watched(openOf),
    },
    /** Resolves when nothing of that is under way; each answer may lead to another call. */
    async ended(): Promise<void> {
      while (acts.length > 0) await Promise.all(acts.splice(0));
    },
  };
}
