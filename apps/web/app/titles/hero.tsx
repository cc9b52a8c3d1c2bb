import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { PageLink } from '../browser/page-link.tsx';
import { Cost } from '../data/cost.tsx';
import { ButtonLink } from '../design/button.tsx';
import { PlayIcon } from '../design/icons.tsx';
import { ListButton } from '../viewer/list-button.tsx';
import { WatchCost } from '../viewer/watch-cost.tsx';
import { proseLanguage } from '../words/find-text.ts';
import { say } from '../words/words.ts';
import { episodeAddress, playAddress, titleAddress } from './addresses.ts';
import { HeroArt } from './art.tsx';
import { scrollBehavior } from './shelf.tsx';
import type { LeanSlide } from './tile.ts';
import { TitleFacts } from './title-facts.tsx';

/**
 * The hero: scenes side by side, swiped or selected by their marks. Nothing moves on its own. Only
 * the first picture loads with the page; the others load when the viewer moves towards them,
 * because viewers pay by the megabyte.
 */
export function Hero({ slides }: { slides: readonly LeanSlide[] }) {
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
    // Swiped before the script was there.
    if (list.scrollLeft > 0) follow();
    list.addEventListener('scroll', follow, { passive: true });
    return () => list.removeEventListener('scroll', follow);
  }, []);

  const goTo = (index: number) => {
    setTouched(true);
    row.current?.scrollTo({ left: index * row.current.clientWidth, behavior: scrollBehavior() });
  };

  return (
    <section
      className="hero"
      aria-label={say('title.highlights')}
      onPointerDown={() => setTouched(true)}
      onFocus={() => setTouched(true)}
    >
      <ul ref={row} className="hero-row" data-partial="">
        {slides.map((slide, index) => (
          <HeroSlide
            key={slide.id}
            slide={slide}
            first={index === 0}
            drawn={index === 0 || touched}
          />
        ))}
      </ul>
      {slides.length > 1 ? <Marks slides={slides} current={current} goTo={goTo} /> : null}
    </section>
  );
}

interface MarksProps {
  slides: readonly LeanSlide[];
  current: number;
  goTo(index: number): void;
}

/** One mark for each scene. The left and right keys move, as in a row of tabs. */
function Marks({ slides, current, goTo }: MarksProps) {
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const marks = [...event.currentTarget.querySelectorAll('button')];
    const at = marks.indexOf(event.target as HTMLButtonElement);
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: marks.length - 1 }[event.key];
    const mark = to === undefined ? undefined : marks[to];
    if (to === undefined || !mark) return;
    event.preventDefault();
    mark.focus({ preventScroll: true });
    goTo(to);
  };
  return (
    <fieldset
      className="hero-marks"
      aria-label={say('title.choose_highlight')}
      onKeyDown={onKeyDown}
    >
      {slides.map((slide, index) => (
        <button
          key={slide.id}
          type="button"
          className="hero-mark"
          aria-label={say('title.show', { title: slide.title })}
          aria-current={index === current ? 'true' : undefined}
          onClick={() => goTo(index)}
        >
          <i />
        </button>
      ))}
    </fieldset>
  );
}

function HeroSlide({ slide, first, drawn }: { slide: LeanSlide; first: boolean; drawn: boolean }) {
  const played =
    slide.kind === 'show' ? episodeAddress({ slug: slide.playSlug }) : titleAddress(slide);
  return (
    <li className="hero-slide">
      <div className="hero-scene" style={{ background: slide.hero.tall.placeholder }}>
        {drawn ? <HeroArt hero={slide.hero} eager={first} /> : null}
      </div>
      <div className="hero-text">
        <p className="hero-eyebrow" lang={proseLanguage()}>
          {slide.eyebrow}
        </p>
        <h2 className="hero-title" lang={proseLanguage()}>
          <PageLink to={titleAddress(slide)} viewTransition>
            {slide.title}
          </PageLink>
        </h2>
        <TitleFacts title={slide} className="mt-3" />
        <p className="hero-synopsis" lang={proseLanguage()}>
          {slide.synopsis}
        </p>
        <div className="hero-actions">
          <ButtonLink look="primary" to={playAddress(played)} viewTransition>
            <PlayIcon width="20" height="20" />
            <span>
              {say('title.watch')}
              <span className="sr-only" lang={proseLanguage()}>
                {' '}
                {slide.title},
              </span>
            </span>
            <WatchCost>
              <Cost of={slide.costs} />
            </WatchCost>
          </ButtonLink>
          <ListButton reference={slide} title={slide.title} />
        </div>
      </div>
    </li>
  );
}
