import { useEffect } from 'react';
import { registerOfflineWorker } from '../browser/offline-worker.ts';
import { BudgetWatch } from '../data/budget-watch.tsx';
import { useReminderWatch } from './reminder-watch.ts';
import { usePendingAddition } from './use-pending-addition.ts';

/** What a page of the main layout does only after it has loaded. */
export default function QuietTasks() {
  usePendingAddition();
  // Where the page did not do it without its script.
  useEffect(registerOfflineWorker, []);
  useReminderWatch();
  return <BudgetWatch />;
}
