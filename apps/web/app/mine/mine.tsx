import { useWish } from './my-list.ts';
import { useResumeUpkeep } from './my-resume.ts';
import { ToastRegion } from './toast.tsx';
import { usePaymentNews } from './use-payment-news.ts';

/** The viewer's tasks on every page of the main layout. */
export function Mine() {
  useWish();
  useResumeUpkeep();
  usePaymentNews();
  return <ToastRegion />;
}
