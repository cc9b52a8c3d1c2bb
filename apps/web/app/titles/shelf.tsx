import { type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react';
import { flushSync } from 'react-dom';
import { proseLanguage } from '../words/find-text.ts';
import { say } from '../words/words.ts';
import type { PlainEntry } from './home-rows.ts';
import type { TilesOf } from './tile.ts';
import { TitleTile } from './title-tile.tsx';
import { useNear } from './use-near.ts';
import { useSameHeight } from './use-same-height.ts';

/** The part of a row that is not in the page. */
export interface Rest<Part> {
  /** Requests the rest; resolves when it has loaded. */
  ask(): Promise<void>;
  /** The loaded rest, shown once the row is near. */
  readonly items: Part | undefined;
  /** For browsers without a script; only on the server. */
  readonly entries: readonly PlainEntry[] | undefined;
}

interface RowProps {
  title: string;
  /** The format of its tiles, from which follows how high it is. */
  format?: 'poster' | 'landscape' | 'category';
  /** The language of the title, where it is the catalogue's. */
  lang?: string | undefined;
  /** The anchor for links to this row. */
  anchor?: string | undefined;
  /** A link beside the heading. */
  more?: ReactNode;
  /** `<li>` elements. */
  children: ReactNode;
  /**
   * The rest of a partial row, `<li>` elements too: requested and shown when the row comes near.
   */
  rest?: Rest<ReactNode> | undefined;
}

/** About one screen ahead: the row is complete by the time the viewer reaches it. */
const WELL_AHEAD = '600px';

/**
 * A row of items: swiped on a phone; moved by arrows (with a script and a mouse), wheel and keys
 * elsewhere. Complete without a script.
 */
export function Row({ title, format = 'landscape', lang, anchor, more, children, rest }: RowProps) {
  const [section, near, comeNear] = useNear<HTMLElement>(WELL_AHEAD);
  const body = useSameHeight<HTMLDivElement>(title);
  const row = useRef<HTMLUListElement>(null);
  const ask = rest?.ask;
  useEffect(() => {
    if (near) void ask?.();
  }, [near, ask]);
  // A key moves the focus to what the rest has brought, so that must be in the page first.
  const complete =
    ask &&
    (async () => {
      await ask();
      flushSync(comeNear);
    });
  const move = (direction: 1 | -1) => {
    const list = row.current;
    list?.scrollBy({ left: direction * list.clientWidth * 0.8, behavior: scrollBehavior() });
  };
  return (
    <section ref={section} className="shelf" id={anchor}>
      <div className="shelf-head">
        <h2 className="text-heading" lang={lang}>
          {title}
        </h2>
        {more}
      </div>
      <div ref={body} className={`shelf-body shelf-of-${format}`}>
        <ul
          ref={row}
          className="shelf-row"
          data-partial={rest && ''}
          onKeyDown={(event) => void moveFocus(event, complete)}
        >
          {children}
          {near && rest?.items ? rest.items : rest ? <RowRest entries={rest.entries} /> : null}
        </ul>
        {near ? (
          <>
            <button
              type="button"
              className="shelf-arrow shelf-arrow-back"
              aria-label={say('title.previous_in', { row: title })}
              tabIndex={-1}
              onClick={() => move(-1)}
            />
            <button
              type="button"
              className="shelf-arrow shelf-arrow-on"
              aria-label={say('title.next_in', { row: title })}
              tabIndex={-1}
              onClick={() => move(1)}
            />
          </>
        ) : null}
      </div>
    </section>
  );
}

export type ShelfProps = Omit<RowProps, 'children' | 'rest'> &
  TilesOf & { readonly rest?: Rest<TilesOf> | undefined };

/** A row of titles. */
export function Shelf({ title, lang, anchor, more, rest, ...tiles }: ShelfProps) {
  const later = rest && { ...rest, items: rest.items && <Tiles {...rest.items} /> };
  return (
    <Row title={title} format={tiles.format} lang={lang} anchor={anchor} more={more} rest={later}>
      <Tiles {...tiles} />
    </Row>
  );
}

function Tiles(tiles: TilesOf) {
  return tiles.format === 'poster'
    ? tiles.items.map((item) => (
        <li key={item.id}>
          <TitleTile title={item} format="poster" />
        </li>
      ))
    : tiles.items.map((item) => (
        <li key={item.id}>
          <TitleTile title={item} format="landscape" />
        </li>
      ));
}

/** Smooth scrolling, unless the viewer prefers reduced motion. */
export function scrollBehavior(): ScrollBehavior {
  return matchMedia('(prefers-reduced-motion: reduce)').matches ? 'auto' : 'smooth';
}

/**
 * The left and right keys move from tile to tile, Home and End to the row's ends; the row scrolls
 * with the focus.
 */
async function moveFocus(
  event: KeyboardEvent<HTMLUListElement>,
  complete?: () => Promise<void>,
): Promise<void> {
  const { currentTarget: row, key, target } = event;
  const links = linksOf(row);
  const at = links.findIndex((link) => link.parentElement?.contains(target as Node));
  const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: links.length - 1 }[key];
  if (to === undefined || (!links[to] && !complete)) return;
  event.preventDefault();
  if (complete && (key === 'End' || !links[to])) await complete();
  // The end has moved if the rest has come meanwhile.
  const now = linksOf(row);
  (key === 'End' ? now.at(-1) : now[to])?.focus();
}

function linksOf(row: HTMLElement): HTMLElement[] {
  return [...row.children].flatMap((tile) => tile.querySelector<HTMLElement>('a') ?? []);
}

/**
 * The rest of a row for browsers without a script: links by name. With a script none of it is
 * visible: a browser treats the content of `noscript` as text, and tiles replace it.
 */
export function RowRest({ entries }: { entries: readonly PlainEntry[] | undefined }) {
  return (
    <li className="shelf-rest">
      <noscript
        suppressHydrationWarning
        // biome-ignore lint/security/noDangerouslySetInnerHtml: escaped by plainLinks, only rendered on the server
        dangerouslySetInnerHTML={{
          __html: import.meta.env.SSR && entries ? plainLinks(entries) : '',
        }}
      />
    </li>
  );
}

/** The links as text: a React element for each would cost more than all visible tiles. */
export function plainLinks(entries: readonly PlainEntry[]): string {
  const links = entries.map(
    ({ address, title }) => `<a class="chip" href="${escaped(address)}">${escaped(title)}</a>`,
  );
  const lang = proseLanguage();
  const named = lang ? ` lang="${lang}"` : '';
  return `<div class="shelf-rest-links"${named}>${links.join('')}</div>`;
}

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
}
