import { useEffect } from 'react';
import { useViewer } from '../browser/viewer.ts';
import { say } from '../words/words.ts';
import { myList, session } from './my-list.ts';
import { takePendingAddition } from './pending-addition.ts';
import { toasts } from './toast.tsx';

/** Once a visitor has signed in: performs the pending list addition and shows a toast. */
export function usePendingAddition(): void {
  const viewer = useViewer();
  const signedIn = viewer.state === 'known' && viewer.viewer.signed_in;
  useEffect(() => {
    if (!signedIn) return;
    const addition = takePendingAddition(session);
    if (!addition) return;
    void myList.put(addition, true).then((outcome) => {
      if (outcome === 'done') toasts.say(say('list.added', { title: addition.title }));
      else if (typeof outcome === 'object') toasts.say(outcome.refused);
    });
  }, [signedIn]);
}
