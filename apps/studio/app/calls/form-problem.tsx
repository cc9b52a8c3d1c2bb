import { StudioCallError } from '@bonisa/contract/studio/studio-client';
import { Problem } from '../design/states.tsx';
import { useReread } from './use-calls.ts';

/**
 * Why a dialog's form is refused. Where somebody else was first, a button has the screen
 * behind the dialog read again and closes it: opened anew, the form begins with what they made.
 */
export function FormProblem({
  error,
  onClose,
}: {
  readonly error: Error;
  readonly onClose: () => void;
}) {
  const reread = useReread();
  const isStale = error instanceof StudioCallError && error.code === 'conflict';
  const look = async (): Promise<void> => {
    await reread();
    onClose();
  };
  return isStale ? (
    <Problem error={error} onRetry={look} retry="See what is there now" />
  ) : (
    <Problem error={error} />
  );
}
