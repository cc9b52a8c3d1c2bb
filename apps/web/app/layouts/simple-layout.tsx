import { Outlet } from 'react-router';
import { BareLayout } from './bare-layout.tsx';

/** The simple layout (row L2) of the opt-in flow: only the logo. */
export default function SimpleLayout() {
  return (
    <BareLayout>
      <Outlet />
    </BareLayout>
  );
}
