import { useNotificationContext } from 'ra-core';
import { useEffect, useState } from 'react';
import { Button } from '../design/button.tsx';
import { CloseIcon } from '../design/icons.tsx';

type Shown = ReturnType<typeof useNotificationContext>['notifications'][number];

const LOOKS = {
  success: 'border-good',
  info: 'border-mark',
  warning: 'border-warn',
  error: 'border-danger',
} as const;
const SHOWN_MS = 6000;

/** Messages about what was done (`useNotify`), one at a time. An error stays until it is closed. */
export function Toasts() {
  const { notifications, takeNotification } = useNotificationContext();
  const [shown, setShown] = useState<Shown>();
  useEffect(() => {
    if (shown || notifications.length === 0) return;
    setShown(takeNotification() ?? undefined);
  }, [shown, notifications, takeNotification]);
  useEffect(() => {
    if (!shown || shown.type === 'error') return;
    const timer = setTimeout(() => setShown(undefined), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [shown]);
  return (
    <div aria-live="polite" className="fixed right-4 bottom-4 z-30 max-w-[28rem]">
      {shown && (
        <div
          className={`flex items-center gap-3 rounded-mark border-l-4 bg-ink px-4 py-3 text-bone ${LOOKS[shown.type]}`}
        >
          <span className="min-w-0">{shown.message}</span>
          <Button
            tone="quiet"
            size="small"
            className="text-bone! hover:bg-dusk!"
            aria-label="Close the message"
            onClick={() => setShown(undefined)}
          >
            <CloseIcon />
          </Button>
        </div>
      )}
    </div>
  );
}
