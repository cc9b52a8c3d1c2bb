import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { Encoding } from '../http/negotiation.ts';
import { createSigner, type Signer } from '../secrets/signed-token.ts';

/** The browser's applications, each with builds of its own. */
export type BuiltApp = 'web' | 'studio';

/** Who signs and reads the builds of an application. */
export interface BuildSigner {
  readonly app: BuiltApp;
  readonly key: Buffer;
}

/** The forms of one file of a build. */
export type AssetBodies = Readonly<
  Partial<Record<Encoding, Buffer>> & { readonly identity: Buffer }
>;

const FORMS = ['identity', 'br', 'gzip'] as const;

/**
 * Names of files that are shared: those with a hash of their content in a type that a page loads.
 * Nothing else of a store can be asked for.
 */
const SHARED_NAME =
  /^\/assets\/(?:[a-z]{2,3}\/)?[A-Za-z0-9][A-Za-z0-9._-]{0,100}-[\w-]{8}\.(?:js|css|svg|png|woff2)$/;

/** Whether a path of the site may be a file of another build. */
export function isSharedName(path: string): boolean {
  return SHARED_NAME.test(path);
}

const place = z.tuple([z.int().min(0), z.int().min(0), z.string().length(43)]);
const indexFile = z.object({
  format: z.literal(1),
  files: z.record(
    z.string().regex(SHARED_NAME),
    z.object({ identity: place, br: place.optional(), gzip: place.optional() }),
  ),
});

/** Where each form of a file stands among the bytes: from, length, SHA-256 in base64url. */
export type IndexEntry = z.output<typeof indexFile>['files'][string];
export type BuildIndex = ReadonlyMap<string, IndexEntry>;

/** A build as it is stored: all bytes, one file after the other, and where each of them begins. */
export interface PackedBuild {
  /** Names the content and the key that signed it: the same files have the same id. */
  readonly id: string;
  readonly index: Buffer;
  readonly bytes: Buffer;
}

/**
 * Packs the files of a build that have a hash in their names. The index is signed: whoever can
 * write to the file store cannot have the site serve a script.
 */
export function packBuild(
  signer: BuildSigner,
  files: ReadonlyMap<string, AssetBodies>,
): PackedBuild {
  const shared = [...files]
    .filter(([path]) => isSharedName(path))
    .sort(([a], [b]) => (a < b ? -1 : 1));
  const parts: Uint8Array[] = [];
  let from = 0;
  const add = (bytes: Buffer): z.output<typeof place> => {
    const at = from;
    parts.push(bytes);
    from += bytes.length;
    return [at, bytes.length, sha256(bytes)];
  };
  const entries = shared.map(([path, bodies]) => {
    const forms = FORMS.flatMap((form) => {
      const bytes = bodies[form];
      return bytes ? [[form, add(bytes)] as const] : [];
    });
    return [path, Object.fromEntries(forms)] as const;
  });
  const text = JSON.stringify({ format: 1, files: Object.fromEntries(entries) });
  const signature = signerOf(signer).sign(text);
  return {
    id: createHash('sha256').update(signature).digest('hex').slice(0, 32),
    index: Buffer.from(`${signature}\n${text}`),
    bytes: Buffer.concat(parts),
  };
}

/**
 * Reads an index of {@link packBuild}; `undefined` for one that is not signed by a valid key, or
 * that another version wrote in another form.
 */
export function readBuildIndex(signer: BuildSigner, file: Buffer): BuildIndex | undefined {
  const text = file.toString('utf8');
  const end = text.indexOf('\n');
  const [signature, json] = [text.slice(0, end), text.slice(end + 1)];
  if (end < 0 || !signerOf(signer).matches(json, signature)) return undefined;
  const read = indexFile.safeParse(JSON.parse(json));
  return read.success ? new Map(Object.entries(read.data.files)) : undefined;
}

/**
 * Reads the forms of one file by `read`, which returns the bytes of a part (both ends included).
 * `undefined` where the bytes are not those of the index.
 */
export async function readAssetBodies(
  entry: IndexEntry,
  read: (first: number, last: number) => Promise<Buffer | undefined>,
): Promise<AssetBodies | undefined> {
  const [identity, ...others] = await Promise.all(
    FORMS.map(async (form) => {
      const [from, length, hash] = entry[form] ?? [0, 0, ''];
      if (length === 0) return undefined;
      const bytes = await read(from, from + length - 1);
      return bytes && sha256(bytes) === hash ? bytes : undefined;
    }),
  );
  const [br, gzip] = others;
  return identity && { identity, ...(br ? { br } : {}), ...(gzip ? { gzip } : {}) };
}

function signerOf({ key, app }: BuildSigner): Signer {
  return createSigner(key, `build index of ${app}`);
}

function sha256(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('base64url');
}
