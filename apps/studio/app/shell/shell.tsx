import { type ReactNode, useEffect, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { studioName } from '../calls/settings.ts';
import { Button } from '../design/button.tsx';
import { CloseIcon, MenuIcon } from '../design/icons.tsx';
import { SideNavigation } from './side-navigation.tsx';

/** The frame of every screen: the navigation at the left (on a tablet behind a button). */
export function Shell({ children }: { readonly children: ReactNode }) {
  const { pathname } = useLocation();
  /** The screen at which the navigation was opened: another screen closes it. */
  const [openAt, setOpenAt] = useState<string>();
  const isOpen = openAt === pathname;
  useEffect(ignoreStrayFiles, []);
  return (
    <div className="lg:grid lg:grid-cols-[16rem_minmax(0,1fr)]">
      <a
        href="#main"
        className="sr-only focus:not-sr-only focus:absolute focus:z-40 focus:bg-ochre focus:px-4 focus:py-2 focus:text-ink"
      >
        Skip to the screen
      </a>
      <div className="night sticky top-0 z-20 flex items-center gap-3 bg-ink px-4 py-2 text-bone lg:hidden">
        <Button
          tone="quiet"
          className="text-bone! hover:bg-dusk!"
          aria-expanded={isOpen}
          aria-controls="side"
          onClick={() => setOpenAt(isOpen ? undefined : pathname)}
        >
          {isOpen ? <CloseIcon /> : <MenuIcon />} Menu
        </Button>
        <span className="font-display font-bold">{studioName()}</span>
      </div>
      <div
        id="side"
        className={`${isOpen ? 'fixed inset-y-0 top-14 left-0 z-20 w-72' : 'hidden'} lg:sticky lg:top-0 lg:block lg:h-dvh`}
      >
        <SideNavigation />
      </div>
      <main id="main" tabIndex={-1} className="min-w-0 px-5 py-6 md:px-8">
        <div className="mx-auto max-w-[88rem]">{children}</div>
      </main>
    </div>
  );
}

/** A file that misses its field is not opened by the browser in place of what a person types. */
function ignoreStrayFiles(): () => void {
  const ignore = (event: DragEvent): void => {
    if (event.defaultPrevented || !event.dataTransfer?.types.includes('Files')) return;
    event.preventDefault();
    event.dataTransfer.dropEffect = 'none';
  };
  const kinds = ['dragover', 'drop'] as const;
  for (const kind of kinds) window.addEventListener(kind, ignore);
  return () => {
    for (const kind of kinds) window.removeEventListener(kind, ignore);
  };
}
