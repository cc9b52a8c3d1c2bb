import type { FormEvent, ReactNode } from 'react';
import { createContext, useCallback, useContext, useState } from 'react';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';
import { ReasonField } from './reason-field.tsx';

/** What a person is asked before something is done. */
export interface Question {
  readonly title: string;
  /** What will happen, in plain words. */
  readonly text?: ReactNode;
  /** The button's word: the verb of what is done. */
  readonly button: string;
  readonly danger?: boolean;
  /** The reason goes into the audit; it must be given. */
  readonly reason?: boolean;
}

/** Resolves with the reason (empty where none is asked), or `undefined` if the person leaves. */
export type Confirm = (question: Question) => Promise<{ readonly reason: string } | undefined>;

const ConfirmContext = createContext<Confirm | undefined>(undefined);

/** Asks before something is done: `const answer = await confirm({…}); if (!answer) return;`. */
export function useConfirm(): Confirm {
  const confirm = useContext(ConfirmContext);
  if (!confirm) throw new Error('useConfirm stands below ConfirmProvider');
  return confirm;
}

interface Open {
  readonly question: Question;
  readonly answer: (given: { readonly reason: string } | undefined) => void;
}

/** Shows the questions of {@link useConfirm}, one at a time. */
export function ConfirmProvider({ children }: { readonly children: ReactNode }) {
  const [open, setOpen] = useState<Open>();
  const confirm = useCallback<Confirm>(
    (question) =>
      new Promise((resolve) => {
        const answer: Open['answer'] = (given) => {
          setOpen(undefined);
          resolve(given);
        };
        setOpen({ question, answer });
      }),
    [],
  );
  return (
    <ConfirmContext value={confirm}>
      {children}
      {open && <QuestionDialog {...open} />}
    </ConfirmContext>
  );
}

function QuestionDialog({ question, answer }: Open) {
  const { title, text, button, danger = false, reason = false } = question;
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const given = new FormData(event.currentTarget).get('reason');
    answer({ reason: typeof given === 'string' ? given.trim() : '' });
  };
  return (
    <Dialog title={title} onClose={() => answer(undefined)}>
      <form onSubmit={submit}>
        {text && <div className="mb-4">{text}</div>}
        {reason && <ReasonField />}
        <div className="flex justify-end gap-2">
          <Button onClick={() => answer(undefined)}>Cancel</Button>
          <Button type="submit" tone={danger ? 'danger' : 'action'}>
            {button}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
