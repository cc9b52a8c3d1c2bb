import type { ReactNode } from 'react';
import { useEffect, useId, useRef } from 'react';
import { Button } from './button.tsx';
import { CloseIcon } from './icons.tsx';

export interface DialogProps {
  readonly title: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
  /** For a dialog that must be answered: no cross, and Escape does nothing. */
  readonly mustAnswer?: boolean;
  readonly wide?: boolean;
}

/**
 * A modal dialog: the browser keeps the focus within, and gives it back afterwards. What has the
 * attribute `data-first-focus` gets the focus at first.
 */
export function Dialog({
  title,
  onClose,
  children,
  mustAnswer = false,
  wide = false,
}: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  useEffect(() => {
    const shown = dialog.current;
    if (shown && !shown.open) shown.showModal();
    // The browser would give the focus to the cross.
    shown?.querySelector<HTMLElement>('[data-first-focus]')?.focus();
    return () => shown?.close();
  }, []);
  return (
    <dialog
      ref={dialog}
      aria-labelledby={id}
      onCancel={(event) => {
        event.preventDefault();
        if (!mustAnswer) onClose();
      }}
      className={`m-auto w-[calc(100%-2rem)] rounded-card border border-rule bg-sheet p-6 text-text ${wide ? 'max-w-[56rem]' : 'max-w-[34rem]'}`}
    >
      <div className="mb-4 flex items-start justify-between gap-4">
        <h2 id={id} className="text-heading">
          {title}
        </h2>
        {!mustAnswer && (
          <Button tone="quiet" size="small" aria-label="Close" onClick={onClose}>
            <CloseIcon />
          </Button>
        )}
      </div>
      {children}
    </dialog>
  );
}
