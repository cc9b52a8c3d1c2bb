import { type BrandMark, iconsOf } from '@bonisa/artwork/brand-mark';
import type { BrandFolder } from '@bonisa/kit/brand/brand-reader';
import { AppError } from '@bonisa/kit/http/app-error';
import type { FastifyPluginAsync, FastifyReply } from 'fastify';

/**
 * `GET /icons/{name}` and `GET /favicon.ico`: the brand's mark, or our own. An icon is made at its
 * first request. Its address contains no hash, so browsers may cache it for a day only.
 */
export function iconRoutes(folder?: BrandFolder): FastifyPluginAsync {
  const icons = iconsOf(brandMarkOf(folder));
  const made = new Map<string, Promise<Buffer>>();

  async function answer(name: string, reply: FastifyReply): Promise<FastifyReply> {
    const icon = icons.get(name);
    if (!icon) throw new AppError('not_found', 'There is no such icon.');
    const making = made.get(name) ?? icon.make();
    made.set(name, making);
    return reply
      .type(icon.type)
      .header('cache-control', 'public, max-age=86400')
      .send(await making);
  }

  return async (app) => {
    app.get<{ Params: { name: string } }>(
      '/icons/:name',
      { schema: { hide: true } },
      (request, reply) => answer(request.params.name, reply),
    );
    app.get('/favicon.ico', { schema: { hide: true } }, (_request, reply) =>
      answer('favicon.ico', reply),
    );
  };
}

/** The mark for icons, in the brand's colours; a brand without a drawing has no mark of ours. */
export function brandMarkOf(folder: BrandFolder | undefined): BrandMark | undefined {
  if (!folder) return undefined;
  const { '--color-ink': page = '', '--color-night': surface = '' } = folder.tokens;
  const { '--color-plum': band = '', '--color-ochre': accent = '' } = folder.tokens;
  return { svg: folder.icon?.svg, page, surface, band, accent };
}
