import { useState } from 'react';
import { Button } from './button.tsx';

/** The cursors of the pages that a person has opened of one list, the newest last. */
interface Opened {
  readonly list: string | undefined;
  readonly cursors: readonly string[];
}

export interface CursorPages {
  /** Where the present page begins; absent on the first one. */
  readonly before: string | undefined;
  /** Opens the page at a cursor. */
  readonly forward: (cursor: number | string) => void;
  readonly back: () => void;
  /** Begins at the first page again. */
  readonly reset: () => void;
}

/** The cursors of a list; those that were opened of another one are none of its pages. */
export function cursorsOf(opened: Opened, list: string | undefined): readonly string[] {
  return opened.list === list ? opened.cursors : [];
}

/** Pages of a list that names the cursor of its next page, and no number of pages. */
export function useCursorPages(list: string | undefined): CursorPages {
  const [opened, setOpened] = useState<Opened>({ list, cursors: [] });
  const cursors = cursorsOf(opened, list);
  return {
    before: cursors.at(-1),
    forward: (cursor) => setOpened({ list, cursors: [...cursors, String(cursor)] }),
    back: () => setOpened({ list, cursors: cursors.slice(0, -1) }),
    reset: () => setOpened({ list, cursors: [] }),
  };
}

interface CursorPagerProps {
  readonly pages: CursorPages;
  /** The cursor of the next page, as the list named it. */
  readonly next: number | string | null | undefined;
  readonly labels?: { readonly back: string; readonly forward: string };
}

const LABELS = { back: 'Before', forward: 'Next' };

export function CursorPager({ pages, next, labels = LABELS }: CursorPagerProps) {
  return (
    <nav aria-label="Pages" className="mt-4 mb-5 flex gap-2">
      {pages.before !== undefined && <Button onClick={pages.back}>{labels.back}</Button>}
      {next != null && <Button onClick={() => pages.forward(next)}>{labels.forward}</Button>}
    </nav>
  );
}
