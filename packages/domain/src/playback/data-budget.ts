/**
 * A viewer's budget of megabytes for a month on one device. Near its end the viewer is warned once;
 * when it is used up, nothing plays on without an answer.
 */

import {
  type Day,
  dayOf,
  daysAfter,
  instantOf,
  type Month,
  monthAfter,
  monthOf,
} from '../south-african-time.ts';
import { DATA_CHOICES, type DataChoice } from './data-choice.ts';

/** A megabyte is 1,000,000 bytes, as carriers sell it. */
const MEGABYTE = 1_000_000;
/** The share of the budget at which the viewer is warned. */
const WARN_AT = 0.8;

export const LEAST_BUDGET = 1;
export const MOST_BUDGET = 1_000_000;

export interface DataBudget {
  /** Megabytes for a month. */
  readonly megabytes: number;
  /** The month in which the viewer was warned last. */
  readonly warnedIn: Month | null;
  /** The viewer's leave to go on with a used-up budget: for one day, at this choice or a lower. */
  readonly leave: { readonly on: Day; readonly upTo: DataChoice } | null;
}

/** `warn`: say that little is left. `ask`: playing needs the viewer's answer. */
export type BudgetAdvice = 'none' | 'warn' | 'ask';

/** The time in which playing needs an answer, from one instant to before another. */
export interface AskingTime {
  readonly from: Date;
  readonly until: Date;
}

/** What a viewer may do, `bytes` having been used this month. */
export interface BudgetFacts {
  readonly bytes: number;
  readonly choice: DataChoice;
  readonly now: Date;
}

/** A new budget. Nothing was warned or allowed under it. */
export function budgetOf(megabytes: number): DataBudget {
  return { megabytes, warnedIn: null, leave: null };
}

/**
 * Reads a budget as people type it: `500`, `1 000`, `500 MB`. Returns `undefined` for any other
 * text, and for less than {@link LEAST_BUDGET} or more than {@link MOST_BUDGET}.
 */
export function readBudget(text: string): number | undefined {
  const digits = /^([0-9]+)(?:mb)?$/i.exec(text.replace(/\s/g, ''))?.[1];
  const megabytes = Number(digits);
  return digits && megabytes >= LEAST_BUDGET && megabytes <= MOST_BUDGET ? megabytes : undefined;
}

/** When playing needs an answer; `undefined` while there is budget left. */
export function askingTime(budget: DataBudget, facts: BudgetFacts): AskingTime | undefined {
  const { bytes, now } = facts;
  if (bytes < budget.megabytes * MEGABYTE) return undefined;
  const today = dayOf(now);
  const from = mayGoOn(budget, facts) ? daysAfter(today, 1) : today;
  const until = instantOf(`${monthAfter(monthOf(now))}-01`);
  return { from: instantOf(from), until };
}

/** What to do now. */
export function adviseOnBudget(budget: DataBudget, facts: BudgetFacts): BudgetAdvice {
  const asking = askingTime(budget, facts);
  if (asking) return asking.from <= facts.now ? 'ask' : 'none';
  const isNear = facts.bytes >= budget.megabytes * MEGABYTE * WARN_AT;
  return isNear && budget.warnedIn !== monthOf(facts.now) ? 'warn' : 'none';
}

/** The budget after its warning was shown. */
export function warned(budget: DataBudget, now: Date): DataBudget {
  return { ...budget, warnedIn: monthOf(now) };
}

/** The budget after the viewer chose to go on for today, at `upTo` or a lower choice. */
export function goOnToday(budget: DataBudget, now: Date, upTo: DataChoice): DataBudget {
  return { ...budget, leave: { on: dayOf(now), upTo } };
}

/** The next cheaper choice; `undefined` below the lowest. */
export function lowerChoice(choice: DataChoice): DataChoice | undefined {
  return DATA_CHOICES[DATA_CHOICES.indexOf(choice) - 1];
}

function mayGoOn({ leave }: DataBudget, { now, choice }: BudgetFacts): boolean {
  if (leave?.on !== dayOf(now)) return false;
  return DATA_CHOICES.indexOf(choice) <= DATA_CHOICES.indexOf(leave.upTo);
}
