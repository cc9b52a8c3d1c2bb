import type { SVGProps } from 'react';

type IconProps = SVGProps<SVGSVGElement>;

/** A line icon, 24 by 24. Decoration only: the adjacent text carries the meaning. */
const path = (d: string) => (props: IconProps) => (
  <svg
    viewBox="0 0 24 24"
    width="20"
    height="20"
    fill="none"
    stroke="currentColor"
    strokeWidth="2"
    strokeLinecap="round"
    strokeLinejoin="round"
    aria-hidden="true"
    focusable="false"
    {...props}
  >
    <path d={d} />
  </svg>
);

export const SearchIcon = path('M11 4a7 7 0 1 1 0 14 7 7 0 0 1 0-14zM16.2 16.2 21 21');
export const PersonIcon = path(
  'M12 4a4 4 0 1 1 0 8 4 4 0 0 1 0-8zM5 20.5c.6-4 3.4-6 7-6s6.4 2 7 6',
);
export const PlusIcon = path('M12 5v14M5 12h14');
export const CloseIcon = path('M6 6l12 12M18 6 6 18');
export const MenuIcon = path('M4 6h16M4 12h16M4 18h16');
export const CheckIcon = path('M5 12.5 10 17.5 19 7');
export const AlertIcon = path('M12 3.5 21.5 20h-19zM12 10v4.5M12 17.2v.1');
export const InfoIcon = path('M12 3a9 9 0 1 1 0 18 9 9 0 0 1 0-18zM12 11v5.5M12 7.7v.1');
export const LeaveIcon = path('M14 4H5v16h9M10 12h11M17.5 8.5 21 12l-3.5 3.5');
export const GripIcon = path('M9 5v.1M9 12v.1M9 19v.1M15 5v.1M15 12v.1M15 19v.1');
export const FilmIcon = path('M4 5h16v14H4zM8 5v14M16 5v14M4 9.5h4M4 14.5h4M16 9.5h4M16 14.5h4');
export const LiveIcon = path(
  'M12 10a2 2 0 1 1 0 4 2 2 0 0 1 0-4zM7.5 7.5a6.4 6.4 0 0 0 0 9M16.5 7.5a6.4 6.4 0 0 1 0 9M4.5 4.5a10.6 10.6 0 0 0 0 15M19.5 4.5a10.6 10.6 0 0 1 0 15',
);
export const PhoneIcon = path('M7 2.5h10v19H7zM11 18.5h2');
export const MoneyIcon = path('M3 6h18v12H3zM12 9a3 3 0 1 1 0 6 3 3 0 0 1 0-6zM6 9v.1M18 15v.1');
export const ChartIcon = path('M4 4v16h16M8 16v-4M12 16V8M16 16v-6');
export const StaffIcon = path(
  'M9 4.5a3.5 3.5 0 1 1 0 7 3.5 3.5 0 0 1 0-7zM2.5 19.5c.5-3.6 3-5.4 6.5-5.4s6 1.8 6.5 5.4M16 5a3.3 3.3 0 0 1 0 6.3M18 14.6c2 .7 3.2 2.4 3.5 4.9',
);
export const GearIcon = path(
  'M12 9a3 3 0 1 1 0 6 3 3 0 0 1 0-6zM12 2.5v3M12 18.5v3M2.5 12h3M18.5 12h3M5.3 5.3l2.1 2.1M16.6 16.6l2.1 2.1M18.7 5.3l-2.1 2.1M7.4 16.6l-2.1 2.1',
);
