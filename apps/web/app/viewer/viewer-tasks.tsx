import { Suspense } from 'react';
import { lazyPart } from '../browser/load-again.ts';
import { useDataMeter } from '../data/use-data-meter.ts';
import { useResumeSync } from './my-resume.ts';
import { ToastRegion } from './toast.tsx';

const QuietTasks = lazyPart(() => import('./quiet-tasks.tsx'));

/** The viewer's tasks on every page of the main layout. */
export function ViewerTasks() {
  useResumeSync();
  const isDue = useDataMeter();
  return (
    <>
      <ToastRegion />
      {isDue ? (
        <Suspense>
          <QuietTasks />
        </Suspense>
      ) : null}
    </>
  );
}
