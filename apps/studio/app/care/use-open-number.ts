import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { useConfirm } from '../design/confirm.tsx';
import { type FoundNumber, handOver } from './open-number.ts';

/** What the person opens, in a question and a sentence about it. */
export interface OpenQuestion {
  readonly title: string;
  readonly text: string;
}

/** Opens the number behind something on the screen of care, for a reason that the audit keeps. */
export function useOpenNumber() {
  const confirm = useConfirm();
  const navigate = useNavigate();
  const [error, setError] = useState<unknown>();
  const open = async (
    { title, text }: OpenQuestion,
    find: (body: { readonly reason: string }) => Promise<FoundNumber>,
  ): Promise<void> => {
    const answer = await confirm({
      title,
      text: `${text} The look counts as one of yours in this hour.`,
      button: 'Open the number',
      reason: true,
    });
    if (!answer) return;
    setError(undefined);
    try {
      handOver(await find(answer));
      navigate('/care/caller');
    } catch (refused) {
      setError(refused);
    }
  };
  return { open, error };
}
