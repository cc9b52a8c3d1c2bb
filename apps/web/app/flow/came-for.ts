import type { PageData } from '@bonisa/contract/page-data.port';
import { pictureSrcset } from '@bonisa/domain/picture-address';
import { safeReturn } from './safe-return.ts';

/** The title for which a viewer entered the flow. */
export interface CameFor {
  readonly title: string;
  readonly srcSet: string;
}

/**
 * Reads it from the address of the flow: `?return=/video/isibane`. `undefined` for any other page.
 */
export async function readCameFor(
  request: { readonly url: string },
  data: Pick<PageData, 'video' | 'show' | 'episode'>,
): Promise<CameFor | undefined> {
  const back = safeReturn(new URL(request.url).searchParams.get('return'));
  const [, kind, slug] = /^\/(video|show|episode)\/([\w-]+)/.exec(back) ?? [];
  if (!slug) return undefined;
  if (kind === 'episode') {
    const episode = await data.episode(slug);
    return (
      episode && {
        title: `${episode.show.title}: ${episode.title}`,
        srcSet: pictureSrcset(episode.landscape, 'avif'),
      }
    );
  }
  const found = kind === 'show' ? await data.show(slug, {}) : await data.video(slug);
  return found && { title: found.title, srcSet: pictureSrcset(found.landscape, 'avif') };
}
