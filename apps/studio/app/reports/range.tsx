import { PLAY_NETWORKS, type PlayNetwork } from '@bonisa/domain/playback/play-figures';
import { daysAfter } from '@bonisa/domain/south-african-time';
import type { ReactNode } from 'react';
import { useSearchParams } from 'react-router-dom';
import { carrierName, productNow } from '../calls/settings.ts';
import { SelectField, TextField } from '../design/fields.tsx';
import { dateTime, dayValue } from '../design/time.ts';
import { type Named, NETWORK_NAMES, nameOf } from './words.ts';

/** The range and filters of a report, as its address has them. */
export interface ReportInput {
  readonly from: string;
  readonly to: string;
  readonly carrier?: string;
  readonly package?: string;
}

/** The range and filters of a report of plays. */
export interface PlayInput {
  readonly from: string;
  readonly to: string;
  readonly kind?: 'title' | 'live';
  readonly network?: PlayNetwork;
}

const USUAL_DAYS = 30;

/** Reads range and filters from the address and writes them there: a link shows the same report. */
export function useReportInput(): [ReportInput, (name: keyof ReportInput, value: string) => void] {
  const [params, set] = useAddress<keyof ReportInput>();
  const carrier = params.get('carrier');
  const held = params.get('package');
  const filters = { ...(carrier ? { carrier } : {}), ...(held ? { package: held } : {}) };
  return [{ ...rangeIn(params), ...filters }, set];
}

/** The same for reports of plays; what the address names wrongly counts as not chosen. */
export function usePlayInput(): [PlayInput, (name: keyof PlayInput, value: string) => void] {
  const [params, set] = useAddress<keyof PlayInput>();
  const kind = (['title', 'live'] as const).find((one) => one === params.get('kind'));
  const network = PLAY_NETWORKS.find((one) => one === params.get('network'));
  const filters = { ...(kind ? { kind } : {}), ...(network ? { network } : {}) };
  return [{ ...rangeIn(params), ...filters }, set];
}

function rangeIn(params: URLSearchParams): { from: string; to: string } {
  const to = params.get('to') || dayValue(productNow());
  return { from: params.get('from') || daysAfter(to as never, 1 - USUAL_DAYS), to };
}

function useAddress<Name extends string>(): [URLSearchParams, (name: Name, to: string) => void] {
  const [params, setParams] = useSearchParams();
  const set = (name: Name, value: string): void =>
    setParams(
      (before) => {
        const next = new URLSearchParams(before);
        if (value === '') next.delete(name);
        else next.set(name, value);
        return next;
      },
      { replace: true },
    );
  return [params, set];
}

export interface RangeBarProps {
  readonly input: ReportInput;
  readonly onChange: (name: keyof ReportInput, value: string) => void;
  readonly carriers: readonly string[];
  /** Without packages the report has no such filter. */
  readonly packages?: readonly Named[];
  readonly countedUntil: string | null | undefined;
}

/** Range and filters above the figures, and up to when everything is counted. */
export function RangeBar({ input, onChange, carriers, packages, countedUntil }: RangeBarProps) {
  const change = (name: keyof ReportInput) => (event: { target: { value: string } }) =>
    onChange(name, event.target.value);
  return (
    <RangeFrame input={input} onChange={onChange} countedUntil={countedUntil}>
      <SelectField
        label="Carrier"
        empty="All carriers"
        value={input.carrier ?? ''}
        choices={carriers.map((value) => ({ value, label: carrierName(value) }))}
        onChange={change('carrier')}
      />
      {packages && (
        <SelectField
          label="Package"
          empty="All packages"
          value={input.package ?? ''}
          choices={packages.map((one) => ({ value: one.key, label: nameOf(one) }))}
          onChange={change('package')}
        />
      )}
    </RangeFrame>
  );
}

interface PlayRangeBarProps {
  readonly input: PlayInput;
  readonly onChange: (name: keyof PlayInput, value: string) => void;
  /** Whether the report can be of one network. */
  readonly hasNetworks?: boolean;
  readonly countedUntil: string | null | undefined;
}

/** Range and filters above the figures of plays. */
export function PlayRangeBar({ input, onChange, hasNetworks, countedUntil }: PlayRangeBarProps) {
  return (
    <RangeFrame input={input} onChange={onChange} countedUntil={countedUntil}>
      <SelectField
        label="What"
        empty="Titles and live"
        value={input.kind ?? ''}
        choices={[
          { value: 'title', label: 'Titles' },
          { value: 'live', label: 'Live channels' },
        ]}
        onChange={(event) => onChange('kind', event.target.value)}
      />
      {hasNetworks && (
        <SelectField
          label="Network"
          empty="All networks"
          value={input.network ?? ''}
          choices={PLAY_NETWORKS.map((value) => ({ value, label: NETWORK_NAMES[value] }))}
          onChange={(event) => onChange('network', event.target.value)}
        />
      )}
    </RangeFrame>
  );
}

interface RangeFrameProps {
  readonly input: { readonly from: string; readonly to: string };
  readonly onChange: (name: 'from' | 'to', value: string) => void;
  readonly countedUntil: string | null | undefined;
  readonly children: ReactNode;
}

function RangeFrame({ input, onChange, countedUntil, children }: RangeFrameProps) {
  const change = (name: 'from' | 'to') => (event: { target: { value: string } }) =>
    onChange(name, event.target.value);
  return (
    <search className="mb-5 flex flex-wrap items-end gap-x-4 rounded-card border border-rule bg-sheet px-5 pt-4">
      <TextField
        label="From"
        type="date"
        value={input.from}
        max={input.to}
        onChange={change('from')}
      />
      <TextField label="To" type="date" value={input.to} min={input.from} onChange={change('to')} />
      {children}
      <p className="mb-4 text-small text-muted">
        {countedUntil
          ? `Everything until ${dateTime(countedUntil)} is counted.`
          : 'Nothing is counted yet: the first count comes within a minute.'}
      </p>
    </search>
  );
}

/** The address of a report's file with the same range and filters. */
export function fileOf(path: string, input: object): string {
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(input)) if (value) params.set(name, String(value));
  return `/studio/api/reports/${path}?${params}`;
}

/** A day on an axis: `23 Nov`. */
export function axisDay(day: string): string {
  const [, month = '', date = ''] = day.split('-');
  return `${Number(date)} ${MONTHS[Number(month) - 1] ?? ''}`;
}

const MONTHS = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ');
