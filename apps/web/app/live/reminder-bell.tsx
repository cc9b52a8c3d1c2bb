import type { GuideChannel, LiveProgramme } from '@bonisa/contract/live-page-data';
import { useSyncExternalStore } from 'react';
import { useNavigate } from 'react-router';
import { BellIcon } from '../design/icons.tsx';
import { toasts } from '../viewer/toast.tsx';
import { say } from '../words/words.ts';
import { timeWords } from './on-air.ts';
import { watchReminders } from './reminder-watch.ts';
import { isSame, MAX_REMINDERS, type StoredReminder } from './reminders.store.ts';
import { reminders } from './reminders.ts';

const NONE: readonly StoredReminder[] = [];

/** The reminders of this device; none on the server and during hydration. */
export function useReminders(): readonly StoredReminder[] {
  return useSyncExternalStore(reminders.listen, reminders.current, () => NONE);
}

interface BellProps {
  channel: Pick<GuideChannel, 'slug' | 'title' | 'category'>;
  programme: Pick<LiveProgramme, 'title' | 'startsAt' | 'endsAt'>;
}

/** Sets or removes the reminder of a programme that has not started. */
export function ReminderBell({ channel, programme: { title, startsAt, endsAt } }: BellProps) {
  const navigate = useNavigate();
  const reminder: StoredReminder = {
    channel: channel.slug,
    category: channel.category.slug,
    name: channel.title,
    title,
    startsAt,
    endsAt,
  };
  const isSet = useReminders().some((one) => isSame(one, reminder));
  const press = () => {
    const outcome = reminders.toggle(reminder);
    if (outcome === 'set') watchReminders((address) => void navigate(address));
    toasts.say(WORDS[outcome](reminder));
  };
  return (
    <button
      type="button"
      className="guide-bell"
      aria-pressed={isSet}
      aria-label={say('reminder.of', { title, time: timeWords(startsAt) })}
      onClick={press}
    >
      <BellIcon width="20" height="20" />
    </button>
  );
}

const WORDS: Readonly<
  Record<ReturnType<typeof reminders.toggle>, (reminder: StoredReminder) => string>
> = {
  set: ({ title, startsAt }) => say('reminder.set', { title, time: timeWords(startsAt) }),
  removed: ({ title }) => say('reminder.removed', { title }),
  full: () => say('reminder.full', { count: MAX_REMINDERS }),
  failed: () => say('reminder.failed'),
};
