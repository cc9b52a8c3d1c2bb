import { Button } from '../design/button.tsx';
import { count, counted } from '../design/money.ts';

/** Which page of a list is shown, and the way to the others. */
export function Paging({
  page,
  total,
  perPage,
  what,
  many = `${what}s`,
  disabled = false,
  onChange,
}: {
  readonly page: number;
  readonly total: number;
  readonly perPage: number;
  /** One entry of the list in words. */
  readonly what: string;
  readonly many?: string;
  readonly disabled?: boolean;
  readonly onChange: (page: number) => void;
}) {
  const last = Math.max(1, Math.ceil(total / perPage));
  return (
    <nav aria-label="Pages" className="mt-4 flex flex-wrap items-center justify-between gap-3">
      <p className="text-muted">{counted(total, what, many)}</p>
      {last > 1 && (
        <div className="flex items-center gap-3">
          <Button disabled={disabled || page <= 1} onClick={() => onChange(page - 1)}>
            Back
          </Button>
          <span>
            Page {count(page)} of {count(last)}
          </span>
          <Button disabled={disabled || page >= last} onClick={() => onChange(page + 1)}>
            Next
          </Button>
        </div>
      )}
    </nav>
  );
}
