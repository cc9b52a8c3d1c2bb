import { readFile, realpath, stat } from 'node:fs/promises';
import { isAbsolute, relative, resolve, sep } from 'node:path';
import { readText } from '@bonisa/domain/text-encoding';
import type { Clock } from '@bonisa/kit/clock/clock';
import { AppError } from '@bonisa/kit/http/app-error';
import type { OpsRoutes } from '@bonisa/kit/http/operations-listener';
import { z } from 'zod';
import { CaptionsError } from './captions/webvtt.ts';
import type { IngestService } from './ingest/ingest.service.ts';
import { type FileAddressOf, viewOfAsset, viewOfJob } from './ingest/ingest-job.view.ts';
import { captionLanguage, LARGEST_CAPTIONS, refuseField } from './ops-fields.ts';

const line = (max: number) => z.string().trim().min(1).max(max);

const ingestBody = z.strictObject({
  file: line(1000),
  title: line(200),
  reference: line(200).optional(),
  effort: z.enum(['quick', 'thorough']).optional(),
  captions: z
    .array(
      z.strictObject({
        language: captionLanguage,
        label: line(60),
        file: line(1000),
      }),
    )
    .max(30)
    .refine(
      (tracks) =>
        new Set(tracks.map((track) => track.language.toLowerCase())).size === tracks.length,
      'must not name a language twice',
    )
    .optional(),
});

const jobId = z.object({ id: z.uuid() });
const posterBody = z.strictObject({ file: line(60) });
const jobsQuery = z.strictObject({
  state: z.enum(['active', 'queued', 'running', 'done', 'failed']).default('active'),
});

export interface MediaOpsDependencies {
  readonly ingest: IngestService;
  /** The only folder from which files are accepted. */
  readonly uploadsDir: string;
  /** Copies a file of this machine to where any process packages it; returns the job's source. */
  readonly shareSource: (file: string) => Promise<string>;
  readonly addressOf: FileAddressOf;
  readonly clock: Clock;
}

/** The operator's routes: ingest a source and list its jobs. For the loopback listener only. */
export function mediaOpsRoutes({
  ingest,
  uploadsDir,
  shareSource,
  addressOf,
  clock,
}: MediaOpsDependencies): OpsRoutes {
  return (app) => {
    app.post('/ops/ingest', { schema: { body: ingestBody } }, async (request, reply) => {
      const body = request.body as z.output<typeof ingestBody>;
      const file = await allowedFile(body.file, uploadsDir, 'file');
      const captions = await Promise.all(
        (body.captions ?? []).map(async (track, i) => ({
          language: track.language,
          label: track.label,
          vtt: await captionsIn(
            await allowedFile(track.file, uploadsDir, `captions.${i}.file`),
            `captions.${i}.file`,
          ),
        })),
      );
      const { title, reference, effort } = body;
      const queued = await ingest
        .ingest({
          file: await shareSource(file),
          title,
          captions,
          ...(reference ? { reference } : {}),
          ...(effort ? { effort } : {}),
        })
        .catch((error: unknown) => {
          throw error instanceof CaptionsError ? refuseField('captions', error.message) : error;
        });
      const job = await ingest.job(queued.jobId);
      if (!job) throw new Error('a queued job is not there');
      return reply
        .code(202)
        .header('location', `/ops/jobs/${job.id}`)
        .send(viewOfJob(job, clock.now()));
    });

    app.get('/ops/jobs/:id', { schema: { params: jobId } }, async (request) => {
      const job = await ingest.job((request.params as z.output<typeof jobId>).id);
      if (!job) throw new AppError('not_found', 'There is no such job.');
      const asset = job.state === 'done' ? await ingest.asset(job.assetId) : undefined;
      const result = asset ? viewOfAsset(asset, addressOf) : null;
      return { ...viewOfJob(job, clock.now()), result };
    });

    app.put(
      '/ops/assets/:id/poster',
      { schema: { params: jobId, body: posterBody } },
      async (request) => {
        const { id } = request.params as z.output<typeof jobId>;
        const { file } = request.body as z.output<typeof posterBody>;
        if (!(await ingest.asset(id))) throw new AppError('not_found', 'There is no such asset.');
        const asset = await ingest.choosePoster(id, file);
        if (!asset) throw refuseField('file', 'must be one of the poster candidates of the asset');
        return viewOfAsset(asset, addressOf);
      },
    );

    app.get('/ops/jobs', { schema: { querystring: jobsQuery } }, async (request) => {
      const { state } = request.query as z.output<typeof jobsQuery>;
      const jobs = await ingest.jobs({ state });
      return { data: jobs.map((job) => viewOfJob(job, clock.now())) };
    });
  };
}

/** Resolves a file name to its real path inside the folder for uploads; follows symbolic links. */
async function allowedFile(fileName: string, uploadsDir: string, field: string): Promise<string> {
  if (fileName.includes('\0')) throw refuseField(field, 'must not contain NUL');
  const root = await realpath(uploadsDir).catch(() => undefined);
  const real = root && (await realpath(resolve(root, fileName)).catch(() => undefined));
  // One message for all cases, so that it does not reveal which other files exist on the machine.
  if (!root || !real || !isBelow(real, root))
    throw refuseField(field, 'must be a file in the folder for uploads (UPLOADS_DIR)');
  if (!(await stat(real)).isFile()) throw refuseField(field, 'must be a file');
  return real;
}

async function captionsIn(file: string, field: string): Promise<string> {
  if ((await stat(file)).size > LARGEST_CAPTIONS)
    throw refuseField(field, `must be at most ${LARGEST_CAPTIONS / 1_000_000} MB`);
  const read = readText(await readFile(file), 'table');
  if ('problem' in read) throw refuseField(field, read.problem);
  return read.text;
}

function isBelow(path: string, root: string): boolean {
  const way = relative(root, path);
  return way !== '' && way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}
