import { liveChannelAddress } from '../titles/addresses.ts';
import { toasts } from '../viewer/toast.tsx';
import { say } from '../words/words.ts';
import { timeWords } from './on-air.ts';
import type { StoredReminder } from './reminders.store.ts';
import { reminders } from './reminders.ts';

/**
 * Shows a reminder when its programme starts: in the open page, or as a notification where the
 * viewer has allowed it and looks elsewhere. Loaded only where this device has reminders. It
 * fetches nothing.
 */

/** A longer timer would be late after the device has slept. */
const LONGEST_WAIT_MS = 60_000;

let timer: ReturnType<typeof setTimeout> | undefined;
let open: ((address: string) => void) | undefined;

/** Starts to watch, once for a document. `navigate` opens a page of the site. */
export function watchReminders(navigate: (address: string) => void): void {
  const isFirst = open === undefined;
  open = navigate;
  if (isFirst) {
    reminders.listen(look);
    addEventListener('storage', () => reminders.refresh());
    document.addEventListener('visibilitychange', look);
  }
  look();
}

function look(): void {
  clearTimeout(timer);
  const due = reminders.nextDue();
  if (due === undefined) return;
  if (due <= Date.now() && (isSeen() || mayNotify())) {
    // This calls this function again with the rest.
    for (const reminder of reminders.takeDue()) show(reminder);
    return;
  }
  timer = setTimeout(look, Math.min(Math.max(due - Date.now(), 1000), LONGEST_WAIT_MS));
}

const isSeen = (): boolean => document.visibilityState === 'visible';

/** Whether the viewer has said yes to notifications. */
export function mayNotify(): boolean {
  return 'Notification' in window && Notification.permission === 'granted';
}

function show(reminder: StoredReminder): void {
  const address = liveChannelAddress({
    slug: reminder.channel,
    category: { slug: reminder.category },
  });
  if (!isSeen()) {
    void notify(reminder, address);
    return;
  }
  const late = Date.now() - Date.parse(reminder.startsAt) > LONGEST_WAIT_MS;
  const { title, name: channel } = reminder;
  toasts.say(
    late
      ? say('reminder.started', { title, channel, time: timeWords(reminder.startsAt) })
      : say('reminder.now', { title, channel }),
    { label: say('reminder.open'), act: () => open?.(address) },
    { important: true },
  );
}

async function notify(reminder: StoredReminder, address: string): Promise<void> {
  const options = {
    body: say('reminder.notify', { channel: reminder.name }),
    tag: `${reminder.channel} ${reminder.startsAt}`,
    icon: '/icons/apple-touch-icon.png',
    data: { address },
  };
  // Phones show a notification only through the service worker.
  const worker = await navigator.serviceWorker?.getRegistration();
  if (worker) {
    await worker.showNotification(reminder.title, options);
    return;
  }
  const notification = new Notification(reminder.title, options);
  notification.onclick = () => {
    window.focus();
    open?.(address);
  };
}
