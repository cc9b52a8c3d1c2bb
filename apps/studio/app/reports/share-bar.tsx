import { COLOURS } from './colours.ts';

interface ShareBarProps {
  /** The parts of the bar, at most as many as there are colours, and in their order. */
  readonly parts: readonly number[];
  /** What a full bar is. */
  readonly of: number;
}

/** A bar in a table's cell. It is hidden from screen readers: another cell has its figure. */
export function ShareBar({ parts, of }: ShareBarProps) {
  const widths = parts.map((part) => (of > 0 ? (part / of) * 100 : 0));
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 100 8"
      preserveAspectRatio="none"
      className="block h-3 w-28 rounded-full bg-shade xl:w-56"
    >
      {COLOURS.slice(0, widths.length).map((colour, at) => (
        <rect
          key={colour}
          x={widths.slice(0, at).reduce((sum, one) => sum + one, 0)}
          width={widths[at]}
          height="8"
          fill={colour}
        />
      ))}
    </svg>
  );
}
