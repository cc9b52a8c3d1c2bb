import type { Shelf as ShelfData } from '@bonisa/contract/page-data';
import { type KeyboardEvent, type ReactNode, useRef } from 'react';
import { BackIcon, ForwardIcon } from '../design/icons.tsx';
import { TitleTile } from './title-tile.tsx';

export interface ShelfProps {
  title: string;
  format: ShelfData['format'];
  items: ShelfData['items'];
  /** For links to this very shelf. */
  anchor?: string;
  /** A link beside the heading. */
  more?: ReactNode;
  /** On the first screen: its pictures are fetched at once. */
  eager?: boolean;
}

/** A row of titles: swiped on a phone, moved by arrows and keys elsewhere. Complete without a script. */
export function Shelf({ title, format, items, anchor, more, eager }: ShelfProps) {
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
          {items.map((item, index) => (
            <li key={item.id}>
              <TitleTile title={item} format={format} eager={eager && index < 3} />
            </li>
          ))}
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

/** Smoothly, unless the person has asked for stillness. */
export function calmly(): ScrollBehavior {
  return matchMedia('(prefers-reduced-motion: reduce)').matches ? 'auto' : 'smooth';
}

/** Left and right go from title to title; the row follows the focus. */
function moveFocus(event: KeyboardEvent<HTMLUListElement>) {
  const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
  if (!step) return;
  const links = [...event.currentTarget.querySelectorAll('a')];
  const next = links[links.indexOf(event.target as HTMLAnchorElement) + step];
  if (!next) return;
  event.preventDefault();
  next.focus();
}
