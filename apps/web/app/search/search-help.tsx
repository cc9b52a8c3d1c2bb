import type { Named } from '@bonisa/domain/catalogue/names';
import { type ReactNode, useEffect, useState } from 'react';
import { Link, useFetcher } from 'react-router';
import { Button } from '../design/button.tsx';
import { ClockIcon } from '../design/icons.tsx';
import type { loader as channelsLoader } from '../routes/channels.route.tsx';
import { type BrowserStorage, createBrowserStorage } from '../storage/browser-storage.ts';
import { STORED_ITEMS } from '../storage/stored-items.ts';
import { channelAddress, genreAddress } from '../titles/addresses.ts';
import { inOwnName, inProse } from '../words/prose.tsx';
import { say, sayWith } from '../words/words.ts';

/** Searches are stored on the device only. */
export const searchStorage = createBrowserStorage(() => window.localStorage, Date.now);

interface RecentSearchesProps {
  storage: BrowserStorage;
  onChoose(text: string): void;
}

/** The searches made on this device, to repeat or to remove. */
export function RecentSearches({ storage, onChoose }: RecentSearchesProps) {
  const [recent, setRecent] = useState(() => recentSearches(storage));
  if (recent.length === 0) return null;
  const forget = () => {
    forgetSearches(storage);
    setRecent([]);
  };
  return (
    <section className="search-group">
      <div className="search-group-head">
        <h2 className="text-heading">{say('search.recent')}</h2>
        <Button look="link" onClick={forget}>
          {sayWith('search.clear', { rest: (words) => <span className="sr-only">{words}</span> })}
        </Button>
      </div>
      <ul>
        {recent.map((text) => (
          <li key={text}>
            <button type="button" className="recent-search" onClick={() => onChoose(text)}>
              <ClockIcon width="20" height="20" />
              {text}
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The help of the overlay, which loads its links when it is opened. */
export function SearchHelp({ nothingFound }: { nothingFound: boolean }) {
  const { data, load } = useFetcher<typeof channelsLoader>();
  useEffect(() => {
    void load('/channels');
  }, [load]);
  return <SearchLinks nothingFound={nothingFound} places={data} />;
}

interface Place extends Named {
  readonly slug: string;
}

/** The places that help where a search does not. */
export interface SearchPlaces {
  readonly genres: readonly Place[];
  readonly channels: readonly Place[];
}

interface SearchLinksProps {
  nothingFound: boolean;
  places: SearchPlaces | undefined;
}

/** Links for an empty search or one without results: the genres and channels. */
export function SearchLinks({ nothingFound, places: data }: SearchLinksProps) {
  return (
    <>
      {nothingFound ? <p className="mt-1 text-quiet">{say('search.again')}</p> : null}
      {data ? (
        <>
          <LinkChips
            heading={say('title.genres')}
            links={data.genres.map((genre) => ({
              to: genreAddress(genre),
              words: inOwnName(genre),
            }))}
          />
          <LinkChips
            heading={say('title.channels')}
            links={data.channels.map((channel) => ({
              to: channelAddress(channel),
              words: inProse(channel.title),
            }))}
          />
        </>
      ) : null}
      <p className="mt-6">
        <Link to="/channels" className="text-link inline-flex min-h-11 items-center">
          {say('search.browse')}
        </Link>
      </p>
    </>
  );
}

function LinkChips({
  heading,
  links,
}: {
  heading: string;
  links: readonly { readonly to: string; readonly words: ReactNode }[];
}) {
  if (links.length === 0) return null;
  return (
    <section className="search-group">
      <h2 className="text-heading">{heading}</h2>
      <ul className="search-chips">
        {links.map(({ to, words }) => (
          <li key={to}>
            <Link to={to} className="chip">
              {words}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

const MOST = 8;
const LONGEST = 100;

/** The searches made on this device, latest first. They never leave the device. */
export function recentSearches(storage: BrowserStorage): readonly string[] {
  return storage.read(STORED_ITEMS.recentSearches) ?? [];
}

/** Remembers a search that led to a result. Each text is stored once, whatever its case. */
export function rememberSearch(storage: BrowserStorage, text: string): void {
  const wanted = text.trim().slice(0, LONGEST);
  if (wanted === '') return;
  const others = recentSearches(storage).filter(
    (other) => other.toLowerCase() !== wanted.toLowerCase(),
  );
  storage.write(STORED_ITEMS.recentSearches, [wanted, ...others].slice(0, MOST));
}

export function forgetSearches(storage: BrowserStorage): void {
  storage.remove(STORED_ITEMS.recentSearches);
}
