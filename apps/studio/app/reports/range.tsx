import { daysAfter } from '@bonisa/domain/south-african-time';
import { useSearchParams } from 'react-router-dom';
import { SelectField, TextField } from '../design/fields.tsx';
import { dateTime, dayValue } from '../design/time.ts';

/** The range and filters of a report, as its address has them. */
export interface ReportInput {
  readonly from: string;
  readonly to: string;
  readonly carrier?: string;
  readonly package?: string;
}

const USUAL_DAYS = 30;
const NAMES = ['from', 'to', 'carrier', 'package'] as const;
type Name = (typeof NAMES)[number];

/** Reads range and filters from the address and writes them there: a link shows the same report. */
export function useReportInput(): [ReportInput, (name: Name, value: string) => void] {
  const [params, setParams] = useSearchParams();
  const today = dayValue(new Date());
  const to = params.get('to') || today;
  const from = params.get('from') || daysAfter(to as never, 1 - USUAL_DAYS);
  const carrier = params.get('carrier');
  const held = params.get('package');
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
  const input = { from, to, ...(carrier ? { carrier } : {}), ...(held ? { package: held } : {}) };
  return [input, set];
}

export interface RangeBarProps {
  readonly input: ReportInput;
  readonly onChange: (name: Name, value: string) => void;
  readonly carriers: readonly string[];
  /** Without packages the report has no such filter. */
  readonly packages?: readonly string[];
  readonly countedUntil: string | null | undefined;
}

/** Range and filters above the figures, and up to when everything is counted. */
export function RangeBar({ input, onChange, carriers, packages, countedUntil }: RangeBarProps) {
  const change = (name: Name) => (event: { target: { value: string } }) =>
    onChange(name, event.target.value);
  const choices = (known: readonly string[], name: (id: string) => string) =>
    known.map((value) => ({ value, label: name(value) }));
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
      <SelectField
        label="Carrier"
        empty="All carriers"
        value={input.carrier ?? ''}
        choices={choices(carriers, (id) => id)}
        onChange={change('carrier')}
      />
      {packages && (
        <SelectField
          label="Package"
          empty="All packages"
          value={input.package ?? ''}
          choices={choices(packages, packageName)}
          onChange={change('package')}
        />
      )}
      <p className="mb-4 text-small text-muted">
        {countedUntil
          ? `Everything until ${dateTime(countedUntil)} is counted.`
          : 'Nothing is counted yet: the first count comes within a minute.'}
      </p>
    </search>
  );
}

/** The name of a package for people: its id without what all have in common. */
export function packageName(id: string): string {
  const [, word = id] = /-(daily|weekly|monthly)-/.exec(id) ?? [];
  return `${word.charAt(0).toUpperCase()}${word.slice(1)}`;
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
