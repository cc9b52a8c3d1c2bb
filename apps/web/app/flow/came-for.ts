import type { PageData } from '@bonisa/contract/page-data.port';
import type { Picture } from '@bonisa/contract/title-facts';
import { pictureSrcset } from '@bonisa/domain/catalogue/picture-address';
import { flowReturn } from './flow-return.ts';

/** The title or the live channel for which a viewer entered the flow. */
export interface CameFor {
  readonly title: string;
  readonly srcSet: string;
}

/**
 * Reads it from the address of the flow: `?return=/video/isibane`. `undefined` for any other page.
 */
export async function readCameFor(
  request: { readonly url: string },
  data: Pick<PageData, 'video' | 'show' | 'episode' | 'liveChannel'>,
): Promise<CameFor | undefined> {
  const back = flowReturn(new URL(request.url).searchParams.get('return'));
  const [, category, channel] = /^\/live\/([\w-]+)\/([\w-]+)/.exec(back) ?? [];
  if (category && channel) return shown((await data.liveChannel(category, channel, {}))?.channel);
  const [, kind, slug] = /^\/(video|show|episode)\/([\w-]+)/.exec(back) ?? [];
  if (!slug) return undefined;
  if (kind === 'episode') {
    const episode = await data.episode(slug);
    return shown(episode && { ...episode, title: `${episode.show.title}: ${episode.title}` });
  }
  return shown(kind === 'show' ? await data.show(slug, {}) : await data.video(slug));
}

function shown(found: { title: string; landscape: Picture } | undefined): CameFor | undefined {
  return found && { title: found.title, srcSet: pictureSrcset(found.landscape, 'avif') };
}
