import type { Slide } from '@bonisa/contract/page-data';
import { formatMegabytes } from '@bonisa/domain/megabytes';
import { useEffect, useRef, useState } from 'react';
import { ButtonLink } from '../design/button.tsx';
import { PlayIcon } from '../design/icons.tsx';
import { HeroArt } from './art.tsx';
import { calmly } from './shelf.tsx';
import { TitleFacts } from './title-facts.tsx';
import { titleAddress } from './title-tile.tsx';

/**
 * The hero: scenes side by side, swiped or picked by their marks. Nothing moves by itself. Only the first picture comes
 * with the page; the others are fetched when somebody moves towards them, for a viewer pays by the megabyte.
 */
export function Hero({ slides }: { slides: readonly Slide[] }) {
  const row = useRef<HTMLUListElement>(null);
  const [current, setCurrent] = useState(0);
  const [touched, setTouched] = useState(false);

  useEffect(() => {
    const list = row.current;
    if (!list) return;
    const follow = () => {
      setTouched(true);
      setCurrent(Math.round(list.scrollLeft / list.clientWidth));
    };
    list.addEventListener('scroll', follow, { passive: true });
    return () => list.removeEventListener('scroll', follow);
  }, []);

  const goTo = (index: number) => {
    setTouched(true);
    row.current?.scrollTo({ left: index * row.current.clientWidth, behavior: calmly() });
  };

  return (
    <section className="hero" aria-label="Highlights" onPointerDown={() => setTouched(true)} onFocus={() => setTouched(true)}>
      <ul ref={row} className="hero-row">
        {slides.map((slide, index) => (
          <HeroSlide key={slide.id} slide={slide} first={index === 0} drawn={index === 0 || touched} />
        ))}
      </ul>
      {slides.length > 1 ? (
        <div className="hero-marks">
          {slides.map((slide, index) => (
            <button
              key={slide.id}
              type="button"
              className="hero-mark"
              aria-label={`Show ${slide.title}`}
              aria-current={index === current ? 'true' : undefined}
              onClick={() => goTo(index)}
            >
              <i />
            </button>
          ))}
        </div>
      ) : null}
    </section>
  );
}

function HeroSlide({ slide, first, drawn }: { slide: Slide; first: boolean; drawn: boolean }) {
  return (
    <li className="hero-slide" style={{ background: slide.hero.tall.placeholder }}>
      {drawn ? <HeroArt hero={slide.hero} eager={first} /> : null}
      <div className="hero-text">
        <p className="hero-eyebrow">{slide.eyebrow}</p>
        <h2 className="hero-title">{slide.title}</h2>
        <TitleFacts title={slide} className="mt-3" />
        <p className="hero-synopsis">{slide.synopsis}</p>
        <div className="mt-4 flex flex-wrap gap-3">
          <ButtonLink look="primary" to={`${titleAddress(slide)}?play=1`} viewTransition>
            <PlayIcon width="20" height="20" />
            <span>
              Watch<span className="sr-only"> {slide.title},</span>
            </span>
            <span className="cost">{formatMegabytes(slide.megabytes)}</span>
          </ButtonLink>
          <ButtonLink to={titleAddress(slide)} prefetch="intent" viewTransition>
            <span>
              About<span className="sr-only"> {slide.title}</span>
            </span>
          </ButtonLink>
        </div>
      </div>
    </li>
  );
}
