import { RATING_AGES } from '@bonisa/contract/studio/catalogue-entries';
import { catalogueList } from '@bonisa/contract/studio/lists.calls';
import { useMutation } from '@tanstack/react-query';
import { useNotify } from 'ra-core';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import { productNow } from '../calls/settings.ts';
import { studio } from '../calls/studio.ts';
import { useRead, useReread } from '../calls/use-calls.ts';
import { EntryPicker } from '../catalogue/entry-picker.tsx';
import { entryAddress } from '../catalogue/kinds.ts';
import { DropField } from '../design/drop-field.tsx';
import { SelectField } from '../design/fields.tsx';
import { Notice, Problem } from '../design/states.tsx';
import { FILMS_AND_CAPTIONS, filmsAmong } from './dropped-films.ts';
import { giveCaptions, makeDraft, type NewVideo } from './new-drafts.ts';
import { pageUploads } from './page-uploads.ts';

/** What this browser gave new videos last. */
const KEY = 'studio.new-video';
const AGES = RATING_AGES.map((value) => ({ value, label: value }));
const NO_MEDIA = { asset_id: null, next_id: null };

interface Made {
  readonly key: string;
  readonly title: string;
}

/**
 * Begins videos with their films: each becomes a draft at once and is sent, with the captions that
 * came beside it.
 */
export default function FilmDrop() {
  const { given, isRead, change } = useNewVideo();
  const navigate = useNavigate();
  const notify = useNotify();
  const reread = useReread();
  const begin = useMutation({
    mutationFn: async (files: readonly File[]) => {
      const { films, leftOut } = filmsAmong(files);
      if (films.length === 0)
        throw new Error(`There is no film among these. ${leftOut.join('; ')}`);
      const made: Made[] = [];
      const refused = [...leftOut];
      for (const film of films) {
        const key = await makeDraft(film, given, { call: studio.call, now: productNow() });
        void pageUploads.begin({ kind: 'video', key }, film.file, NO_MEDIA);
        refused.push(...(await giveCaptions(key, film.captions, studio.call)));
        made.push({ key, title: film.title });
      }
      if (refused.length > 0) notify(`Not used: ${refused.join('; ')}.`, { type: 'warning' });
      return made;
    },
    onSuccess: async ([first, second]) => {
      if (first && !second) navigate(entryAddress('video', first.key));
      await reread();
    },
    // Drafts before the one at fault are made.
    onError: reread,
  });
  const isKnown = given.channel !== '' && given.genre !== '';
  return (
    <section aria-label="Begin with films">
      {begin.error && <Problem error={begin.error} />}
      {begin.data && begin.data.length > 1 && <Begun drafts={begin.data} />}
      <DropField
        button="Choose films"
        tone="action"
        accept={FILMS_AND_CAPTIONS}
        multiple
        disabled={begin.isPending || !isKnown}
        onFiles={(files) => begin.mutate(files)}
      >
        <p>Each film becomes a draft. Captions beside it (The Lamp.en.srt) come with it.</p>
        {isRead && !isKnown && (
          <p className="font-semibold text-text">
            Choose a channel and a genre first; where there is none, create it in the field.
          </p>
        )}
        <NewVideoFields {...{ given, change }} isUnknown={isRead && !isKnown} />
      </DropField>
    </section>
  );
}

/** What no file says, behind a word that opens. */
function NewVideoFields({
  given,
  change,
  isUnknown,
}: {
  readonly given: NewVideo;
  readonly change: (changes: Partial<NewVideo>) => void;
  /** There is none to begin with: a person must choose. */
  readonly isUnknown: boolean;
}) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details
      open={isOpen || isUnknown}
      onToggle={(event) => setOpen(event.currentTarget.open)}
      className="mt-1"
    >
      <summary className="w-fit cursor-pointer text-mark underline">
        What new videos get: channel, genre and age rating
      </summary>
      {isOpen && (
        <div className="mt-2 grid gap-x-4 text-text md:grid-cols-3">
          <EntryPicker
            kind="channel"
            creates
            label="Channel"
            value={given.channel}
            onChange={(channel) => change({ channel })}
          />
          <EntryPicker
            kind="genre"
            creates
            label="Genre"
            value={given.genre}
            onChange={(genre) => change({ genre })}
          />
          <SelectField
            label="Age rating"
            choices={AGES}
            value={given.ratingAge}
            onChange={({ target }) => change({ ratingAge: target.value })}
          />
        </div>
      )}
    </details>
  );
}

function Begun({ drafts }: { readonly drafts: readonly Made[] }) {
  return (
    <Notice tone="info">
      <p className="font-semibold">
        {drafts.length} drafts are made, and their films are sent. Leave this tab open.
      </p>
      <ul className="list-disc pl-5">
        {drafts.map(({ key, title }) => (
          <li key={key}>
            <Link to={entryAddress('video', key)} className="text-mark underline">
              {title}
            </Link>
          </li>
        ))}
      </ul>
    </Notice>
  );
}

/** What new videos get: what this browser gave last, else the first channel and genre. */
function useNewVideo() {
  const [own, setOwn] = useState<Partial<NewVideo>>(() =>
    JSON.parse(localStorage.getItem(KEY) ?? '{}'),
  );
  const first = { query: { limit: 1, sort: 'position' } } as const;
  const channels = useRead(catalogueList, { params: { kind: 'channel' }, ...first });
  const genres = useRead(catalogueList, { params: { kind: 'genre' }, ...first });
  const found = {
    channel: channels.data?.data[0]?.key ?? '',
    genre: genres.data?.data[0]?.key ?? '',
    ratingAge: 'PG',
  };
  const change = (changes: Partial<NewVideo>): void => {
    const next = { ...own, ...changes };
    localStorage.setItem(KEY, JSON.stringify(next));
    setOwn(next);
  };
  const given: NewVideo = { ...found, ...own };
  return { given, isRead: channels.isFetched && genres.isFetched, change };
}
