import type { SVGProps } from 'react';
import { Icon } from '../../design/icons.tsx';

/** Line icons of the player's controls, in the house's drawing. */
type IconProps = SVGProps<SVGSVGElement>;
const path = (d: string) => (props: IconProps) => (
  <Icon {...props}>
    <path d={d} />
  </Icon>
);

export const CaptionsIcon = path('M4 5.5h16v13H4zM10.5 10.5a2 2 0 1 0 0 3M16.5 10.5a2 2 0 1 0 0 3');
export const FullScreenIcon = path('M4 9V4h5M15 4h5v5M20 15v5h-5M9 20H4v-5');
export const LeaveFullScreenIcon = path('M9 4v5H4M20 9h-5V4M15 20v-5h5M4 15h5v5');
export const SoundIcon = path(
  'M4 9.5v5h3.5L12 18.5v-13L7.5 9.5zM15.5 9a4.2 4.2 0 0 1 0 6M18 6.5a8 8 0 0 1 0 11',
);
export const MutedIcon = path('M4 9.5v5h3.5L12 18.5v-13L7.5 9.5zM16 9.5l5 5M21 9.5l-5 5');
export const SettingsIcon = path(
  'M4 7h9M17 7h3M4 17h3M11 17h9M15 4.5a2.5 2.5 0 1 1 0 5 2.5 2.5 0 0 1 0-5zM9 14.5a2.5 2.5 0 1 1 0 5 2.5 2.5 0 0 1 0-5z',
);
export const ReplayIcon = path('M5 4.5V10h5.5M5.4 10A7.5 7.5 0 1 1 4.6 14');
export const MiniPlayerIcon = path('M5 9.5l7 7 7-7');
export const SmallPictureIcon = path('M9.5 18.5H4v-13h16V11M13 14h7.5v5H13z');
export const OtherScreenIcon = path(
  'M4 9V5.5h16v13h-6M4 12.5a6 6 0 0 1 6 6M4 16a2.5 2.5 0 0 1 2.5 2.5M4 18.4v.1',
);

export function PauseIcon(props: IconProps) {
  return (
    <Icon {...props} fill="currentColor" stroke="none">
      <path d="M6 4.5h4.2v15H6zM13.8 4.5H18v15h-4.2z" />
    </Icon>
  );
}

/** A turn to the left with the seconds in its middle; `on` turns to the right. */
export function SkipIcon({ on = false, ...props }: IconProps & { on?: boolean }) {
  return (
    <Icon {...props}>
      <path
        d="M12 4.5a8 8 0 1 1-7.4 5M12 4.5 9 2M12 4.5 9 7"
        transform={on ? 'matrix(-1 0 0 1 24 0)' : undefined}
      />
      <text
        x="12"
        y="15.8"
        textAnchor="middle"
        fontSize="7.5"
        fontWeight="800"
        fill="currentColor"
        stroke="none"
      >
        10
      </text>
    </Icon>
  );
}

/** Three arrow heads that run one after the other, beside the seconds of a skip. */
export function SkipArrows() {
  return (
    <Icon className="skip-arrows" width="44" height="20" viewBox="0 0 44 20" fill="currentColor">
      <path d="M3 3v14l10-7z" />
      <path d="M17 3v14l10-7z" />
      <path d="M31 3v14l10-7z" />
    </Icon>
  );
}
