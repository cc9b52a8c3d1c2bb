import { type ReactNode, type Ref, useId } from 'react';
import { ErrorNotice } from '../design/notice.tsx';

/**
 * A question in a dialog before an irreversible action, with its buttons below. Open it with
 * `showDialog`.
 */
export function ConfirmDialog(props: {
  ref: Ref<HTMLDialogElement>;
  title: string;
  problem: string | undefined;
  answers: ReactNode;
  children: ReactNode;
  /** Called when the dialog closes, by Escape too. */
  onClose?: () => void;
}) {
  const { ref, title, problem, answers, children, onClose } = props;
  const id = useId();
  return (
    <dialog ref={ref} className="question" aria-labelledby={id} onClose={onClose}>
      <h2 id={id} className="text-heading">
        {title}
      </h2>
      <div className="mt-2 grid gap-3">{children}</div>
      {problem ? (
        <div className="mt-3">
          <ErrorNotice>{problem}</ErrorNotice>
        </div>
      ) : null}
      <div className="mt-5 flex flex-wrap gap-3">{answers}</div>
    </dialog>
  );
}
