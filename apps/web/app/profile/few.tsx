import { type ReactNode, useState } from 'react';
import { Button } from '../design/button.tsx';

/**
 * The first of a long list, and the rest for a press; the press stays where it is, so that nobody's
 * focus is lost.
 */
export function Few<Item>(props: {
  all: readonly Item[];
  first: number;
  what: string;
  children: (shown: readonly Item[]) => ReactNode;
}) {
  const { all, first, what, children } = props;
  const [whole, setWhole] = useState(false);
  // One or two more are shown rather than asked for.
  const isLong = all.length > first + 2;
  return (
    <>
      {children(whole || !isLong ? all : all.slice(0, first))}
      {isLong ? (
        <div className="mt-3">
          <Button aria-expanded={whole} onClick={() => setWhole(!whole)}>
            {whole ? `Show the latest ${first}` : `Show all ${all.length} ${what}`}
          </Button>
        </div>
      ) : null}
    </>
  );
}
