import { useEffect, useRef } from 'react';
import Plot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import { COLOURS } from './colours.ts';
import type { Picture } from './picture.ts';

const HEIGHT = 240;
const GRID = { stroke: '#e4dacb', width: 1 };
const TEXT = '#5d5168';

/**
 * The picture of a figure, drawn on a canvas. It is hidden from screen readers: the words above it
 * and the table below it say the same.
 */
export default function Chart({ labels, series, kind, format }: Picture) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = place.current;
    if (!element) return;
    const sizeOf = () => ({ width: Math.max(element.clientWidth, 200), height: HEIGHT });
    const plot = new Plot(
      optionsOf({ labels, series, kind, format }, sizeOf()),
      dataOf({ labels, series, kind, format }),
      element,
    );
    const observer = new ResizeObserver(() => plot.setSize(sizeOf()));
    observer.observe(element);
    return () => {
      observer.disconnect();
      plot.destroy();
    };
  }, [labels, series, kind, format]);
  return (
    <div
      ref={place}
      aria-hidden="true"
      className="contain-inline-size min-h-60 w-full overflow-hidden"
    />
  );
}

/** Bars stand on each other: the first series is drawn last, in front of the sums behind it. */
function dataOf({ labels, series, kind }: Picture): Plot.AlignedData {
  const places = labels.map((_, at) => at);
  if (kind === 'lines') return [places, ...series.map(({ values }) => [...values])];
  const sums = series.map((_, until) =>
    labels.map((_label, at) =>
      series.slice(0, until + 1).reduce((sum, { values }) => sum + (values[at] ?? 0), 0),
    ),
  );
  return [places, ...sums.reverse()];
}

function optionsOf(
  { labels, series, kind, format }: Picture,
  size: { width: number; height: number },
): Plot.Options {
  const bars = Plot.paths.bars?.({ size: [0.7, 60] });
  const shown = series.map(({ label }, at) => ({
    label,
    stroke: COLOURS[at % COLOURS.length] ?? TEXT,
    width: kind === 'lines' ? 2 : 0,
    points: { show: kind === 'lines' && filledOf(series[at]?.values) < 2 },
    ...(kind === 'bars' && bars ? { fill: COLOURS[at % COLOURS.length] ?? TEXT, paths: bars } : {}),
  }));
  return {
    ...size,
    legend: { show: false },
    cursor: { show: false },
    scales: {
      x: { time: false, range: [-0.5, Math.max(labels.length - 0.5, 0.5)] },
      y: { range: (_plot, least, most) => [Math.min(0, least ?? 0), most > 0 ? most * 1.05 : 1] },
    },
    series: [{}, ...(kind === 'bars' ? shown.reverse() : shown)],
    axes: [
      {
        stroke: TEXT,
        grid: { show: false },
        ticks: GRID,
        splits: () => splitsOf(labels.length),
        values: (_plot, places) => places.map((at) => labels[at] ?? ''),
      },
      {
        stroke: TEXT,
        grid: GRID,
        ticks: { show: false },
        size: 84,
        values: (_plot, values) => values.map((value) => format(value)),
      },
    ],
  };
}

/** How many values there are: a single one is no line. */
function filledOf(values: readonly (number | null)[] = []): number {
  return values.filter((value) => value !== null).length;
}

/** At most eight labels, evenly spread, the last one always. */
function splitsOf(length: number): number[] {
  const step = Math.max(1, Math.ceil(length / 8));
  const last = length - 1;
  return Array.from({ length: Math.ceil(length / step) }, (_, at) => last - at * step).reverse();
}
