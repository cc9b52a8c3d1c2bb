import { BudgetWatch } from '../data/budget-watch.tsx';
import { useReminderWatch } from './reminder-watch.ts';
import { usePendingAddition } from './use-pending-addition.ts';

/** What a page of the main layout does only after it has loaded. */
export default function QuietTasks() {
  usePendingAddition();
  useReminderWatch();
  return <BudgetWatch />;
}
