import { type ReactNode, useState } from 'react';
import { Button } from '../design/button.tsx';

/**
 * The first items of a long list, and a button for the rest. The button stays in place, so that the
 * focus is not lost.
 */
export function Few<Item>(props: {
  all: readonly Item[];
  first: number;
  what: string;
  children: (shown: readonly Item[]) => ReactNode;
}) {
  const { all, first, what, children } = props;
  const [whole, setWhole] = useState(false);
  // One or two more items are shown at once.
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
