import { expect, it } from 'vitest';
import { createBroadcastCosts } from './broadcast-costs.ts';

/** A segment of two seconds whose picture has so many kilobytes. */
const segment = (kilobytes: number) => ({
  duration: 2,
  bytes: new Map([
    [0, 8000],
    [240, kilobytes * 1000],
    [480, kilobytes * 3000],
  ]),
});
const run = (costs: ReturnType<typeof createBroadcastCosts>, kilobytes: readonly number[]) =>
  kilobytes.flatMap((one, at) => {
    const found = costs.add(segment(one))?.hourCosts;
    return found ? [[at + 1, Math.round(found[1] ?? 0), Math.round(found[2] ?? 0)]] : [];
  });

it('tells what an hour of a live ingest session costs from its first segment on', () => {
  const costs = createBroadcastCosts();
  const [first] = run(costs, [40]);
  // 40 kB in two seconds are 72 MB an hour; the headers of the answers count as well.
  expect(first?.slice(1)).toEqual([73, 217]);
});

it('tells the bytes of an hour for each rendition', () => {
  const measured = createBroadcastCosts().add(segment(40));
  const hours = [...(measured?.hourBytes ?? [])].map(([height, bytes]) => [
    height,
    Math.round(bytes / 1e6),
  ]);
  expect(hours).toEqual([
    [0, 15],
    [240, 73],
    [480, 217],
  ]);
});

it('tells new costs only when they differ from those that pages show', () => {
  const costs = createBroadcastCosts();
  const steady = run(
    costs,
    Array.from({ length: 90 }, () => 40),
  );
  expect(steady.map(([at]) => at)).toEqual([1]);
  const louder = run(
    costs,
    Array.from({ length: 60 }, () => 80),
  );
  expect(louder.map(([at, saver]) => [at, saver])).toEqual([[30, 145]]);
});

it('measures anew when another encoder begins', () => {
  const costs = createBroadcastCosts();
  run(
    costs,
    Array.from({ length: 60 }, () => 40),
  );
  costs.restart();
  expect(run(costs, [20])).toEqual([[1, 37, 109]]);
});
