import type { HeroPicture, Picture } from '@bonisa/contract/page-data';
import { pictureSrc, pictureSrcset } from '@bonisa/domain/picture-address';

interface ArtProps {
  picture: Picture;
  /** How wide it is shown, as CSS `sizes`. */
  sizes: string;
  /** Wanted at once (the first screen's picture); all others wait until they are near. */
  eager?: boolean | undefined;
  className?: string;
}

/**
 * One picture, in AVIF in all its widths, and in one middle width for a browser that does not know
 * AVIF: there are tens of these in a page, and every page is paid for by the megabyte. Decoration:
 * what it shows is said in words beside it.
 */
export function Art({ picture, sizes, eager = false, className }: ArtProps) {
  return (
    <picture>
      <source type="image/avif" srcSet={pictureSrcset(picture, 'avif')} sizes={sizes} />
      <img
        src={pictureSrc(picture, 480)}
        width={picture.width}
        height={picture.height}
        alt=""
        loading={eager ? 'eager' : 'lazy'}
        fetchPriority={eager ? 'high' : undefined}
        decoding="async"
        className={className}
      />
    </picture>
  );
}

/** From this width on the hero is wide. The same in `titles.css`. */
export const WIDE = '(min-width: 48rem)';

/** The hero's scene: upright on a phone, wide from 768 px on. */
export function HeroArt({ hero, eager = false }: { hero: HeroPicture; eager?: boolean }) {
  const { tall, wide } = hero;
  return (
    <picture>
      <source
        media={WIDE}
        type="image/avif"
        srcSet={pictureSrcset(wide, 'avif')}
        sizes="100vw"
        width={wide.width}
        height={wide.height}
      />
      <source
        media={WIDE}
        type="image/webp"
        srcSet={pictureSrcset(wide, 'webp')}
        sizes="100vw"
        width={wide.width}
        height={wide.height}
      />
      <source type="image/avif" srcSet={pictureSrcset(tall, 'avif')} sizes="100vw" />
      <img
        src={pictureSrc(tall, 720)}
        srcSet={pictureSrcset(tall, 'webp')}
        sizes="100vw"
        width={tall.width}
        height={tall.height}
        alt=""
        loading={eager ? 'eager' : 'lazy'}
        fetchPriority={eager ? 'high' : undefined}
        decoding={eager ? 'sync' : 'async'}
        className="hero-art"
      />
    </picture>
  );
}

/** How wide a stage is. */
export const STAGE_SIZES = '(min-width: 70rem) 800px, 100vw';

/** The wide scene as the picture of a stage. */
export function StageArt({ picture }: { picture: Picture }) {
  return (
    <picture>
      <source type="image/avif" srcSet={pictureSrcset(picture, 'avif')} sizes={STAGE_SIZES} />
      <img
        src={pictureSrc(picture, 720)}
        srcSet={pictureSrcset(picture, 'webp')}
        sizes={STAGE_SIZES}
        width={picture.width}
        height={picture.height}
        alt=""
        fetchPriority="high"
        decoding="sync"
      />
    </picture>
  );
}
