import { ScrollRestoration } from 'react-router';
import restoreScroll from './restore-scroll.entry.ts?inline-script';

/** React Router's; before hydration our own script does its work (`restore-scroll.entry.ts`). */
export const ScrollPlace = import.meta.env.SSR
  ? () => (
      <script
        // biome-ignore lint/security/noDangerouslySetInnerHtml: constant text of ours
        dangerouslySetInnerHTML={{ __html: restoreScroll }}
      />
    )
  : ScrollRestoration;
