import type { Logger } from 'pino';
import type { FileStore } from '../files/file-store.ts';
import type { Secrets } from '../secrets/secrets.ts';
import {
  type AssetBodies,
  type BuiltApp,
  isSharedName,
  type PackedBuild,
  packBuild,
} from './build-file.ts';
import { createBuildReader, folderOf } from './build-reader.ts';

/** The builds of all processes of a service, in the file store that they share. */
export interface SharedBuilds {
  /**
   * Stores the files of this process's build, for processes with another build, and renews them
   * until `stop`. Resolves when they are stored. A store that fails is logged and tried again: the
   * process can serve its own build without it.
   */
  publish(app: BuiltApp, files: ReadonlyMap<string, AssetBodies>): Promise<{ stop(): void }>;
  /**
   * Finds a file by its path in the builds of other processes; `undefined` if none has it. Throws
   * an `AppError` `unavailable` if the store does not answer, or too many wait for it.
   */
  find(app: BuiltApp, path: string): Promise<AssetBodies | undefined>;
  /** Removes builds that no process has had for two weeks. */
  purge(): Promise<void>;
}

export interface SharedBuildsDependencies {
  readonly files: FileStore;
  readonly secrets: Pick<Secrets, 'key'>;
  readonly logger: Pick<Logger, 'warn'>;
  /** Milliseconds. The times of files are the store's, so a test clock does not move them. */
  readonly now?: () => number;
}

const DAY_MS = 24 * 3600 * 1000;
/** A page that stays open for longer than this loads itself again. */
const KEPT_MS = 14 * DAY_MS;
const RENEWED_AFTER_MS = DAY_MS;
const LOOK_MS = 60_000;
/** Shares builds by the file store: `builds/<app>/<id>/index` and `…/files`. */
export function createSharedBuilds(dependencies: SharedBuildsDependencies): SharedBuilds {
  const { files, secrets, logger, now = Date.now } = dependencies;
  const key = secrets.key('builds');
  const readers = new Map<BuiltApp, (path: string) => Promise<AssetBodies | undefined>>();

  async function store(app: BuiltApp, build: PackedBuild): Promise<void> {
    const [index, bytes] = [`${folderOf(app, build.id)}/index`, `${folderOf(app, build.id)}/files`];
    const stored = await files.stat(index);
    if (stored && now() - stored.modified.getTime() < RENEWED_AFTER_MS) return;
    // The index is last: who finds it finds the bytes.
    await files.put(bytes, build.bytes);
    await files.put(index, build.index);
  }

  return {
    async publish(app, assets) {
      const build = packBuild({ app, key }, assets);
      const stored = () =>
        store(app, build).catch((error: unknown) =>
          logger.warn(
            { err: error, app },
            'the built files could not be shared: processes of another build answer 404 for them',
          ),
        );
      await stored();
      const timer = setInterval(stored, LOOK_MS);
      timer.unref();
      return { stop: () => clearInterval(timer) };
    },

    async find(app, path) {
      if (!isSharedName(path)) return undefined;
      const reader = readers.get(app) ?? createBuildReader(app, { files, key });
      readers.set(app, reader);
      return await reader(path);
    },

    async purge() {
      for await (const { key: name, modified } of files.list('builds'))
        if (name.endsWith('/index') && now() - modified.getTime() > KEPT_MS)
          await files.removeFolder(name.slice(0, -'/index'.length));
    },
  };
}
