import type { FocalPoint, PictureSize } from '@bonisa/domain/catalogue/focal-crop';
import { type PointerEvent, useId } from 'react';

/** The whole picture with its focal point: set by a press on it, or by the two sliders. */
export function FocalEditor({
  src,
  size,
  focal,
  disabled,
  onChange,
}: {
  readonly src: string;
  readonly size: PictureSize;
  readonly focal: FocalPoint;
  readonly disabled: boolean;
  readonly onChange: (focal: FocalPoint) => void;
}) {
  const set = ({ currentTarget, clientX, clientY, buttons }: PointerEvent): void => {
    if (disabled || buttons === 0) return;
    const box = currentTarget.getBoundingClientRect();
    onChange({
      x: share((clientX - box.left) / box.width),
      y: share((clientY - box.top) / box.height),
    });
  };
  return (
    <div className="grid items-start gap-4 md:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
      <div
        className={`relative touch-none overflow-hidden rounded-mark bg-night ${disabled ? '' : 'cursor-crosshair'}`}
        style={{ aspectRatio: `${size.width} / ${size.height}` }}
        onPointerDown={set}
        onPointerMove={set}
      >
        <img src={src} alt="" draggable={false} className="size-full object-cover" />
        <span
          aria-hidden="true"
          className="pointer-events-none absolute size-8 -translate-x-1/2 -translate-y-1/2 rounded-full border-3 border-ochre bg-transparent outline-2 outline-ink"
          style={{ left: `${focal.x * 100}%`, top: `${focal.y * 100}%` }}
        />
      </div>
      <fieldset disabled={disabled}>
        <legend className="mb-1 font-semibold">What must stay in sight</legend>
        <p className="mb-3 text-small text-muted">
          Press on the picture, or move the point with the arrow keys. Each shape below follows.
        </p>
        <Axis label="From the left" value={focal.x} onChange={(x) => onChange({ ...focal, x })} />
        <Axis label="From the top" value={focal.y} onChange={(y) => onChange({ ...focal, y })} />
      </fieldset>
    </div>
  );
}

function Axis({
  label,
  value,
  onChange,
}: {
  readonly label: string;
  readonly value: number;
  readonly onChange: (value: number) => void;
}) {
  const id = useId();
  const percent = Math.round(value * 100);
  return (
    <div className="mb-3">
      <label htmlFor={id} className="flex justify-between gap-3">
        <span>{label}</span>
        <span className="text-muted tabular-nums">{percent} %</span>
      </label>
      <input
        id={id}
        type="range"
        min={0}
        max={100}
        step={1}
        value={percent}
        aria-valuetext={`${percent} percent`}
        className="mt-2 h-8 w-full accent-mark"
        onChange={(event) => onChange(Number(event.target.value) / 100)}
      />
    </div>
  );
}

/** A share of the picture in whole percent: finer steps would only make new addresses. */
function share(value: number): number {
  return Math.round(Math.min(1, Math.max(0, value)) * 100) / 100;
}
