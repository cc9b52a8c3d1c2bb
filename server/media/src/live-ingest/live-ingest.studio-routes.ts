import * as calls from '@bonisa/contract/studio/live.calls';
import { AppError } from '@bonisa/kit/http/app-error';
import { invalidRequest } from '@bonisa/kit/http/errors';
import type { StudioRoutes } from '@bonisa/kit/http/studio-listener';
import { GONE_MS } from './finalise-recording.service.ts';
import type { LiveIngestSession } from './live-ingest.repository.ts';
import type { LiveIngest } from './live-ingest.ts';
import type { LiveIngestPart } from './live-ingest-parts.repository.ts';

const HOUR_SECONDS = 3600;
/** Before that an average says more about the beginning than about the picture. */
const AVERAGE_AFTER_MS = 5000;
const OPEN: readonly LiveIngestSession['state'][] = ['live', 'away'];

/** The calls of the studio about live ingest sessions and stream keys. */
export function liveIngestStudioRoutes(liveIngest: LiveIngest): StudioRoutes {
  const { service, channels, hasChannel, newestParts, clock, port } = liveIngest;

  const viewsOf = async (rows: readonly LiveIngestSession[]) => {
    const [known, parts] = await Promise.all([channels(), newestParts(rows.map(({ id }) => id))]);
    const now = clock.now();
    return rows.map((row) =>
      sessionView(row, {
        channel: known.find(({ id }) => id === row.liveChannelId),
        part: parts.find(({ ingestSessionId }) => ingestSessionId === row.id),
        now,
      }),
    );
  };
  const channelOf = async (slug: string) => {
    const found = (await channels()).find((channel) => channel.slug === slug);
    if (!found) throw new AppError('not_found', 'There is no such live channel.');
    return found;
  };

  return ({ register }) => {
    register(calls.liveIngestSessions, {
      limit: 'read',
      handle: async () => {
        const [open, newest] = await Promise.all([service.unfinished(), service.newest()]);
        const over = newest.filter(({ state }) => !OPEN.includes(state));
        const views = await viewsOf([...open, ...over]);
        return { open: views.slice(0, open.length), over: views.slice(open.length) };
      },
    });
    register(calls.endLiveIngestSession, {
      limit: 'write',
      handle: async ({ params: { id }, body: { reason, revoke_key }, audit }) => {
        const ended = await service.endById(id, { revokesKey: revoke_key }, (tx) =>
          audit.record(
            { subject: `live-ingest-session:${id}`, reason, details: { revoke_key } },
            tx,
          ),
        );
        if (!ended && (await service.byId(id)))
          throw new AppError('conflict', 'This live ingest session is over already.');
        const [view] = ended ? await viewsOf([ended]) : [];
        if (!view) throw new AppError('not_found', 'There is no such live ingest session.');
        return { session: view };
      },
    });
    register(calls.streamKeys, {
      limit: 'read',
      handle: async () => {
        const [known, keys] = await Promise.all([channels(), service.keys()]);
        const data = known.map(({ id, slug, title }) => {
          const key = keys.find(({ liveChannelId }) => liveChannelId === id);
          const shown = key && { made_at: key.createdAt.toISOString(), record_to: key.recordTo };
          return { channel: slug, name: title, key: shown ?? null };
        });
        return { port: port ?? null, data };
      },
    });
    register(calls.makeStreamKey, {
      limit: 'write',
      handle: async ({ params, body: { record_to: recordTo = null, reason }, audit }) => {
        const { id, slug: channel } = await channelOf(params.channel);
        if (recordTo && !(await hasChannel(recordTo)))
          throw invalidRequest([
            { field: 'record_to', problem: 'viewers see no channel with this slug' },
          ]);
        const details = { record_to: recordTo };
        const key = await service.rotateKey(id, recordTo, (tx) =>
          audit.record({ subject: `live_channel:${channel}`, reason, details }, tx),
        );
        return { channel, stream_key: key };
      },
    });
    register(calls.revokeStreamKey, {
      limit: 'write',
      handle: async ({ params, body: { reason }, audit }) => {
        const { id, slug: channel } = await channelOf(params.channel);
        const revoked = await service.removeKey(id, (tx) =>
          audit.record({ subject: `live_channel:${channel}`, reason }, tx),
        );
        if (!revoked) throw new AppError('not_found', 'This channel has no stream key.');
        return { revoked: true as const };
      },
    });
  };
}

function sessionView(
  row: LiveIngestSession,
  {
    channel,
    part,
    now,
  }: {
    readonly channel: { readonly slug: string; readonly title: string } | undefined;
    readonly part: LiveIngestPart | undefined;
    readonly now: Date;
  },
) {
  const isOpen = OPEN.includes(row.state);
  const isSilent = isOpen && now.getTime() - row.seenAt.getTime() > GONE_MS;
  const lastedMs = row.seenAt.getTime() - row.startedAt.getTime();
  const renditions = [...(part?.renditions ?? [])].sort((a, b) => a.height - b.height);
  return {
    id: row.id,
    channel: channel?.slug ?? null,
    channel_name: channel?.title ?? null,
    state: isSilent ? ('silent' as const) : row.state,
    picture: row.picture,
    started_at: row.startedAt.toISOString(),
    seen_at: row.seenAt.toISOString(),
    ended_at: row.endedAt?.toISOString() ?? null,
    end_asked_at: row.endAskedAt?.toISOString() ?? null,
    network: row.network,
    publishers: row.publishers,
    bytes: row.bytes,
    received_kbps: lastedMs < AVERAGE_AFTER_MS ? null : Math.round((row.bytes * 8) / lastedMs),
    renditions: renditions.map(({ height, hourBytes }) => ({
      height,
      kbps: Math.round((hourBytes * 8) / HOUR_SECONDS / 1000),
    })),
    job_id: row.jobId,
  };
}
