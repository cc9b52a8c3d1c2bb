import { AppError } from '@bonisa/kit/http/app-error';
import type { OpsRoutes } from '@bonisa/kit/http/operations-listener';
import { z } from 'zod';
import type { LiveIngest } from './live-ingest.ts';

const slug = z
  .string()
  .regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/, 'must be a slug')
  .max(80);
const channelParam = z.object({ channel: slug });
const keyBody = z
  .strictObject({ record_to: slug.nullish() })
  .nullish()
  .transform((body) => body ?? {});

/** The operator's routes of live ingest sessions: their state, and the stream keys. */
export function liveIngestOpsRoutes({ service, channels, hasChannel }: LiveIngest): OpsRoutes {
  const channelOf = async (params: unknown) => {
    const { channel } = params as z.output<typeof channelParam>;
    const found = (await channels()).find(({ slug }) => slug === channel);
    if (!found) throw new AppError('not_found', 'There is no such live channel.');
    return found;
  };
  return (app) => {
    app.get('/ops/live-ingest', async () => {
      const [newest, keys, known] = await Promise.all([
        service.newest(),
        service.keys(),
        channels(),
      ]);
      const slugOf = (id: number) => known.find((channel) => channel.id === id)?.slug ?? null;
      return {
        data: newest.map((one) => ({
          id: one.id,
          channel: slugOf(one.liveChannelId),
          state: one.state,
          picture: one.picture,
          started_at: one.startedAt.toISOString(),
          seen_at: one.seenAt.toISOString(),
          ended_at: one.endedAt?.toISOString() ?? null,
          bytes: one.bytes,
          publishers: one.publishers,
          job: one.jobId,
        })),
        keys: keys.map(({ liveChannelId, recordTo, createdAt }) => ({
          channel: slugOf(liveChannelId),
          record_to: recordTo,
          created_at: createdAt.toISOString(),
        })),
      };
    });

    app.post(
      '/ops/live-ingest/:channel/key',
      { schema: { params: channelParam, body: keyBody } },
      async (request, reply) => {
        const { id, slug: channel } = await channelOf(request.params);
        const { record_to: recordTo = null } = request.body as z.output<typeof keyBody>;
        if (recordTo && !(await hasChannel(recordTo)))
          throw new AppError('not_found', 'record_to: viewers see no channel with this slug.');
        const key = await service.rotateKey(id, recordTo ?? null);
        return reply
          .header('cache-control', 'no-store')
          .send({ channel, record_to: recordTo ?? null, stream_key: key });
      },
    );

    app.delete(
      '/ops/live-ingest/:channel/key',
      { schema: { params: channelParam } },
      async (request, reply) => {
        const { id } = await channelOf(request.params);
        if (!(await service.removeKey(id)))
          throw new AppError('not_found', 'This channel has no stream key.');
        return reply.code(204).send();
      },
    );

    app.post(
      '/ops/live-ingest/:channel/end',
      { schema: { params: channelParam } },
      async (request, reply) => {
        const { id } = await channelOf(request.params);
        if (!(await service.end(id)))
          throw new AppError(
            'not_found',
            'This process takes no live ingest session of this channel.',
          );
        return reply.code(204).send();
      },
    );
  };
}
