import { type ReactNode, useEffect, useRef } from 'react';
import { Link } from 'react-router';
import { CloseIcon } from '../design/icons.tsx';
import { proseLanguage } from '../words/find-text.ts';
import { say, sayWith } from '../words/words.ts';

interface MiniBarProps {
  title: string;
  /** The page of what plays. */
  address: string;
  note: string;
  /** The viewer pressed for the mini-player: the button that did it is gone with its page. */
  isShrunk: boolean;
  /** What can be done with it, beside closing it. */
  control: ReactNode;
  onClose(): void;
}

/** The mini-player's bar beside the picture: what plays, and back to its page. */
export function MiniBar({ title, address, note, isShrunk, control, onClose }: MiniBarProps) {
  const back = useRef<HTMLAnchorElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when the bar appears
  useEffect(() => {
    if (isShrunk && document.activeElement === document.body)
      back.current?.focus({ preventScroll: true });
  }, []);
  return (
    <section className="mini" aria-label={say('player.mini')}>
      <Link ref={back} to={address} className="mini-open">
        {sayWith(
          'player.mini.back',
          {
            title: (words) => (
              <span className="mini-title" lang={proseLanguage()}>
                {words}
              </span>
            ),
            more: (words) => <span className="sr-only">{words}</span>,
          },
          { title },
        )}
        <span className="mini-note">{note}</span>
      </Link>
      {control}
      <MiniControl label={say('player.mini.close', { title })} onPress={onClose}>
        <CloseIcon />
      </MiniControl>
    </section>
  );
}

interface MiniControlProps {
  label: string;
  onPress(): void;
  children: ReactNode;
}

export function MiniControl({ label, onPress, children }: MiniControlProps) {
  return (
    <button type="button" className="mini-control" aria-label={label} onClick={onPress}>
      {children}
    </button>
  );
}
