import type { ReactNode, SVGProps } from 'react';

/**
 * Line icons, 24 by 24, two pixels thick. Decoration only: the adjacent text carries the meaning.
 */
export function Icon({ children, ...rest }: SVGProps<SVGSVGElement> & { children: ReactNode }) {
  return (
    <svg
      viewBox="0 0 24 24"
      width="24"
      height="24"
      fill="none"
      stroke="currentColor"
      strokeWidth="2"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      focusable="false"
      {...rest}
    >
      {children}
    </svg>
  );
}

type IconProps = SVGProps<SVGSVGElement>;
const path = (d: string) => (props: IconProps) => (
  <Icon {...props}>
    <path d={d} />
  </Icon>
);

export const HomeIcon = path('M4 11l8-7 8 7v9h-5.5v-5.5h-5V20H4z');
export const BrowseIcon = path(
  'M5 4h4.5v5.5H5zM14.5 4H19v5.5h-4.5zM5 14.5h4.5V20H5zM14.5 14.5H19V20h-4.5z',
);
export const SearchIcon = path('M11 4a7 7 0 1 1 0 14 7 7 0 0 1 0-14zM16.2 16.2 21 21');
export const PersonIcon = path(
  'M12 4a4 4 0 1 1 0 8 4 4 0 0 1 0-8zM5 20.5c.6-4 3.4-6 7-6s6.4 2 7 6',
);
export const BookmarkIcon = path('M7 4h10v16l-5-4-5 4z');
export const PlusIcon = path('M12 5v14M5 12h14');
export const AgainIcon = path('M5 4.5V10h5.5M5.4 10A7.5 7.5 0 1 1 4.6 14');
export const BellIcon = path(
  'M6 16.5c1.2-1.3 1.5-2.6 1.5-5.5a4.5 4.5 0 0 1 9 0c0 2.9.3 4.2 1.5 5.5zM10.3 19.5a2 2 0 0 0 3.4 0',
);
export const ClockIcon = path('M12 4a8 8 0 1 1 0 16 8 8 0 0 1 0-16zM12 8v4.5l3 2');
export const CloseIcon = path('M6 6l12 12M18 6 6 18');
export const BackIcon = path('M15 5l-7 7 7 7');
export const ForwardIcon = path('M9 5l7 7-7 7');
export const CheckIcon = path('M5 12.5 10 17.5 19 7');
export const AlertIcon = path('M12 3.5 21.5 20h-19zM12 10v4.5M12 17.2v.1');
export const InfoIcon = path('M12 3a9 9 0 1 1 0 18 9 9 0 0 1 0-18zM12 11v5.5M12 7.7v.1');
export const WalletIcon = path('M4 7h16v12H4zM4 7l11-3.5V7M15 13h5');
export const GaugeIcon = path('M4.5 17.5a8.5 8.5 0 1 1 15 0M12 14l4-5.5M12 14v.1');
export const HelpIcon = path(
  'M12 3a9 9 0 1 1 0 18 9 9 0 0 1 0-18zM9.2 9.6c.2-1.6 1.3-2.4 2.8-2.4s2.8.9 2.8 2.3c0 2-2.8 2.2-2.8 4.1M12 16.9v.1',
);
export const SpeechIcon = path('M4 5h16v11h-8.5L7 20v-4H4zM8 9h8M8 12h5');
export const ShareIcon = path('M12 15V4M8 7.5 12 3.5l4 4M6 11H4.5v9.5h15V11H18');
export const DocumentIcon = path('M6 3.5h8l4 4v13H6zM14 3.5v4h4M9 12h6M9 16h6');
export const LeaveIcon = path('M14 4H5v16h9M10 12h11M17.5 8.5 21 12l-3.5 3.5');

export function PlayIcon(props: IconProps) {
  return (
    <Icon {...props} fill="currentColor" strokeWidth="1.5">
      <path d="M7 4.5v15l12-7.5z" />
    </Icon>
  );
}
