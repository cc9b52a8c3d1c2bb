import { isAbsolute, normalize, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import type { S3Place } from './s3-store.ts';

/** Where files are stored: a folder of this machine, or a bucket. */
export type FileStorePlace =
  | { readonly kind: 'folder'; readonly folder: string }
  | ({ readonly kind: 's3' } & S3Place);

const FORMS = 'must be file:///folder or s3://bucket/prefix?endpoint=…&region=…';
const BUCKET = /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/;
const PREFIX = /^(?:[A-Za-z0-9][A-Za-z0-9._-]*(?:\/[A-Za-z0-9][A-Za-z0-9._-]*){0,7})?$/;
const REGION = /^[a-z0-9][a-z0-9-]{0,39}$/;

/** `FILE_STORE` from its text. A problem never repeats the text. */
const fileStorePlace = z.string().transform((text, context): FileStorePlace => {
  const read = URL.canParse(text) ? placeOf(new URL(text)) : FORMS;
  if (typeof read !== 'string') return read;
  context.addIssue({ code: 'custom', message: read });
  return z.NEVER;
});

/** Files have addresses below it, so a path is allowed. */
const mediaUrl = z
  .url({ protocol: /^https?$/, error: 'must be an http or https address' })
  .refine(
    (value) => {
      const { username, password, search, hash } = URL.parse(value) ?? {};
      return !(username || password || search || hash);
    },
    { error: 'must be an address without user and query, for example https://media.example.org' },
  )
  .transform((value) => new URL(value).href.replace(/\/+$/, ''));

/** The environment variables of files. */
export const filesConfigShape = {
  FILE_STORE: fileStorePlace.optional(),
  MEDIA_URL: mediaUrl.optional(),
  MEDIA_BACKUP_URL: mediaUrl.optional(),
  CMCD: z.enum(['on', 'off']).default('off'),
};

/** What is wrong with the variables of files together, a line each. */
export function fileStoreProblems(env: {
  readonly FILE_STORE?: FileStorePlace | undefined;
  readonly MEDIA_URL?: string | undefined;
  readonly MEDIA_BACKUP_URL?: string | undefined;
  readonly DATABASE_URL?: string | undefined;
  readonly ROLE: string;
}): string[] {
  const store =
    env.ROLE !== 'all' && env.DATABASE_URL !== undefined && env.FILE_STORE === undefined
      ? [
          `FILE_STORE: must be set with ROLE=${env.ROLE}: media, pictures and uploads must be where all processes find them`,
        ]
      : [];
  const isAlone = env.MEDIA_BACKUP_URL !== undefined && env.MEDIA_URL === undefined;
  return [
    ...store,
    ...(isAlone ? ['MEDIA_BACKUP_URL: needs MEDIA_URL, the address for which it stands in'] : []),
  ];
}

/** The configured place, or a folder in `DATA_DIR`. */
export function fileStoreOf(env: {
  readonly FILE_STORE?: FileStorePlace | undefined;
  readonly DATA_DIR: string;
}): FileStorePlace {
  return env.FILE_STORE ?? { kind: 'folder', folder: resolve(env.DATA_DIR, 'files') };
}

/**
 * Whether ends are also written into the file store. A demo's own folder is lost and tried out
 * together with its database.
 */
export function keepsTerminationJournalOf(env: {
  readonly FILE_STORE?: FileStorePlace | undefined;
  readonly MODE: 'demo' | 'production';
}): boolean {
  return env.FILE_STORE !== undefined || env.MODE === 'production';
}

/** The place, or what is wrong with the address. */
function placeOf(address: URL): FileStorePlace | string {
  if (address.username || address.password)
    return 'must hold no credentials: set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY';
  if (address.protocol === 'file:') return folderOf(address);
  if (address.protocol === 's3:') return bucketOf(address);
  return FORMS;
}

function folderOf(address: URL): FileStorePlace | string {
  const { host, search, hash, pathname } = address;
  if (host || search || hash || /%2f|%00/i.test(pathname)) return FORMS;
  const folder = normalize(fileURLToPath(address)).replace(/(?<=.)\/+$/, '');
  return isAbsolute(folder) && folder !== '/' ? { kind: 'folder', folder } : FORMS;
}

function bucketOf({ host: bucket, pathname, searchParams, hash }: URL): FileStorePlace | string {
  if (!bucket) return `${FORMS}: the bucket is missing`;
  if (!BUCKET.test(bucket)) return 'must name a bucket of small letters, digits, dots and dashes';
  const unknown = [...searchParams.keys()].some((name) => name !== 'endpoint' && name !== 'region');
  if (unknown || hash) return `${FORMS}: only endpoint and region are known`;
  const prefix = pathname.replace(/^\/+|\/+$/g, '');
  if (!PREFIX.test(prefix)) return 'must have a prefix of letters, digits, dots and dashes';
  const region = searchParams.get('region') || undefined;
  if (region !== undefined && !REGION.test(region)) return 'region must be a name like af-south-1';
  const endpoint = searchParams.get('endpoint') || undefined;
  if (endpoint !== undefined && !isEndpoint(endpoint))
    return 'endpoint must be an http or https address without a user';
  return { kind: 's3', bucket, prefix, endpoint: endpoint?.replace(/\/+$/, ''), region };
}

function isEndpoint(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, username, password, search } = new URL(text);
  return /^https?:$/.test(protocol) && !username && !password && !search;
}
