import type { BrandLook } from '@bonisa/contract/site-config';
import type { BrandFolder } from '@bonisa/kit/brand/brand-reader';
import { AppError } from '@bonisa/kit/http/app-error';
import type { FastifyPluginAsync } from 'fastify';

/** The look of a brand's folder, as pages know it. */
export function lookOf({ style, tokens, logo, assets }: BrandFolder): BrandLook {
  const src = assets.find(({ type }) => type === 'image/svg+xml')?.address;
  const font = assets.find(({ type }) => type === 'font/woff2')?.address;
  const { width = 0, height = 0, hasName = false } = logo ?? {};
  return {
    style,
    ground: tokens['--color-ink'] ?? '#000000',
    ...(font ? { font } : {}),
    ...(src ? { logo: { src, width, height, hasName } } : {}),
  };
}

/**
 * `GET /brand/{file}`: the logo and the font of the operator's brand. Addresses change with the
 * bytes, so browsers keep them for good.
 */
export function brandRoutes({ assets }: Pick<BrandFolder, 'assets'>): FastifyPluginAsync {
  const files = new Map(assets.map((asset) => [asset.address, asset]));
  return async (app) => {
    app.get<{ Params: { file: string } }>(
      '/brand/:file',
      { schema: { hide: true } },
      (request, reply) => {
        const file = files.get(`/brand/${request.params.file}`);
        if (!file) throw new AppError('not_found', 'There is no such file.');
        return reply
          .type(file.type)
          .header('cache-control', 'public, max-age=31536000, immutable')
          .header('content-security-policy', "default-src 'none'; sandbox")
          .send(file.bytes);
      },
    );
  };
}
