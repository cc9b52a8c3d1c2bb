import { titleReport } from '@bonisa/contract/studio/audience.calls';
import { PLAY_NETWORKS } from '@bonisa/domain/playback/play-figures';
import { useRead } from '../calls/use-calls.ts';
import { count } from '../design/money.ts';
import { Loading, Problem } from '../design/states.tsx';
import type { Column } from '../design/table.tsx';
import { Figure } from './figure.tsx';
import { fileOf, type PlayInput } from './range.tsx';
import { ShareBar } from './share-bar.tsx';
import {
  allNetworksWords,
  byteWords,
  hourWords,
  monthsWords,
  NETWORK_NAMES,
  perHour,
  rateWords,
  share,
} from './words.ts';

type Report = (typeof titleReport)['reply']['_output'];
type Row = Report['data'][number];
type Order = Report['order'];

/** Titles in one list. */
const SHOWN = 20;

interface TitleFigureProps {
  readonly input: PlayInput;
}

/**
 * The titles of an order, with the address of its file, and what they are counted for where that is
 * not what was asked: whole months, all networks.
 */
function useTitles({ network, ...range }: PlayInput, order: Order) {
  const { data, error } = useRead(titleReport, {
    query: { ...range, order, limit: SHOWN },
  });
  const file = fileOf('quality/files/titles', { ...range, order, limit: 500 });
  const counted = `${data ? monthsWords(data, range) : ''}${allNetworksWords(network)}`;
  return { rows: data?.data, error, file, counted };
}

const name: Column<Row> = {
  head: 'Title',
  cell: ({ title, kind }) => (
    <>
      {title}
      {kind === 'live' && <span className="text-small text-muted"> live</span>}
    </>
  ),
};
const plays: Column<Row> = { head: 'Plays', align: 'right', cell: (row) => count(row.plays) };
const keyOf = ({ kind, slug }: Row): string => `${kind} ${slug}`;
const largestOf = (rows: readonly Row[], of: (row: Row) => number): number =>
  Math.max(0, ...rows.map(of));

/** What is played most. */
export function MostWatched({ input }: TitleFigureProps) {
  const { rows, error, file, counted } = useTitles(input, 'plays');
  if (error) return <Problem error={error} />;
  if (!rows) return <Loading />;
  const [first] = rows;
  const largest = first?.plays ?? 0;
  return (
    <Figure
      question="What is watched most?"
      isEmpty={!first}
      answer={
        first
          ? `${first.title}: ${count(first.plays)} plays, ${hourWords(first.watched_seconds)} watched.${counted}`
          : 'Nothing was played in this range.'
      }
      file={file}
      rows={rows}
      keyOf={keyOf}
      columns={[
        name,
        { head: 'Beside the first', cell: (row) => <ShareBar parts={[row.plays]} of={largest} /> },
        plays,
        { head: 'Watched', align: 'right', cell: (row) => hourWords(row.watched_seconds) },
        { head: 'Finished', align: 'right', cell: (row) => finishedWords(row) },
      ]}
    />
  );
}

/** A live channel has no end. */
function finishedWords({ kind, finished, plays: of }: Row): string {
  return kind === 'live' ? '–' : share(finished, of);
}

/** What viewers see to its end. */
export function MostFinished({ input }: TitleFigureProps) {
  const { rows, error, file, counted } = useTitles({ ...input, kind: 'title' }, 'finished');
  if (error) return <Problem error={error} />;
  if (!rows) return <Loading />;
  const [first] = rows;
  return (
    <Figure
      question="What is watched to the end?"
      isEmpty={!first}
      answer={
        first
          ? `${first.title}: ${share(first.finished, first.plays)} of its plays come to the credits.${counted}`
          : 'Nothing was played in this range.'
      }
      file={file}
      rows={rows}
      keyOf={keyOf}
      columns={[
        name,
        { head: 'To the end', cell: (row) => <ShareBar parts={[row.finished]} of={row.plays} /> },
        { head: 'Share', align: 'right', cell: (row) => share(row.finished, row.plays) },
        { head: 'Finished', align: 'right', cell: ({ finished }) => count(finished) },
        plays,
      ]}
    />
  );
}

/** What most megabytes are fetched of. */
export function MostBytes({ input }: TitleFigureProps) {
  const { rows, error, file, counted } = useTitles(input, 'bytes');
  if (error) return <Problem error={error} />;
  if (!rows) return <Loading />;
  const [first] = rows;
  const partsOf = (row: Row) => [row.bytes_mobile, row.bytes_wifi, row.bytes_unknown];
  const bytesOf = (row: Row) => partsOf(row).reduce((sum, one) => sum + one, 0);
  const largest = largestOf(rows, bytesOf);
  const isEmpty = largest === 0;
  return (
    <Figure
      question="What uses the most data?"
      isEmpty={isEmpty}
      answer={
        first && !isEmpty
          ? `${first.title}: ${byteWords(bytesOf(first))}, ${share(first.bytes_mobile, bytesOf(first))} of it over mobile data.${counted}`
          : 'No byte of media was reported in this range.'
      }
      file={file}
      legend={PLAY_NETWORKS.map((network) => NETWORK_NAMES[network])}
      rows={rows}
      keyOf={keyOf}
      columns={[
        name,
        { head: 'By network', cell: (row) => <ShareBar parts={partsOf(row)} of={largest} /> },
        { head: 'Media', align: 'right', cell: (row) => byteWords(bytesOf(row)) },
        { head: 'Mobile data', align: 'right', cell: (row) => byteWords(row.bytes_mobile) },
        { head: 'A play', align: 'right', cell: (row) => byteWords(bytesOf(row) / row.plays) },
      ]}
    />
  );
}

const WORST = {
  slow: {
    question: 'Which titles start slowly?',
    none: 'No play started slowly in this range.',
    head: 'Slow starts',
    rateOf: (row: Row) => (row.started === 0 ? 0 : row.slow / row.started),
    words: (row: Row) => share(row.slow, row.started),
    answer: (row: Row) =>
      `${row.title}: ${share(row.slow, row.started)} of its starts take more than four seconds.`,
  },
  stalls: {
    question: 'Which titles stall most?',
    none: 'No picture stalled in this range.',
    head: 'Stalls an hour',
    rateOf: (row: Row) => perHour(row.stalls, row.watched_seconds),
    words: (row: Row) => rateWords(perHour(row.stalls, row.watched_seconds)),
    answer: (row: Row) =>
      `${row.title}: ${rateWords(perHour(row.stalls, row.watched_seconds))} times in an hour that is watched.`,
  },
} as const;

/** The titles that play worst; those with few plays come last. */
export function WorstTitles({
  input,
  order,
}: TitleFigureProps & { readonly order: keyof typeof WORST }) {
  const { rows: all, error, file, counted } = useTitles(input, order);
  if (error) return <Problem error={error} />;
  if (!all) return <Loading />;
  const { question, none, head, rateOf, words, answer } = WORST[order];
  const rows = all.filter((row) => rateOf(row) > 0);
  const [first] = rows;
  const largest = order === 'slow' ? 1 : largestOf(rows, rateOf);
  return (
    <Figure
      question={question}
      isEmpty={!first}
      answer={`${first ? answer(first) : none}${counted}`}
      file={file}
      rows={rows}
      keyOf={keyOf}
      columns={[
        name,
        { head: 'Compared', cell: (row) => <ShareBar parts={[rateOf(row)]} of={largest} /> },
        { head, align: 'right', cell: words },
        plays,
        { head: 'Watched', align: 'right', cell: (row) => hourWords(row.watched_seconds) },
      ]}
    />
  );
}
