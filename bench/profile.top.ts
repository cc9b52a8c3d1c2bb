import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { shown } from './statistics.ts';
import { table } from './table.ts';

interface Profile {
  nodes: {
    id: number;
    callFrame: { functionName: string; url: string; lineNumber: number };
    children?: number[];
  }[];
  samples: number[];
  timeDeltas: number[];
}

/**
 * The most expensive parts of a processor profile: by function alone, by file or package alone, and
 * by our functions with everything below them.
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { top: { type: 'string', default: '20' } },
});
const [file] = positionals;
if (!file) console.error('usage: node bench/profile.top.ts FILE.cpuprofile [--top 20]');
else report(JSON.parse(readFileSync(file, 'utf8')) as Profile, Number(values.top));

function report(profile: Profile, top: number): void {
  const nodes = new Map(profile.nodes.map((node) => [node.id, node]));
  const parents = new Map(
    profile.nodes.flatMap((node) =>
      (node.children ?? []).map((child) => [child, node.id] as const),
    ),
  );
  const [byFunction, byPlace, withBelow] = [
    new Map<string, number>(),
    new Map<string, number>(),
    new Map<string, number>(),
  ];
  let busy = 0;
  profile.samples.forEach((id, index) => {
    const spent = (profile.timeDeltas[index] ?? 0) / 1000;
    const leaf = nodes.get(id);
    if (!leaf || leaf.callFrame.functionName === '(idle)') return;
    busy += spent;
    add(byFunction, nameOf(leaf.callFrame), spent);
    add(byPlace, placeOf(leaf.callFrame.url) || leaf.callFrame.functionName, spent);
    const stack = new Set<string>();
    for (let at: number | undefined = id; at !== undefined; at = parents.get(at)) {
      const frame = nodes.get(at)?.callFrame;
      if (frame?.url) stack.add(nameOf(frame));
    }
    for (const name of stack) add(withBelow, name, spent);
  });
  console.log(`busy ${shown(busy)} ms`);
  show('function itself', byFunction, busy, top);
  show('file or package itself', byPlace, busy, top);
  show('function with all below it', withBelow, busy, top * 3);
}

function add(to: Map<string, number>, name: string, value: number): void {
  to.set(name, (to.get(name) ?? 0) + value);
}

function show(title: string, of: Map<string, number>, busy: number, top: number): void {
  const rows = [...of].sort(([, a], [, b]) => b - a).slice(0, top);
  console.log(
    `\n${table(
      [title, 'ms', '%'],
      rows.map(([name, ms]) => [name, shown(ms), ((ms / busy) * 100).toFixed(1)]),
    )}`,
  );
}

function nameOf({ functionName, url, lineNumber }: Profile['nodes'][number]['callFrame']): string {
  return `${functionName || '(anonymous)'}${url ? ` ${fileOf(url)}:${lineNumber + 1}` : ''}`;
}

/** The package, or our own file. */
function placeOf(url: string): string {
  return /node_modules\/((?:@[^/]+\/)?[^/]+)\/(?!.*node_modules\/)/.exec(url)?.[1] ?? fileOf(url);
}

function fileOf(url: string): string {
  return url.replace(/^.*node_modules\//, '').replace(/^file:\/\/.*?\/(apps|packages)\//, '$1/');
}
