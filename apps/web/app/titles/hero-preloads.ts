import type { HeroPicture, Picture } from '@bonisa/contract/title-facts';
import { pictureSrcset } from '@bonisa/domain/catalogue/picture-address';
import { STAGE_SIZES } from './art.tsx';

/**
 * `<link rel="preload">` for the first visible picture, tall or wide, so that the browser requests
 * it first.
 */
export function heroPreloads(hero: HeroPicture | undefined): object[] {
  if (!hero) return [];
  const preload = (media: string, picture: HeroPicture['tall']) => ({
    tagName: 'link',
    rel: 'preload',
    as: 'image',
    type: 'image/avif',
    imageSrcSet: pictureSrcset(picture, 'avif'),
    imageSizes: '100vw',
    media,
    fetchPriority: 'high',
  });
  return [preload('(max-width: 47.99rem)', hero.tall), preload('(min-width: 48rem)', hero.wide)];
}

/** The same for the picture of a stage. */
export function scenePreload(scene: Picture): object {
  return {
    tagName: 'link',
    rel: 'preload',
    as: 'image',
    type: 'image/avif',
    imageSrcSet: pictureSrcset(scene, 'avif'),
    imageSizes: STAGE_SIZES,
    fetchPriority: 'high',
  };
}
