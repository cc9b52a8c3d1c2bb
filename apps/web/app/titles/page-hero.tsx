import type { HeroPicture } from '@bonisa/contract/title-facts';
import type { ReactNode } from 'react';
import { HeroArt, PICTURE_TRANSITION } from './art.tsx';

interface PageHeroProps {
  hero: HeroPicture;
  eyebrow: ReactNode;
  title: ReactNode;
  /** The language of the title, where it is the catalogue's. */
  lang?: string | undefined;
  /** `title`: as high as Home's hero. `list`: lower, because the list below matters more. */
  size: 'title' | 'list';
  children?: ReactNode;
}

/** The head of a page: its scene with its name. The pressed tile grows into the scene. */
export function PageHero({ hero, eyebrow, title, lang, size, children }: PageHeroProps) {
  return (
    <div className={`hero-slide page-hero-${size}`}>
      <div
        className="hero-scene carries"
        style={{ background: hero.tall.placeholder, viewTransitionName: PICTURE_TRANSITION }}
      >
        <HeroArt hero={hero} eager />
      </div>
      <div className="hero-text">
        <p className="hero-eyebrow">{eyebrow}</p>
        <h1 className="hero-title" lang={lang}>
          {title}
        </h1>
        {children}
      </div>
    </div>
  );
}
