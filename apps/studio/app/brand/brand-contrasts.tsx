import type { ReadContrast } from '@bonisa/domain/brand/brand-look';
import { classes } from '../design/classes.ts';
import { Badge } from '../design/states.tsx';
import { Table } from '../design/table.tsx';
import { capitalised } from '../design/words.ts';

/** Pairs of colours as calls and the domain have them. */
type Pair = Omit<ReadContrast, 'words' | 'ground'> & {
  readonly words: string;
  readonly ground: string;
};

/** Text of this size or larger is read with a contrast of 3 (WCAG 2.2, 1.4.3). */
const LARGE_TEXT_NEEDS = 3;

/** Each pair of colours that is read, with the contrast that it has and needs. */
export function ContrastTable({ pairs }: { readonly pairs: readonly Pair[] }) {
  return (
    <Table
      caption="Contrasts"
      rows={pairs}
      keyOf={({ name }) => name}
      columns={[
        { head: 'Looks', cell: (pair) => <Sample pair={pair} /> },
        {
          head: 'Pair',
          cell: ({ name }) => capitalised(name.replace('quietText', 'quiet text')),
        },
        {
          head: 'Contrast',
          align: 'right',
          cell: ({ has, least }) =>
            has < least ? <Badge tone="problem">{rounded(has)}: too low</Badge> : rounded(has),
        },
        { head: 'Needs', align: 'right', cell: ({ least }) => least.toFixed(1) },
      ]}
    />
  );
}

/** To a tenth downwards: 4.46 is not 4.5. */
function rounded(has: number): string {
  return (Math.floor(has * 10) / 10).toFixed(1);
}

/** Two letters in a pair of colours, as large as its contrast asks for. */
function Sample({ pair: { words, ground, least } }: { readonly pair: Pair }) {
  const isLarge = least <= LARGE_TEXT_NEEDS;
  return (
    <span
      aria-hidden="true"
      className={classes(
        'inline-flex h-10 w-14 items-center justify-center',
        'rounded-mark border border-rule font-bold',
        isLarge && 'text-[1.5rem]',
      )}
      style={{ color: words, backgroundColor: ground }}
    >
      Aa
    </span>
  );
}
