import { Button } from './button.tsx';

/** The ways through a list that begins with the newest: back to it, and to what came before. */
export function Pager<Place extends string | number>({
  isNewest,
  next,
  onNewest,
  onEarlier,
}: {
  readonly isNewest: boolean;
  /** Where the earlier entries begin; null or undefined: there are none. */
  readonly next: Place | null | undefined;
  readonly onNewest: () => void;
  readonly onEarlier: (before: Place) => void;
}) {
  return (
    <div className="mt-4 flex justify-end gap-2">
      {!isNewest && <Button onClick={onNewest}>Newest</Button>}
      {next != null && <Button onClick={() => onEarlier(next)}>Earlier</Button>}
    </div>
  );
}
