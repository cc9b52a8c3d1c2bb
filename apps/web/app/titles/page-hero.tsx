import type { HeroPicture } from '@bonisa/contract/title-facts';
import type { ReactNode } from 'react';
import { HeroArt, PICTURE_TRANSITION } from './art.tsx';

interface PageHeroProps {
  hero: HeroPicture;
  eyebrow: ReactNode;
  title: string;
  /** `title`: as high as Home's hero. `list`: lower, because the list below matters more. */
  size: 'title' | 'list';
  children?: ReactNode;
}

/** The head of a page: its scene with its name. The pressed tile grows into the scene. */
export function PageHero({ hero, eyebrow, title, size, children }: PageHeroProps) {
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
        <h1 className="hero-title">{title}</h1>
        {children}
      </div>
    </div>
  );
}
