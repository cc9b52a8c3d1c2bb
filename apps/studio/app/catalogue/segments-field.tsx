import { SEGMENT_KINDS } from '@bonisa/domain/playback/title-segments';
import { TextField } from '../design/fields.tsx';
import { capitalised } from '../design/words.ts';

interface Segment {
  readonly kind: (typeof SEGMENT_KINDS)[number];
  readonly start: number;
  readonly end: number;
}

/** Opening, recap and credits: what a viewer can skip. Without any, those of the film count. */
export function SegmentsField({
  label,
  segments,
  onChange,
  problem,
  disabled,
}: {
  readonly label: string;
  readonly segments: readonly Segment[];
  readonly onChange: (segments: readonly Segment[] | null) => void;
  readonly problem: string | undefined;
  readonly disabled: boolean;
}) {
  const set = (kind: Segment['kind'], part: 'start' | 'end', text: string): void => {
    const before = segments.find((one) => one.kind === kind);
    const others = segments.filter((one) => one.kind !== kind);
    const seconds = text === '' ? undefined : Number(text);
    const next = { kind, start: before?.start ?? 0, end: before?.end ?? 0, [part]: seconds ?? 0 };
    const all = next.start === 0 && next.end === 0 ? others : [...others, next];
    onChange(all.length === 0 ? null : all);
  };
  return (
    <fieldset className="mb-4" disabled={disabled}>
      <legend className="mb-1 font-semibold">{label}</legend>
      <p className="mb-2 text-small text-muted">
        In seconds. Empty: those that came with the film.
      </p>
      {problem && <p className="mb-2 text-small font-semibold text-danger">{problem}</p>}
      <div className="grid gap-x-4 md:grid-cols-2">
        {SEGMENT_KINDS.flatMap((kind) =>
          (['start', 'end'] as const).map((part) => (
            <TextField
              key={`${kind} ${part}`}
              label={`${capitalised(kind)}, ${part}`}
              type="number"
              min={0}
              step="any"
              value={segments.find((one) => one.kind === kind)?.[part] ?? ''}
              onChange={(event) => set(kind, part, event.target.value)}
            />
          )),
        )}
      </div>
    </fieldset>
  );
}
