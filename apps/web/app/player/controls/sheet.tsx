import { say } from '../../words/words.ts';
import './sheet.css';
import { type ReactNode, useEffect, useId, useRef } from 'react';
import { Button } from '../../design/button.tsx';
import { showDialog } from '../../layouts/show-dialog.ts';

/** A sheet over the player: Done, Escape and a press beside it close it. */
export function Sheet({
  heading,
  onClose,
  children,
}: {
  heading: string;
  onClose(): void;
  children: ReactNode;
}) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  useEffect(() => {
    const { current: element } = dialog;
    const onPress = ({ target }: MouseEvent) => target === element && element?.close();
    element?.addEventListener('click', onPress);
    showDialog(element);
    return () => element?.removeEventListener('click', onPress);
  }, []);
  return (
    <dialog ref={dialog} className="player-sheet" aria-labelledby={id} onClose={onClose}>
      <div className="sheet-head">
        <h2 id={id} className="text-heading">
          {heading}
        </h2>
        <Button look="quiet" onClick={() => dialog.current?.close()}>
          {say('player.done')}
        </Button>
      </div>
      {children}
    </dialog>
  );
}
