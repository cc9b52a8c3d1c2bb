import { useEffect } from 'react';
import { useNavigate } from 'react-router';
import { logQuietly } from '../browser/log-quietly.ts';
import { browsersOwn } from '../storage/forget-viewer.ts';
import { STORED_ITEMS } from '../storage/stored-items.ts';

/**
 * Watches for the start of programmes of which this device reminds its viewer. Their script is
 * loaded only where there are some.
 */
export function useReminderWatch(): void {
  const navigate = useNavigate();
  useEffect(() => {
    if (browsersOwn.local.read(STORED_ITEMS.reminders))
      import('../live/reminder-watch.ts').then(
        ({ watchReminders }) => watchReminders(navigate),
        (error: unknown) => logQuietly('reminders', error),
      );
  }, [navigate]);
}
