import { qualityReport, searchReport } from '@bonisa/contract/studio/audience.calls';
import { useRead } from '../calls/use-calls.ts';
import { count, counted } from '../design/money.ts';
import { Page } from '../design/page.tsx';
import { Loading, Problem } from '../design/states.tsx';
import { day } from '../design/time.ts';
import { Figure, Figures } from './figure.tsx';
import { axisDay, fileOf, type PlayInput, PlayRangeBar, usePlayInput } from './range.tsx';
import { ShareBar } from './share-bar.tsx';
import { MostBytes, MostFinished, MostWatched } from './title-figures.tsx';
import { hourWords, monthsWords, share } from './words.ts';

type Report = (typeof qualityReport)['reply']['_output'];

/** What is watched, finished, searched for and not found. */
export default function WatchedScreen() {
  const [{ network: _unused, ...input }, change] = usePlayInput();
  const { data, error, isPending, refetch } = useRead(qualityReport, {
    query: { ...input, by: 'day' },
  });
  return (
    <Page
      title="What is watched?"
      intro="Plays of subscribers by the day on which they began, and searches of everybody."
    >
      <PlayRangeBar input={input} onChange={change} countedUntil={data?.counted_until} />
      {error && <Problem error={error} onRetry={refetch} />}
      {isPending && <Loading />}
      {data && (
        <Figures>
          <Watched report={data} file={fileOf('quality/files/quality', input)} />
          <MostWatched input={input} />
          {input.kind !== 'live' && <MostFinished input={input} />}
          <MostBytes input={input} />
          <Searches input={input} nothing={false} />
          <Searches input={input} nothing={true} />
        </Figures>
      )}
    </Page>
  );
}

function Watched({ report, file }: { readonly report: Report; readonly file: string }) {
  const { total, data } = report;
  const isEmpty = total.plays === 0;
  return (
    <Figure
      question="How much is watched each day?"
      isEmpty={isEmpty}
      answer={
        isEmpty
          ? 'Nothing was played in this range.'
          : `${hourWords(total.watched_seconds)} in ${counted(total.plays, 'play')}, ${hourWords(total.watched_seconds / total.plays)} each; ${share(total.finished, total.plays)} come to the end.`
      }
      file={file}
      picture={{
        labels: data.map(({ key }) => axisDay(key)),
        kind: 'bars',
        // In hours, so that the steps of the axis are round ones.
        format: (hours) => hourWords(hours * 3600),
        series: [{ label: 'Watched', values: data.map((row) => row.watched_seconds / 3600) }],
      }}
      rows={data}
      keyOf={({ key }) => key}
      columns={[
        { head: 'Day', cell: ({ key }) => day(key) },
        { head: 'Plays', align: 'right', cell: ({ plays }) => count(plays) },
        { head: 'Watched', align: 'right', cell: (row) => hourWords(row.watched_seconds) },
        { head: 'Finished', align: 'right', cell: (row) => share(row.finished, row.plays) },
      ]}
    />
  );
}

interface SearchesProps {
  readonly input: PlayInput;
  /** Only what found nothing. */
  readonly nothing: boolean;
}

/** Terms in one list. */
const SHOWN = 20;

function Searches({ input: { from, to }, nothing }: SearchesProps) {
  const query = { from, to, nothing, limit: SHOWN };
  const { data, error } = useRead(searchReport, { query });
  if (error) return <Problem error={error} />;
  if (!data) return <Loading />;
  const rows = data.data;
  const [first] = rows;
  const all = nothing ? data.nothing : data.asked;
  const months = monthsWords(data, { from, to });
  const timesOf = (row: (typeof rows)[number]) => (nothing ? row.nothing : row.asked);
  return (
    <Figure
      question={nothing ? 'What do they search for and not find?' : 'What do they search for?'}
      isEmpty={!first}
      answer={
        first
          ? nothing
            ? `${counted(all, 'search', 'searches')} of ${count(data.asked)} (${share(all, data.asked)}) found nothing, most often “${first.term}”.${months}`
            : `Most often “${first.term}”: ${count(first.asked)} of ${counted(all, 'search', 'searches')}.${months}`
          : 'No term was searched for by five viewers in this range: rare words are not stored.'
      }
      file={fileOf('quality/files/searches', { from, to, nothing, limit: 500 })}
      rows={rows}
      keyOf={({ term }) => term}
      columns={[
        { head: 'Searched', cell: ({ term }) => term },
        {
          head: 'Beside the first',
          cell: (row) => <ShareBar parts={[timesOf(row)]} of={first ? timesOf(first) : 0} />,
        },
        { head: 'Times', align: 'right', cell: ({ asked }) => count(asked) },
        { head: 'Found nothing', align: 'right', cell: (row) => share(row.nothing, row.asked) },
      ]}
    />
  );
}
