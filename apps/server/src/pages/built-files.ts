import type { AssetBodies, BuiltApp } from '@bonisa/kit/builds/build-file';
import type { SharedBuilds } from '@bonisa/kit/builds/shared-builds';
import { AppError } from '@bonisa/kit/http/app-error';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { assetOfOtherBuild, type BuildAsset } from './build-assets.ts';
import { sendAsset } from './send-asset.ts';

/** Sends the file of a path; `undefined` where the path is none of a file. */
export type SendBuiltFile = (
  path: string,
  request: FastifyRequest,
  reply: FastifyReply,
) => Promise<FastifyReply> | FastifyReply | undefined;

/**
 * Sends the files of this process's build, and those of builds that other processes have: while a
 * new version is rolled out, a page of either version may ask any process for its files.
 */
export function builtFileSender(
  app: BuiltApp,
  assets: ReadonlyMap<string, BuildAsset>,
  builds: Pick<SharedBuilds, 'find'>,
): SendBuiltFile {
  async function sendOther(path: string, request: FastifyRequest, reply: FastifyReply) {
    const bodies = await builds.find(app, path);
    const asset = bodies && assetOfOtherBuild(path, bodies);
    if (!asset) throw new AppError('not_found', 'There is no such file.');
    return sendAsset(asset, request, reply);
  }
  return (path, request, reply) => {
    const own = assets.get(path);
    if (own) return sendAsset(own, request, reply);
    return path.startsWith('/assets/') ? sendOther(path, request, reply) : undefined;
  };
}

/** The forms of each file, to be shared with other processes. */
export function bodiesOf(
  assets: ReadonlyMap<string, BuildAsset>,
): ReadonlyMap<string, AssetBodies> {
  return new Map([...assets].map(([path, { bodies }]) => [path, bodies]));
}
