import { Outlet } from 'react-router';
import { BareLayout } from './bare-layout.tsx';

/** L2, the simplified layout: only the logo. For the whole subscription flow. */
export default function SimpleLayout() {
  return (
    <BareLayout>
      <Outlet />
    </BareLayout>
  );
}
