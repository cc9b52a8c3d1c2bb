import { FILM_ENDINGS } from '@bonisa/domain/catalogue/film-name';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { Button } from '../design/button.tsx';
import { about, size } from '../design/bytes.ts';
import { useConfirm } from '../design/confirm.tsx';
import { DropField } from '../design/drop-field.tsx';
import { Progress } from '../design/progress.tsx';
import { Notice, Problem } from '../design/states.tsx';
import type { FilmTitle, SeenMedia, FilmUpload as Upload } from './film-uploads.ts';
import { pageUploads } from './page-uploads.ts';
import { useFilmUpload } from './use-media.ts';
import { useUploadState } from './use-upload-state.ts';

const FILMS = ['video/*', ...FILM_ENDINGS].join(',');

/** Uploads a film for a title: begins, shows how far it is, pauses, goes on after a reload. */
export function FilmUpload({
  title,
  seen,
  hasFilm,
}: {
  readonly title: FilmTitle;
  /** What the title plays now, so that nobody's newer film is replaced unseen. */
  readonly seen: SeenMedia;
  readonly hasFilm: boolean;
}) {
  const upload = useFilmUpload(title);
  const queries = useQueryClient();
  const isDone = upload?.phase === 'done';
  useEffect(() => {
    if (!isDone) return;
    pageUploads.forget(title);
    void queries.invalidateQueries();
  }, [isDone, title, queries]);
  if (upload && !isDone) return <Running upload={upload} />;
  return (
    <>
      <Remembered title={title} seen={seen} />
      <DropField
        button={hasFilm ? 'Replace the film' : 'Upload a film'}
        tone={hasFilm ? 'plain' : 'action'}
        accept={FILMS}
        onFiles={([file]) => void pageUploads.begin(title, file, seen)}
      >
        <p>
          {hasFilm
            ? 'Viewers go on watching what is there until the new one is ready.'
            : 'Any usual format. It may be interrupted: the same file goes on where it was.'}
        </p>
      </DropField>
    </>
  );
}

function Running({ upload }: { readonly upload: Upload }) {
  const { title, fileName, phase, sent, size: all, problem } = upload;
  const confirm = useConfirm();
  const giveUp = async (): Promise<void> => {
    const answer = await confirm({
      title: `Give up the upload of ${fileName}?`,
      text: 'What has arrived is removed. The title stays as it is.',
      button: 'Give up',
      danger: true,
    });
    if (answer) await pageUploads.giveUp(title);
  };
  return (
    <section aria-label={`Upload of ${fileName}`} className="mb-4">
      <Progress label={labelOf(upload)} percent={(sent / all) * 100}>
        {size(sent)} of {size(all)}
        {timeLeft(upload)}
      </Progress>
      {problem && phase !== 'disputed' && <Problem error={problem} />}
      {phase === 'disputed' ? (
        <Disputed upload={upload} />
      ) : (
        <div className="flex flex-wrap gap-2">
          {phase === 'sending' && <Button onClick={() => pageUploads.pause(title)}>Pause</Button>}
          {(phase === 'paused' || phase === 'failed') && (
            <Button tone="action" onClick={() => void pageUploads.goOn(title)}>
              Go on
            </Button>
          )}
          {phase !== 'attaching' && phase !== 'preparing' && (
            <Button tone="danger" onClick={giveUp}>
              Give up
            </Button>
          )}
        </div>
      )}
      {phase === 'sending' && (
        <p className="mt-2 text-small text-muted">
          It goes on while you work elsewhere in the studio. Leave this tab open.
        </p>
      )}
    </section>
  );
}

/** Somebody else gave the title another film while this one was sent: a person decides. */
function Disputed({ upload: { title, fileName } }: { readonly upload: Upload }) {
  return (
    <Notice tone="warning">
      <p className="font-semibold">Somebody else gave this title another film meanwhile.</p>
      <p className="mb-3">{fileName} has arrived. Which one shall viewers see?</p>
      <div className="flex flex-wrap gap-2">
        <Button onClick={() => void pageUploads.attachAnyway(title)}>Use {fileName}</Button>
        <Button onClick={() => pageUploads.forget(title)}>Leave theirs</Button>
      </div>
    </Notice>
  );
}

/** An upload that was interrupted by a reload: the browser gives a file only once more by hand. */
function Remembered({ title, seen }: { readonly title: FilmTitle; readonly seen: SeenMedia }) {
  const known = pageUploads.remembered(title);
  const state = useUploadState(known?.id);
  if (!known || !state) return null;
  const { offset, hasArrived } = state;
  return (
    <Notice tone="info">
      <p className="font-semibold">
        {known.fileName}: {size(offset)} of {size(known.size)} have arrived.
      </p>
      {hasArrived ? (
        <p className="mb-3">It is whole, and is not given to this title yet.</p>
      ) : (
        <p className="mb-3">Choose the same file below, and it goes on where it was.</p>
      )}
      <div className="flex flex-wrap gap-2">
        {hasArrived && (
          <Button tone="action" onClick={() => void pageUploads.attachRemembered(title, seen)}>
            Give it to this title
          </Button>
        )}
        <Button onClick={() => void pageUploads.giveUp(title)}>Give it up</Button>
      </div>
    </Notice>
  );
}

function labelOf({ phase, fileName }: Upload): string {
  if (phase === 'preparing') return `${fileName} is looked at`;
  if (phase === 'attaching') return `${fileName} has arrived`;
  if (phase === 'paused') return `${fileName} is paused`;
  return phase === 'failed' ? `${fileName} was not taken` : `${fileName} is sent`;
}

const LEAST_MS = 3000;

function timeLeft({ phase, from, sent, size: all }: Upload): string {
  if (phase !== 'sending' || !from) return '';
  const passed = performance.now() - from.at;
  if (passed < LEAST_MS || sent <= from.sent) return '';
  return `, ${about((passed / 1000 / (sent - from.sent)) * (all - sent))} left`;
}
