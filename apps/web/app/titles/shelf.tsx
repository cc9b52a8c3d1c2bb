import { type KeyboardEvent, type ReactNode, useRef } from 'react';
import { BackIcon, ForwardIcon } from '../design/icons.tsx';
import type { TilesOf } from './tile.ts';
import { TitleTile } from './title-tile.tsx';

interface RowProps {
  title: string;
  /** For links to this very row. */
  anchor?: string | undefined;
  /** A link beside the heading. */
  more?: ReactNode;
  /** `<li>` elements. */
  children: ReactNode;
}

/** A row of anything: swiped on a phone, moved by arrows, wheel and keys elsewhere. Complete without a script. */
export function Row({ title, anchor, more, children }: RowProps) {
  const row = useRef<HTMLUListElement>(null);
  const move = (direction: 1 | -1) => {
    const list = row.current;
    list?.scrollBy({ left: direction * list.clientWidth * 0.8, behavior: calmly() });
  };
  return (
    <section className="shelf" id={anchor}>
      <div className="shelf-head">
        <h2 className="text-heading">{title}</h2>
        {more}
      </div>
      <div className="shelf-body">
        <ul ref={row} className="shelf-row" onKeyDown={moveFocus}>
          {children}
        </ul>
        <button type="button" className="shelf-arrow shelf-arrow-back" aria-label={`Back in ${title}`} tabIndex={-1} onClick={() => move(-1)}>
          <BackIcon />
        </button>
        <button type="button" className="shelf-arrow shelf-arrow-on" aria-label={`On in ${title}`} tabIndex={-1} onClick={() => move(1)}>
          <ForwardIcon />
        </button>
      </div>
    </section>
  );
}

export type ShelfProps = Omit<RowProps, 'children'> & TilesOf;

/** A row of titles. */
export function Shelf({ title, anchor, more, ...tiles }: ShelfProps) {
  return (
    <Row title={title} anchor={anchor} more={more}>
      {tiles.format === 'poster'
        ? tiles.items.map((item) => (
            <li key={item.id}>
              <TitleTile title={item} format="poster" />
            </li>
          ))
        : tiles.items.map((item) => (
            <li key={item.id}>
              <TitleTile title={item} format="landscape" />
            </li>
          ))}
    </Row>
  );
}

/** Smoothly, unless the person has asked for stillness. */
export function calmly(): ScrollBehavior {
  return matchMedia('(prefers-reduced-motion: reduce)').matches ? 'auto' : 'smooth';
}

/** Left and right go from tile to tile, home and end to the row's ends; the row follows the focus. */
function moveFocus(event: KeyboardEvent<HTMLUListElement>) {
  const links = [...event.currentTarget.children].map((tile) => tile.querySelector<HTMLElement>('a'));
  const at = [...event.currentTarget.children].findIndex((tile) => tile.contains(event.target as Node));
  const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: links.length - 1 }[event.key];
  const next = to === undefined ? undefined : links[to];
  if (!next) return;
  event.preventDefault();
  next.focus();
}
