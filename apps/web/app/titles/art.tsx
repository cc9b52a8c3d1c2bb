import type { HeroPicture, Picture } from '@bonisa/contract/title-facts';
import { pictureSrc, pictureSrcset } from '@bonisa/domain/catalogue/picture-address';
import type { MouseEvent } from 'react';

interface ArtProps {
  picture: Picture;
  /** The shown width, as CSS `sizes`. */
  sizes: string;
  /** Load at once (the first screen's picture); all others load when they come near. */
  eager?: boolean | undefined;
  className?: string;
}

/**
 * One picture: AVIF in all its widths, and WebP in one middle width for browsers without AVIF. A
 * page has dozens of pictures and viewers pay by the megabyte, so the markup is short. Decoration:
 * the adjacent text says what it shows.
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

/** The hero is wide from this width on. The same value is in `titles.css`. */
export const WIDE = '(min-width: 48rem)';

/** The hero's scene: tall on a phone, wide from 768 px on. */
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

/** The width of a stage. */
export const STAGE_SIZES = '(min-width: 70rem) 800px, 100vw';

/** The wide scene as the picture of a stage. */
export function StageArt({ picture, isLater }: { picture: Picture; isLater: boolean }) {
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
        loading={isLater ? 'lazy' : undefined}
        fetchPriority="high"
        decoding="sync"
      />
    </picture>
  );
}

/**
 * The view transition name of a pressed picture, which grows into the picture of the page that it
 * opens. Only one element may have it at a time.
 */
export const PICTURE_TRANSITION = 'title-art';

/** On a press of a tile: gives the name to its picture and removes it from all others. */
export function namePictureTransition({ currentTarget }: MouseEvent<HTMLElement>): void {
  for (const other of document.querySelectorAll<HTMLElement>('.tile-frame, .carries'))
    other.style.viewTransitionName = '';
  const frame = currentTarget.querySelector<HTMLElement>('.tile-frame');
  if (frame) frame.style.viewTransitionName = PICTURE_TRANSITION;
}
