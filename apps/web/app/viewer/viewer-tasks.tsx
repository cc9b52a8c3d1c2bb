import { usePendingAddition } from './my-list.ts';
import { useResumeSync } from './my-resume.ts';
import { usePaymentToast } from './payment-watch.ts';
import { useReminderWatch } from './reminder-watch.ts';
import { ToastRegion } from './toast.tsx';

/** The viewer's tasks on every page of the main layout. */
export function ViewerTasks() {
  usePendingAddition();
  useResumeSync();
  usePaymentToast();
  useReminderWatch();
  return <ToastRegion />;
}
