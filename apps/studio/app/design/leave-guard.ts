import { useEffect, useRef } from 'react';
import { type Location, useBlocker } from 'react-router-dom';
import { useConfirm } from './confirm.tsx';

const isOtherPath = (from: Location, to: Location): boolean => from.pathname !== to.pathname;

/**
 * Asks before what was changed on a screen is lost: at a link, another query of the same screen
 * that `isAnother` names, or a closed tab. The function that it returns lets the next step pass.
 */
export function useLeaveGuard(
  isChanged: boolean,
  isAnother: (from: Location, to: Location) => boolean = isOtherPath,
): () => void {
  const confirm = useConfirm();
  const free = useRef(false);
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      isChanged && !free.current && isAnother(currentLocation, nextLocation),
  );
  useEffect(() => {
    free.current = false;
    if (!isChanged) return;
    const ask = (event: BeforeUnloadEvent): void => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [isChanged]);
  useEffect(() => {
    if (blocker.state !== 'blocked') return;
    void confirm({
      title: 'Leave without saving?',
      text: 'What you have typed here is not saved.',
      button: 'Leave',
      danger: true,
    }).then((answer) => (answer ? blocker.proceed() : blocker.reset()));
  }, [blocker, confirm]);
  return () => {
    free.current = true;
  };
}
