import type { Clock } from '@bonisa/kit/clock/clock';
import type { Database } from '@bonisa/kit/database/database';
import { hashToken, randomToken } from '@bonisa/kit/secrets/keyed-hash';
import type { LiveIngestRepository } from './live-ingest.repository.ts';

/** Writes who did it, in the transaction of what is done. */
export type RecordAct = (tx: Database) => Promise<void>;

const unrecorded: RecordAct = async () => undefined;

/** The keys by which publishers send into live channels: at most one for a channel. */
export function createStreamKeys({
  repository,
  clock,
  close,
}: {
  readonly repository: LiveIngestRepository;
  readonly clock: Clock;
  /** Ends the connection of a channel's publisher, where this process has it. */
  readonly close: (liveChannelId: number, why: string) => void;
}) {
  return {
    /** Makes a new key for a channel and returns it: it is shown this once. */
    async rotate(
      liveChannelId: number,
      recordTo: string | null,
      record = unrecorded,
    ): Promise<string> {
      const key = randomToken();
      const row = { liveChannelId, keyHash: hashToken(key), recordTo, createdAt: clock.now() };
      await repository.transaction(async (tx) => {
        await repository.within(tx).setKey(row);
        await record(tx);
      });
      close(liveChannelId, 'the stream key was replaced');
      return key;
    },

    /** Removes a channel's key and ends its connection. False: it had none. */
    async remove(liveChannelId: number, record = unrecorded): Promise<boolean> {
      const removed = await repository.transaction(async (tx) => {
        const isRemoved = await repository.within(tx).removeKey(liveChannelId);
        if (isRemoved) await record(tx);
        return isRemoved;
      });
      close(liveChannelId, 'the stream key was removed');
      return removed;
    },
  };
}
