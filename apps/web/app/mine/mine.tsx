import { useWish } from './my-list.ts';
import { useResumeUpkeep } from './my-resume.ts';
import { ToastRegion } from './toast.tsx';
import { usePaymentNews } from './use-payment-news.ts';

/** What every page with the main layout does for its viewer beside what it shows. */
export function Mine() {
  useWish();
  useResumeUpkeep();
  usePaymentNews();
  return <ToastRegion />;
}
