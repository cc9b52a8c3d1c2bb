import {
  captionsText,
  MOST_CAPTION_CHARACTERS,
  putCaptions,
  removeCaptions,
} from '@bonisa/contract/studio/captions.calls';
import { addressOf, type StudioReplyOf } from '@bonisa/contract/studio/studio-client';
import { LANGUAGE_CODES, languageName } from '@bonisa/domain/language';
import { type FormEvent, useState } from 'react';
import { useMay } from '../calls/person.tsx';
import { useAct } from '../calls/use-calls.ts';
import { Button } from '../design/button.tsx';
import { useConfirm } from '../design/confirm.tsx';
import { DropField } from '../design/drop-field.tsx';
import { CheckField, SelectField, TextField } from '../design/fields.tsx';
import { Fold } from '../design/fold.tsx';
import { counted } from '../design/money.ts';
import { Badge, Loading, Notice, Problem } from '../design/states.tsx';
import { Table } from '../design/table.tsx';
import { captionText, languageInName } from './caption-file.ts';
import type { FilmTitle } from './film-uploads.ts';
import { type TitleMedia, useMediaOfTitle } from './use-media.ts';

type Captions = TitleMedia['captions'][number];

const CHOICES = LANGUAGE_CODES.map((value) => ({ value, label: languageName(value) }));

/** The captions of a video or an episode: from files of its own, and those of the film. */
export function CaptionsFold({ title }: { readonly title: FilmTitle }) {
  const mayWrite = useMay('catalogue:write');
  const { data, error, refetch } = useMediaOfTitle(title);
  const seen = { version: data?.version, onRefused: refetch };
  return (
    <Fold name="captions" title="Captions">
      {error && <Problem error={error} onRetry={refetch} />}
      {!data && !error && <Loading />}
      {data && data.captions.length > 0 && (
        <CaptionsTable {...{ title, mayWrite, seen }} captions={data.captions} />
      )}
      {data?.captions.length === 0 && (
        <p className="mb-4 text-muted">
          None yet. Captions can be added at any time, also to a film that is on air.
        </p>
      )}
      {data && mayWrite && <Hidden {...{ title, seen }} languages={data.hidden_captions} />}
      {data && mayWrite && <NewCaptions {...{ title, seen }} known={data.captions} />}
    </Fold>
  );
}

interface Shown {
  readonly title: FilmTitle;
  /** What this screen shows: captions of somebody else are not replaced unseen. */
  readonly seen: {
    readonly version: number | undefined;
    /** Reads the captions again. */
    readonly onRefused: () => unknown;
  };
}

function CaptionsTable({
  title,
  seen,
  captions,
  mayWrite,
}: Shown & {
  readonly captions: readonly Captions[];
  readonly mayWrite: boolean;
}) {
  return (
    <div className="mb-5">
      <Table
        caption="Captions"
        rows={captions}
        keyOf={({ language }) => language}
        columns={[
          {
            head: 'Language',
            cell: ({ label, language, default: isDefault }) => (
              <>
                <span className="font-semibold">{label}</span>{' '}
                <span className="text-muted">{language}</span>{' '}
                {isDefault && <Badge tone="mark">offered first</Badge>}
              </>
            ),
          },
          {
            head: 'From',
            cell: ({ from }) => (from === 'title' ? 'a file of its own' : 'the film'),
          },
          {
            head: 'What to do',
            cell: (row) => <CaptionsActions {...{ title, seen, mayWrite }} captions={row} />,
          },
        ]}
      />
    </div>
  );
}

function CaptionsActions({
  title: { kind, key },
  seen: { version, onRefused },
  captions: { language, label, from, default: isDefault },
  mayWrite,
}: Shown & {
  readonly captions: Captions;
  readonly mayWrite: boolean;
}) {
  const confirm = useConfirm();
  const change = useAct(putCaptions, { done: `${label} is offered first.` });
  const remove = useAct(removeCaptions, { done: `The captions in ${label} are gone.` });
  const isOwn = from === 'title';
  const params = { kind, language };
  const take = async (): Promise<void> => {
    const answer = await confirm({
      title: isOwn ? `Remove the captions in ${label}?` : `Hide the captions in ${label}?`,
      text: isOwn
        ? 'Viewers do not see them any more.'
        : 'They came with the film. Viewers do not see them until they are shown again.',
      button: isOwn ? 'Remove' : 'Hide',
      danger: true,
    });
    if (answer && !(await remove.act({ params, query: { key, version } }))) onRefused();
  };
  const offerFirst = async (): Promise<void> => {
    const body = { key, label, default: true, version };
    if (!(await change.act({ params, body }))) onRefused();
  };
  const error = change.error ?? remove.error;
  return (
    <>
      <div className="flex flex-wrap items-center gap-2">
        <a
          href={addressOf(captionsText, { params, query: { key } })}
          target="_blank"
          rel="noreferrer"
          className="text-mark underline"
        >
          Read<span className="sr-only"> {label}</span>
        </a>
        {mayWrite && isOwn && !isDefault && (
          <Button size="small" tone="quiet" onClick={offerFirst}>
            Offer first<span className="sr-only">: {label}</span>
          </Button>
        )}
        {mayWrite && (
          <Button size="small" tone="quiet" onClick={take}>
            {isOwn ? 'Remove' : 'Hide'}
            <span className="sr-only"> {label}</span>
          </Button>
        )}
      </div>
      {error && <Problem error={error} />}
    </>
  );
}

/** Languages of the film that an editor has hidden. */
function Hidden({
  title: { kind, key },
  seen: { version, onRefused },
  languages,
}: Shown & {
  readonly languages: readonly string[];
}) {
  const { act, error, isBusy } = useAct(removeCaptions, { done: 'They are shown again.' });
  if (languages.length === 0) return null;
  const show = async (language: string): Promise<void> => {
    const query = { key, restore: 'true', version } as const;
    if (!(await act({ params: { kind, language }, query }))) onRefused();
  };
  return (
    <div className="mb-5">
      {error && <Problem error={error} />}
      <p className="mb-2">Hidden, although the film has them:</p>
      <div className="flex flex-wrap gap-2">
        {languages.map((language) => (
          <Button key={language} size="small" disabled={isBusy} onClick={() => show(language)}>
            Show {languageName(language)} again
          </Button>
        ))}
      </div>
    </div>
  );
}

type LeftOut = StudioReplyOf<typeof putCaptions>['left_out'];

/** What of a file is not among the captions that viewers see. */
function NotShown({ leftOut: { count, lines } }: { readonly leftOut: LeftOut }) {
  if (count === 0) return null;
  return (
    <Notice tone="warning">
      <p>{counted(count, 'caption')} of the file cannot be shown:</p>
      <ul className="list-disc pl-5">
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
      {count > lines.length && <p>and {count - lines.length} more</p>}
    </Notice>
  );
}

interface Chosen {
  readonly name: string;
  readonly text: string;
}

/** Adds captions from a file, or puts them in place of those of the same language. */
function NewCaptions({
  title: { kind, key },
  seen: { version, onRefused },
  known,
}: Shown & {
  readonly known: readonly Captions[];
}) {
  const { act, error, isBusy, forget } = useAct(putCaptions, { done: 'Viewers can choose them.' });
  const [chosen, setChosen] = useState<Chosen>();
  const [language, setLanguage] = useState('en');
  const [label, setLabel] = useState('');
  const [isFirst, setFirst] = useState(false);
  const [problem, setProblem] = useState<string>();
  const [leftOut, setLeftOut] = useState<LeftOut>();
  const replaced = known.find((one) => one.language.toLowerCase() === language.toLowerCase());

  const choose = async (file: File): Promise<void> => {
    forget();
    setProblem(undefined);
    setChosen(undefined);
    setLeftOut(undefined);
    if (file.size > MOST_CAPTION_CHARACTERS * 2)
      return setProblem(`${file.name} is far larger than captions are. Is it the right file?`);
    try {
      setChosen({ name: file.name, text: captionText(await file.arrayBuffer(), file.name) });
    } catch (error) {
      return setProblem((error as Error).message);
    }
    const told = languageInName(file.name);
    if (told) setLanguage(told);
  };
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (!chosen) return;
    const shown = label.trim() || languageName(language);
    const body = { key, label: shown, default: isFirst, text: chosen.text, version };
    const given = await act({ params: { kind, language }, body });
    if (!given) {
      onRefused();
      return;
    }
    setLeftOut(given.left_out);
    setChosen(undefined);
    setLabel('');
    setFirst(false);
  };
  return (
    <form onSubmit={submit} aria-label="Add captions">
      <DropField
        button="Choose a file of captions"
        accept=".vtt,.srt"
        onFiles={([file]) => choose(file)}
      >
        <p>WebVTT or SRT. The language is read from a name such as the-lamp.zu.vtt.</p>
      </DropField>
      {problem && <Problem error={new Error(problem)} />}
      {error && <Problem error={error} />}
      {leftOut && <NotShown leftOut={leftOut} />}
      {chosen && (
        <>
          <p className="mb-3">
            <strong>{chosen.name}</strong>
            {replaced && <> takes the place of the captions in {replaced.label} that are there.</>}
          </p>
          <div className="grid gap-x-4 md:grid-cols-2">
            <SelectField
              label="Language"
              choices={withOther(language)}
              value={language}
              onChange={(event) => setLanguage(event.target.value)}
            />
            <TextField
              label="Shown as"
              value={label}
              maxLength={60}
              placeholder={languageName(language)}
              onChange={(event) => setLabel(event.target.value)}
            />
          </div>
          <CheckField
            label="Offer them first"
            hint="They stay off until a viewer turns them on, because they cost data."
            checked={isFirst}
            onChange={(event) => setFirst(event.target.checked)}
          />
          <div className="flex flex-wrap gap-2">
            <Button onClick={() => setChosen(undefined)}>Cancel</Button>
            <Button type="submit" tone="action" disabled={isBusy}>
              {replaced ? 'Replace the captions' : 'Add the captions'}
            </Button>
          </div>
        </>
      )}
    </form>
  );
}

/** A language that a file's name tells and that the service does not offer can stay. */
function withOther(language: string) {
  const isKnown = CHOICES.some(({ value }) => value === language);
  return isKnown ? CHOICES : [...CHOICES, { value: language, label: language }];
}
