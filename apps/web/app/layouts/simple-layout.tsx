import { useEffect } from 'react';
import { Outlet, useLocation } from 'react-router';
import { loadAgain } from '../browser/load-again.ts';
import { useDataMeter } from '../data/use-data-meter.ts';
import { LanguageChoice } from '../words/language-choice.tsx';
import { BareLayout } from './bare-layout.tsx';

/** The simple layout (row L2) of the opt-in flow: only the logo. */
export default function SimpleLayout() {
  const { pathname } = useLocation();
  const isDue = useDataMeter();
  useEffect(() => {
    if (isDue) void loadAgain(() => import('../data/data-meter.start.ts'));
  }, [isDue]);
  return (
    <BareLayout>
      <Outlet />
      {pathname === '/enter-number' ? <LanguageChoice /> : null}
    </BareLayout>
  );
}
