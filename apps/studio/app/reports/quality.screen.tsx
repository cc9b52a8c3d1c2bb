import { qualityReport, renditionReport } from '@bonisa/contract/studio/audience.calls';
import { PLAY_NETWORKS } from '@bonisa/domain/playback/play-figures';
import { useRead, useReads } from '../calls/use-calls.ts';
import { count, counted } from '../design/money.ts';
import { Page } from '../design/page.tsx';
import { Loading, Problem } from '../design/states.tsx';
import { day } from '../design/time.ts';
import { Figure, Figures } from './figure.tsx';
import { axisDay, fileOf, type PlayInput, PlayRangeBar, usePlayInput } from './range.tsx';
import { ShareBar } from './share-bar.tsx';
import { WorstTitles } from './title-figures.tsx';
import {
  byteWords,
  heightWords,
  hourWords,
  NETWORK_NAMES,
  perHour,
  rateWords,
  share,
  waitWords,
} from './words.ts';

type Report = (typeof qualityReport)['reply']['_output'];
interface Part {
  readonly report: Report;
  readonly file: string;
}

/** How well titles and live channels play. */
export default function QualityScreen() {
  const [input, change] = usePlayInput();
  const { data, error, isPending, refetch } = useRead(qualityReport, {
    query: { ...input, by: 'day' },
  });
  const file = fileOf('quality/files/quality', input);
  return (
    <Page
      title="How well does it play?"
      intro="As players of subscribers report it, by the day on which a play began."
    >
      <PlayRangeBar
        input={input}
        onChange={change}
        hasNetworks
        countedUntil={data?.counted_until}
      />
      {error && <Problem error={error} onRetry={refetch} />}
      {isPending && <Loading />}
      {data && (
        <Figures>
          <Starts report={data} file={file} />
          <Stalls report={data} file={file} />
          <Networks input={input} />
          <Renditions input={input} />
          <WorstTitles input={input} order="slow" />
          <WorstTitles input={input} order="stalls" />
        </Figures>
      )}
    </Page>
  );
}

function Starts({ report: { total, data }, file }: Part) {
  const isEmpty = total.plays === 0;
  const failed = total.plays - total.started;
  return (
    <Figure
      question="How long do viewers wait for the first picture?"
      isEmpty={isEmpty}
      answer={
        isEmpty
          ? 'Nothing was played in this range.'
          : `Half of the plays start within ${waitWords(total.start_median_ms)}, nine of ten within ${waitWords(total.start_p90_ms)}; ${count(failed)} of ${count(total.plays)} (${share(failed, total.plays)}) never started.`
      }
      file={file}
      picture={{
        labels: data.map(({ key }) => axisDay(key)),
        kind: 'lines',
        format: (value) => waitWords(value),
        series: [
          { label: 'Half start within', values: data.map((row) => row.start_median_ms) },
          { label: 'Nine of ten start within', values: data.map((row) => row.start_p90_ms) },
        ],
      }}
      rows={data}
      keyOf={({ key }) => key}
      columns={[
        { head: 'Day', cell: ({ key }) => day(key) },
        { head: 'Plays', align: 'right', cell: ({ plays }) => count(plays) },
        { head: 'Never started', align: 'right', cell: (row) => count(row.plays - row.started) },
        { head: 'Half within', align: 'right', cell: (row) => waitWords(row.start_median_ms) },
        { head: 'Nine of ten', align: 'right', cell: (row) => waitWords(row.start_p90_ms) },
      ]}
    />
  );
}

function Stalls({ report: { total, data }, file }: Part) {
  const isEmpty = total.watched_seconds === 0;
  const rateOf = (row: Report['total']) => perHour(row.stalls, row.watched_seconds);
  return (
    <Figure
      question="How often does the picture stall?"
      isEmpty={isEmpty}
      answer={
        isEmpty
          ? 'Nothing was watched in this range.'
          : total.stalls === 0
            ? `Not once in ${hourWords(total.watched_seconds)} that were watched.`
            : `${rateWords(rateOf(total))} times in an hour that is watched: ${counted(total.stalls, 'stall')} of ${rateWords(total.stalled_seconds / total.stalls)} s each in ${hourWords(total.watched_seconds)}.`
      }
      file={file}
      picture={{
        labels: data.map(({ key }) => axisDay(key)),
        kind: 'lines',
        format: rateWords,
        series: [
          {
            label: 'Stalls in a watched hour',
            // A day on which nothing was watched has no rate: the line has a gap.
            values: data.map((row) => (row.watched_seconds === 0 ? null : rateOf(row))),
          },
        ],
      }}
      rows={data}
      keyOf={({ key }) => key}
      columns={[
        { head: 'Day', cell: ({ key }) => day(key) },
        { head: 'Watched', align: 'right', cell: (row) => hourWords(row.watched_seconds) },
        { head: 'Stalls', align: 'right', cell: ({ stalls }) => count(stalls) },
        { head: 'In an hour', align: 'right', cell: (row) => rateWords(rateOf(row)) },
        {
          head: 'Stood still',
          align: 'right',
          cell: (row) => waitWords(row.stalled_seconds * 1e3),
        },
      ]}
    />
  );
}

/** Bytes by network: one read for the table and one for each line of the picture. */
function Networks({ input }: { readonly input: PlayInput }) {
  const { network: _one, ...range } = input;
  const { data, error } = useRead(qualityReport, { query: { ...range, by: 'network' } });
  const days = useReads(
    qualityReport,
    PLAY_NETWORKS.map((network) => ({ query: { ...range, network, by: 'day' as const } })),
  );
  if (error) return <Problem error={error} />;
  const shown = PLAY_NETWORKS.flatMap((network, at) => {
    const of = days[at]?.data;
    return of ? [{ network, of }] : [];
  });
  if (!data || shown.length < days.length) return <Loading />;
  const { bytes, saved_bytes } = data.total;
  const mobile = data.data.find(({ key }) => key === 'mobile')?.bytes ?? 0;
  return (
    <Figure
      question="Over which network do the bytes come?"
      isEmpty={bytes === 0}
      answer={
        bytes === 0
          ? 'No byte of media was reported in this range.'
          : `${byteWords(bytes)} of media, ${share(mobile, bytes)} of it over mobile data; ${share(saved_bytes, bytes)} went to browsers that are set to use less data.${unwatchedWords(data.total)}${backupWords(data.total)}`
      }
      file={fileOf('quality/files/quality', { ...range, by: 'network' })}
      picture={{
        labels: (shown[0]?.of.data ?? []).map(({ key }) => axisDay(key)),
        kind: 'bars',
        format: byteWords,
        series: shown.map(({ network, of }) => ({
          label: NETWORK_NAMES[network],
          values: of.data.map((row) => row.bytes),
        })),
      }}
      rows={data.data}
      keyOf={({ key }) => key}
      columns={[
        { head: 'Network', cell: ({ key }) => NETWORK_NAMES[key as keyof typeof NETWORK_NAMES] },
        { head: 'Plays', align: 'right', cell: ({ plays }) => count(plays) },
        { head: 'Media', align: 'right', cell: (row) => byteWords(row.bytes) },
        { head: 'Share', align: 'right', cell: (row) => share(row.bytes, bytes) },
        { head: 'Uses less', align: 'right', cell: (row) => share(row.saved_bytes, row.bytes) },
        {
          head: 'Half start within',
          align: 'right',
          cell: (row) => waitWords(row.start_median_ms),
        },
        {
          head: 'Stalls an hour',
          align: 'right',
          cell: (row) => rateWords(perHour(row.stalls, row.watched_seconds)),
        },
      ]}
    />
  );
}

/** What was fetched ahead of a press that never came, as a sentence; nothing where none was. */
function unwatchedWords({ bytes, unwatched_bytes }: Report['total']): string {
  if (unwatched_bytes === 0) return '';
  return ` ${share(unwatched_bytes, bytes)} was fetched ahead and not watched.`;
}

/** What came from the second place of media, as a sentence; nothing where nothing did. */
function backupWords({ plays, bytes, backup_plays, backup_bytes }: Report['total']): string {
  if (backup_bytes === 0) return '';
  return ` ${share(backup_bytes, bytes)} came from the second media address, to ${count(backup_plays)} of ${counted(plays, 'play')}.`;
}

function Renditions({ input }: { readonly input: PlayInput }) {
  const { data, error } = useRead(renditionReport, { query: input });
  if (error) return <Problem error={error} />;
  if (!data) return <Loading />;
  const heights = [...Map.groupBy(data.data, ({ height }) => height)].map(([height, rows]) => ({
    height,
    parts: PLAY_NETWORKS.map(
      (network) => rows.find((row) => row.network === network)?.watched_seconds ?? 0,
    ),
  }));
  const sumOf = ({ parts }: (typeof heights)[number]) => parts.reduce((sum, one) => sum + one, 0);
  const [most] = heights.toSorted((a, b) => sumOf(b) - sumOf(a));
  const largest = most ? sumOf(most) : 0;
  return (
    <Figure
      question="In which size do they watch?"
      isEmpty={!most}
      answer={
        most
          ? `Mostly ${heightWords(most.height).toLowerCase()}: ${share(sumOf(most), data.watched_seconds)} of the watched time.`
          : 'Nothing was watched in this range.'
      }
      file={fileOf('quality/files/renditions', input)}
      legend={PLAY_NETWORKS.map((network) => NETWORK_NAMES[network])}
      rows={heights}
      keyOf={({ height }) => String(height)}
      columns={[
        { head: 'Picture', cell: ({ height }) => heightWords(height) },
        { head: 'By network', cell: ({ parts }) => <ShareBar parts={parts} of={largest} /> },
        { head: 'Watched', align: 'right', cell: (row) => hourWords(sumOf(row)) },
        { head: 'Share', align: 'right', cell: (row) => share(sumOf(row), data.watched_seconds) },
      ]}
    />
  );
}
