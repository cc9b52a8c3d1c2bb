import { type ReactNode, useState } from 'react';
import { Button } from '../design/button.tsx';

/** The first of a long list, and the rest for a press; the press stays where it is, so that nobody's focus is lost. */
export function Few<Item>(props: { all: readonly Item[]; first: number; what: string; children: (shown: readonly Item[]) => ReactNode }) {
  const { all, first, what, children } = props;
  const [whole, setWhole] = useState(false);
  return (
    <>
      {children(whole ? all : all.slice(0, first))}
      {all.length > first ? (
        <div className="mt-3">
          <Button aria-expanded={whole} onClick={() => setWhole(!whole)}>
            {whole ? `Show the latest ${first}` : `Show all ${all.length} ${what}`}
          </Button>
        </div>
      ) : null}
    </>
  );
}
