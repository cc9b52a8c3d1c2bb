import { type DataBudget, LEAST_BUDGET, MOST_BUDGET } from '@bonisa/domain/playback/data-budget';
import { DATA_CHOICES } from '@bonisa/domain/playback/data-choice';
import type { DataUse, DayUse } from '@bonisa/domain/playback/data-use';
import { parseDay, parseMonth } from '@bonisa/domain/south-african-time';
import type { StoredItem } from '../storage/browser-storage.ts';

/**
 * What is stored of a device's data use. It is about the device, not about who is signed in, so it
 * stays when the viewer logs out.
 */
export const DATA_USE: StoredItem<DataUse> = { key: 'data_use', lifetime: null, is: isUse };
export const DATA_BUDGET: StoredItem<DataBudget> = {
  key: 'data_budget',
  lifetime: null,
  is: isBudget,
};

type Fields<Value> = { readonly [Name in keyof Value]?: unknown };

function isUse(value: unknown): value is DataUse {
  return Array.isArray(value) && value.every(isDayUse);
}

function isDayUse(value: Fields<DayUse> | null): value is DayUse {
  return isDay(value?.day) && isCount(value?.site) && isCount(value?.media);
}

function isBudget(value: unknown): value is DataBudget {
  const { megabytes, warnedIn, leave } = (value ?? {}) as Fields<DataBudget>;
  if (!isCount(megabytes) || megabytes < LEAST_BUDGET || megabytes > MOST_BUDGET) return false;
  if (warnedIn !== null && parseMonth(String(warnedIn)) === undefined) return false;
  if (leave === null) return true;
  const { on, upTo } = (leave ?? {}) as Fields<NonNullable<DataBudget['leave']>>;
  return isDay(on) && (DATA_CHOICES as readonly unknown[]).includes(upTo);
}

function isDay(value: unknown): boolean {
  return typeof value === 'string' && parseDay(value) !== undefined;
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && Number(value) >= 0;
}
