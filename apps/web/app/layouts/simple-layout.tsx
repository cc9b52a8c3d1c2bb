import { useEffect } from 'react';
import { Outlet } from 'react-router';
import { loadAgain } from '../browser/load-again.ts';
import { useDataMeter } from '../data/use-data-meter.ts';
import { BareLayout } from './bare-layout.tsx';

/** The simple layout (row L2) of the opt-in flow: only the logo. */
export default function SimpleLayout() {
  const isDue = useDataMeter();
  useEffect(() => {
    if (isDue) void loadAgain(() => import('../data/data-meter.start.ts'));
  }, [isDue]);
  return (
    <BareLayout>
      <Outlet />
    </BareLayout>
  );
}
