import type { Clock } from '@bonisa/kit/clock/clock';
import type { FileStore } from '@bonisa/kit/files/file-store';
import { renditionFolder, segmentFile } from '../asset.ts';
import type { Live } from '../live/live.ts';
import { GONE_MS } from './finalise-recording.service.ts';
import type { LiveIngestPart, LiveIngestPartsRepository } from './live-ingest-parts.repository.ts';
import { abandonedSince, endOf } from './live-ingest-source.ts';

/** Viewers go back two hours; what they began to fetch may take some minutes more. Microseconds. */
const KEPT = 7_800_000_000;

export interface PartsSweepDependencies {
  readonly repository: LiveIngestPartsRepository;
  readonly files: Pick<FileStore, 'remove' | 'removeFolder'>;
  readonly live: Pick<Live, 'onAir' | 'scheduleOf'>;
  /** The channel's pages show its schedule again. */
  readonly showSchedule: (channelId: number) => Promise<void>;
  readonly clock: Clock;
}

/**
 * Removes the segments of live ingest sessions that no viewer can reach any more, and takes live
 * ingest sessions off the air that a process which ended by itself left there. Any process may do
 * it: the one that took the live ingest session may never come back.
 */
export function createPartsSweep(dependencies: PartsSweepDependencies) {
  const { repository, files, live, showSchedule, clock } = dependencies;

  async function removeOld(part: LiveIngestPart, now: number): Promise<void> {
    const { assetId, startsAt, segmentDuration, removed, segments, renditions } = part;
    if (endOf(part) + KEPT < now) {
      await files.removeFolder(`media/${assetId}`);
      await repository.forget(assetId);
      return;
    }
    const old = Math.floor((now - KEPT - startsAt) / segmentDuration);
    const until = Math.min(old, segments - 1);
    for (let index = removed; index < until; index++)
      await Promise.all(
        renditions.map(({ height }) =>
          files.remove(`media/${assetId}/${renditionFolder(height)}/${segmentFile(index)}`),
        ),
      );
    if (until > removed) await repository.removed(assetId, until);
  }

  return async function sweep(): Promise<void> {
    const at = clock.now().getTime();
    const now = at * 1000;
    for (const { id, liveChannelId } of await repository.abandoned(new Date(at - GONE_MS))) {
      const channel = await live.onAir.of(liveChannelId);
      const left = abandonedSince(await live.scheduleOf(liveChannelId), channel, id, now);
      if (!left) continue;
      await repository.leaveAir(left);
      await live.onAir.refresh();
      // A publisher who came back after a killed process is on air with another live ingest
      // session.
      if (channel.broadcasts.at(-1)?.ingestSessionId === id) await showSchedule(liveChannelId);
    }
    for (const part of await repository.old(now - KEPT)) await removeOld(part, now);
  };
}
