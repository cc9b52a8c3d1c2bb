import { useWish } from './my-list.ts';
import { useResumeUpkeep } from './my-resume.ts';
import { usePaymentNews } from './payment-toast.ts';
import { ToastRegion } from './toast.tsx';

/** The viewer's tasks on every page of the main layout. */
export function Mine() {
  useWish();
  useResumeUpkeep();
  usePaymentNews();
  return <ToastRegion />;
}
