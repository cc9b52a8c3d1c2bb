import { readdirSync, readFileSync } from 'node:fs';
import { cpus, loadavg, totalmem } from 'node:os';

/** The machine of a measurement, without its name: figures are meaningless without it. */
export interface Machine {
  readonly cores: number;
  readonly processor: string;
  readonly memoryGB: number;
  readonly node: string;
  readonly system: string;
}

export function machine(): Machine {
  const processors = cpus();
  return {
    cores: processors.length,
    processor: processors[0]?.model.trim() || 'unknown',
    memoryGB: Math.round(totalmem() / 1e9),
    node: process.versions.node,
    system: `${process.platform} ${process.arch}`,
  };
}

/**
 * The system's load average of the last minute: a value above the number of cores means that other
 * programs compete.
 */
export function loadNow(): number {
  return Math.round((loadavg()[0] ?? 0) * 100) / 100;
}

/** Linux counts a process's processor time in hundredths of a second. */
const TICK_MS = 10;

/**
 * The processor time of a process and all its descendants since they began, in milliseconds;
 * `undefined` if the system does not report it (only Linux does) or the process has ended. Unlike a
 * rate, it hardly depends on other load.
 */
export function cpuOfTree(root: number): number | undefined {
  const all = readProcesses();
  if (!all.has(root)) return undefined;
  return [...treeOf(root, all)].reduce((sum, pid) => sum + (all.get(pid)?.ticks ?? 0) * TICK_MS, 0);
}

/** A process and all its descendants; empty if the system does not report them. */
export function descendantsOf(root: number): number[] {
  const all = readProcesses();
  return all.has(root) ? [...treeOf(root, all)] : [];
}

function treeOf(root: number, all: ReadonlyMap<number, ProcessTime>): Set<number> {
  const within = new Set([root]);
  for (let grown = true; grown; ) {
    grown = false;
    for (const [pid, { parent }] of all) {
      if (within.has(pid) || !within.has(parent)) continue;
      within.add(pid);
      grown = true;
    }
  }
  return within;
}

/** The processor time of a process alone since it began, in milliseconds; otherwise as above. */
export function cpuOf(pid: number): number | undefined {
  const own = readProcesses().get(pid);
  return own && own.ownTicks * TICK_MS;
}

/** The direct children of a process, oldest first. */
export function childrenOf(parent: number): number[] {
  return [...readProcesses()]
    .filter(([, one]) => one.parent === parent)
    .map(([pid]) => pid)
    .sort((a, b) => a - b);
}

interface ProcessTime {
  readonly parent: number;
  /** The time of the process and of its ended children. */
  readonly ticks: number;
  readonly ownTicks: number;
}

function readProcesses(): Map<number, ProcessTime> {
  const found = new Map<number, ProcessTime>();
  if (process.platform !== 'linux') return found;
  for (const name of readdirSync('/proc')) {
    if (!/^[0-9]+$/.test(name)) continue;
    const stat = statOf(name);
    if (!stat) continue;
    // After the name in brackets: state, parent, ...; fields 14 to 17 are the time of the process
    // and of its ended children.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const [own, system, ofChildren, systemOfChildren] = fields.slice(11, 15).map(Number) as [
      number,
      number,
      number,
      number,
    ];
    found.set(Number(name), {
      parent: Number(fields[1]),
      ticks: own + system + ofChildren + systemOfChildren,
      ownTicks: own + system,
    });
  }
  return found;
}

/** A process may end between listing and reading. */
function statOf(pid: string): string | undefined {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8');
  } catch {
    return undefined;
  }
}
