/** How far something is, as a bar with its words above it. */
export function Progress({
  label,
  percent,
  children,
}: {
  readonly label: string;
  /** 0 to 100; `undefined`: it is under way, and nobody knows how far. */
  readonly percent: number | undefined;
  readonly children?: React.ReactNode;
}) {
  const shown = percent === undefined ? undefined : Math.min(100, Math.max(0, percent));
  return (
    <div className="mb-3">
      <div className="mb-1 flex flex-wrap justify-between gap-x-4 text-small">
        <span className="font-semibold">{label}</span>
        <span className="text-muted tabular-nums">{children}</span>
      </div>
      <div
        role="progressbar"
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={shown === undefined ? undefined : Math.round(shown)}
        className="h-2.5 overflow-hidden rounded-full bg-shade"
      >
        <div
          className={`h-full rounded-full bg-mark ${shown === undefined ? 'opacity-55' : ''}`}
          style={{ width: `${shown ?? 100}%` }}
        />
      </div>
    </div>
  );
}
