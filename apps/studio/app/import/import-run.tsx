import { importCaptions, importPicture } from '@bonisa/contract/studio/import.calls';
import { reportImport } from '@bonisa/contract/studio/import-history.calls';
import { createImportReporter } from '@bonisa/contract/studio/import-report';
import {
  batchesOf,
  type ImportProblem,
  type ImportResult,
  type ImportRow,
  previewBatches,
  withDefaults,
} from '@bonisa/contract/studio/import-run';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { studio } from '../calls/studio.ts';
import { Button } from '../design/button.tsx';
import { counted } from '../design/money.ts';
import { Card } from '../design/page.tsx';
import { Progress } from '../design/progress.tsx';
import { Notice, Problem, reasonOf } from '../design/states.tsx';
import { type Defaults, ImportDefaults, NO_DEFAULTS } from './import-defaults.tsx';
import { Changes, CountsLine, Problems } from './import-outcome.tsx';
import type { ReadSource } from './import-source.tsx';
import { applyBatches, batchTarget, countsOf, ImportStopped } from './import-target.ts';

/** Small enough that a bar moves, large enough that thousands of entries take seconds. */
const BATCH_ROWS = 200;

interface Share {
  readonly done: number;
  readonly all: number;
  readonly what: string;
}

interface Looked {
  readonly results: readonly ImportResult[];
  readonly problems: readonly ImportProblem[];
}

interface Done {
  readonly results: readonly ImportResult[];
  readonly pictures: number;
  readonly captions: number;
  /** Pictures and captions that were refused: their entries are written. */
  readonly refused: readonly ImportProblem[];
}

/** An import after its source was read: fields that are missing, the dry run, the work. */
export function ImportRun({
  source: { name, kind, content },
  onOther,
}: {
  readonly source: ReadSource;
  readonly onOther: () => void;
}) {
  const queries = useQueryClient();
  const [defaults, setDefaults] = useState<Defaults>(NO_DEFAULTS);
  const [share, setShare] = useState<Share>();
  const rows = withDefaults(content.rows as ImportRow[], defaults);
  const look = useMutation({
    mutationFn: (): Promise<Looked> =>
      previewBatches(batchesOf(rows, BATCH_ROWS), batchTarget(studio.call), (done, all) =>
        setShare({ done, all, what: 'It is looked at' }),
      ).finally(() => setShare(undefined)),
  });
  const work = useMutation({
    mutationFn: async (): Promise<Done> => {
      const batches = batchesOf(rows, BATCH_ROWS);
      const id = crypto.randomUUID();
      const source = { source_kind: kind, source_name: name };
      const reporter = createImportReporter(source, (body) =>
        studio.call(reportImport, { params: { id }, body }),
      );
      try {
        const target = { ...batchTarget(studio.call), reporter };
        const results = await applyBatches(batches, target, (done, all) =>
          setShare({ done, all, what: 'Entries are written' }),
        );
        const pictures = await giveEach(content.pictures, 'artwork', {
          give: async (body) => {
            await studio.call(importPicture, { body });
            return [];
          },
          show: (done, all) => setShare({ done, all, what: 'Pictures are fetched' }),
        });
        const captions = await giveEach(content.captions, 'captions', {
          give: async (body) => {
            const { left_out: leftOut } = await studio.call(importCaptions, { body });
            return leftOut.lines;
          },
          show: (done, all) => setShare({ done, all, what: 'Captions are fetched' }),
        });
        const left = [...captions.refused, ...captions.leftOut].map(lineOfProblem);
        const unread = [...content.unread, ...left];
        await reporter.end('done', [...content.refused, ...pictures.refused], unread);
        return {
          results,
          pictures: pictures.given,
          captions: captions.given,
          refused: [...pictures.refused, ...captions.refused, ...captions.leftOut],
        };
      } finally {
        setShare(undefined);
        // Also after an import that stopped halfway.
        await queries.invalidateQueries();
      }
    },
  });
  const change = (next: Defaults): void => {
    setDefaults(next);
    // What was looked at had other fields.
    look.reset();
    work.reset();
  };
  const isBusy = look.isPending || work.isPending;
  const isClean = look.data?.problems.length === 0;
  const toDo = look.data ? countsOf(look.data.results) : undefined;
  const isNothing = toDo && toDo.created + toDo.changed + toDo.deleted === 0;
  return (
    <>
      <Card
        title={name}
        actions={
          <Button disabled={isBusy} onClick={onOther}>
            Another file
          </Button>
        }
      >
        {content.problems.length > 0 ? (
          <Problems problems={content.problems} title="It cannot be read" />
        ) : (
          <>
            <p className="mb-4">
              {counted(content.rows.length, 'entry', 'entries')}
              {content.pictures.length > 0 && `, ${counted(content.pictures.length, 'picture')}`}
              {content.captions.length > 0 &&
                `, ${counted(content.captions.length, 'file')} of captions`}
              .
            </p>
            <LeftOut content={content} />
            {content.refused.length > 0 && (
              <Problems
                problems={content.refused}
                title="Left out of this feed, the other items are imported"
              />
            )}
            {content.rows.some(({ row }) => row.kind === 'video' || row.kind === 'show') && (
              <ImportDefaults defaults={defaults} disabled={isBusy} onChange={change} />
            )}
            {!work.data && (
              <Button
                tone={isClean ? 'plain' : 'action'}
                disabled={isBusy || content.rows.length === 0}
                onClick={() => look.mutate()}
              >
                {look.data ? 'Look again' : 'See what it would do'}
              </Button>
            )}
          </>
        )}
      </Card>
      {share && (
        <Progress label={share.what} percent={(share.done / share.all) * 100}>
          {share.done} of {share.all}
        </Progress>
      )}
      {look.error && <Problem error={look.error} onRetry={() => look.mutate()} />}
      {look.data && !work.data && (
        <Card title={isClean ? 'What it would do' : 'What is wrong'}>
          {!isClean && <Problems problems={look.data.problems} />}
          {isClean && toDo && (
            <>
              <CountsLine counts={toDo} />
              <Changes results={look.data.results} />
              {isNothing && content.pictures.length + content.captions.length === 0 ? (
                <Notice tone="info">Everything is as the file says already.</Notice>
              ) : (
                <Button tone="action" disabled={isBusy} onClick={() => work.mutate()}>
                  Import it
                </Button>
              )}
            </>
          )}
        </Card>
      )}
      {work.error && <Stopped error={work.error} />}
      {work.data && (
        <Card title="Done">
          <Notice tone="good">The import is written.</Notice>
          <CountsLine counts={countsOf(work.data.results)} />
          {content.pictures.length > 0 && (
            <p className="mb-4">{counted(work.data.pictures, 'picture')} given.</p>
          )}
          {content.captions.length > 0 && (
            <p className="mb-4">{counted(work.data.captions, 'file')} of captions given.</p>
          )}
          {work.data.refused.length > 0 && (
            <Problems
              problems={work.data.refused}
              title="Pictures and captions that were refused"
            />
          )}
        </Card>
      )}
    </>
  );
}

function LeftOut({
  content: { films, left_out: files, unread, encoding },
}: {
  readonly content: ReadSource['content'];
}) {
  const command = <code className="font-mono">npm run import</code>;
  return (
    <>
      {encoding === 'Windows-1252' && (
        <Notice tone="info">
          It is not in UTF-8 and was read as Windows-1252, as Excel writes it. Look at a title with
          an accent before you import.
        </Notice>
      )}
      {unread.length > 0 && (
        <Notice tone="info">
          <p>Not read:</p>
          <ul className="list-disc pl-5">
            {unread.slice(0, 20).map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
          {unread.length > 20 && <p>and {unread.length - 20} more</p>}
        </Notice>
      )}
      {files.length > 0 && (
        <Notice tone="warning">
          {counted(files.length, 'file')} with pictures, films or captions lie beside this one: give
          them at the entries, or import the folder by the command {command}.
        </Notice>
      )}
      {films > 0 && (
        <Notice tone="warning">
          {counted(films, 'film')} at addresses are not fetched here: the command {command} fetches
          them, or give them at the entries.
        </Notice>
      )}
    </>
  );
}

function Stopped({ error }: { readonly error: Error }) {
  return (
    <>
      <Problem error={error} />
      {error instanceof ImportStopped && error.problems.length > 0 && (
        <Problems problems={error.problems} />
      )}
    </>
  );
}

/** Gives entries their files one by one; a refused one does not hinder the others. */
async function giveEach<Given extends { readonly place: string }>(
  all: readonly Given[],
  field: string,
  {
    give,
    show,
  }: {
    /** Answers what of the file is left out, one line each. */
    readonly give: (one: Omit<Given, 'place'>) => Promise<readonly string[]>;
    readonly show: (done: number, all: number) => void;
  },
) {
  const refused: ImportProblem[] = [];
  const leftOut: ImportProblem[] = [];
  for (const [at, { place, ...body }] of all.entries()) {
    try {
      for (const problem of await give(body)) leftOut.push({ place, field, problem });
    } catch (error) {
      refused.push({ place, field, problem: reasonOf(error) });
    }
    show(at + 1, all.length);
  }
  return { refused, leftOut, given: all.length - refused.length };
}

const lineOfProblem = ({ place, field, problem }: ImportProblem): string =>
  `${place}: ${field}: ${problem}`;
