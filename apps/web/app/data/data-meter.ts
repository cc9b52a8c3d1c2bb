import {
  type AskingTime,
  adviseOnBudget,
  askingTime,
  type BudgetAdvice,
  budgetOf,
  type DataBudget,
  goOnToday,
  warned,
} from '@bonisa/domain/playback/data-budget';
import type { DataChoice } from '@bonisa/domain/playback/data-choice';
import {
  addUse,
  type DataUse,
  totalOf,
  type UsedBytes,
  usedIn,
} from '@bonisa/domain/playback/data-use';
import { monthOf } from '@bonisa/domain/south-african-time';
import type { BrowserStorage } from '../storage/browser-storage.ts';
import { DATA_BUDGET, DATA_USE } from './data-storage.ts';

/** What this device has used, and the viewer's budget for it. */
export interface DataAccount {
  readonly use: DataUse;
  readonly budget: DataBudget | undefined;
}

export interface DataMeter {
  read(): DataAccount;
  /** What the budget says now. */
  advice(): BudgetAdvice;
  count(more: UsedBytes): void;
  /** Sets the budget for a month in megabytes; `undefined` removes it. */
  setBudget(megabytes: number | undefined): void;
  /** The warning was shown. */
  warned(): void;
  /** The viewer goes on for today, at `upTo` or a lower choice. */
  goOnToday(upTo: DataChoice): void;
  /** Looks again: another tab has counted, or the choice has changed. */
  refresh(): void;
  listen(listener: () => void): () => void;
}

interface DataMeterParts {
  readonly storage: BrowserStorage;
  readonly now: () => number;
  readonly choiceNow: () => DataChoice;
  readonly storeAskingTime: (time: AskingTime | undefined) => void;
}

/**
 * Keeps what a device uses in its browser's storage. Each change reads what is stored first,
 * because other tabs count too.
 */
export function createDataMeter(parts: DataMeterParts): DataMeter {
  const { storage, choiceNow, storeAskingTime } = parts;
  const listeners = new Set<() => void>();
  /** Where nothing can be stored, the page counts for itself. */
  let unstored: DataAccount | undefined;
  const load = (): DataAccount =>
    unstored ?? { use: storage.read(DATA_USE) ?? [], budget: storage.read(DATA_BUDGET) };
  let account = load();
  const now = () => new Date(parts.now());
  const facts = () => ({
    bytes: totalOf(usedIn(account.use, monthOf(now()))),
    choice: choiceNow(),
    now: now(),
  });
  const show = (next: DataAccount) => {
    account = next;
    storeAskingTime(account.budget && askingTime(account.budget, facts()));
    for (const listener of listeners) listener();
  };
  const putBudget = (budget: DataBudget | undefined) => {
    const next = { ...load(), budget };
    if (!budget) storage.remove(DATA_BUDGET);
    else if (!storage.write(DATA_BUDGET, budget)) unstored = next;
    if (unstored) unstored = next;
    show(next);
  };
  const changeBudget = (change: (budget: DataBudget) => DataBudget) => {
    const { budget } = load();
    if (budget) putBudget(change(budget));
  };
  return {
    read: () => account,
    advice: () => (account.budget ? adviseOnBudget(account.budget, facts()) : 'none'),
    count(more) {
      if (totalOf(more) === 0) return;
      const { use, budget } = load();
      const next = { use: addUse(use, now(), more), budget };
      if (unstored || !storage.write(DATA_USE, next.use)) unstored = next;
      show(next);
    },
    setBudget: (megabytes) => putBudget(megabytes === undefined ? undefined : budgetOf(megabytes)),
    warned: () => changeBudget((budget) => warned(budget, now())),
    goOnToday: (upTo) => changeBudget((budget) => goOnToday(budget, now(), upTo)),
    refresh: () => show(load()),
    listen(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
