import { useState } from 'react';
import { Link } from 'react-router';
import { useBrand } from '../brand.ts';
import { Button } from '../design/button.tsx';
import { BellIcon, CloseIcon } from '../design/icons.tsx';
import { liveChannelAddress } from '../titles/addresses.ts';
import { proseLanguage } from '../words/find-text.ts';
import { inProse } from '../words/prose.tsx';
import { say, sayWith } from '../words/words.ts';
import { dayAndTimeWords } from './on-air.ts';
import { useReminders } from './reminder-bell.tsx';
import { reminders } from './reminders.ts';

/** The reminders of this device, and whether they may be notifications too. */
export function ReminderList({ at }: { at: string }) {
  const list = useReminders();
  return (
    <section id="reminders" className="reminders" aria-labelledby="reminders-name">
      <h2 id="reminders-name" className="text-heading">
        {say('reminder.heading')}
      </h2>
      {list.length === 0 ? (
        <p className="mt-2 text-quiet">
          {sayWith('reminder.help', {
            bell: (words) => (
              <>
                <BellIcon width="16" height="16" className="inline" />
                <span className="sr-only">{words}</span>
              </>
            ),
          })}
        </p>
      ) : (
        <>
          <ul className="reminder-rows">
            {list.map((reminder) => (
              <li key={`${reminder.channel} ${reminder.startsAt}`}>
                <Link
                  to={liveChannelAddress({
                    slug: reminder.channel,
                    category: { slug: reminder.category },
                  })}
                  lang={proseLanguage()}
                >
                  {reminder.title}
                </Link>
                <span className="text-small text-quiet">
                  <time dateTime={reminder.startsAt}>{dayAndTimeWords(reminder.startsAt, at)}</time>{' '}
                  · {inProse(reminder.name)}
                </span>
                <button
                  type="button"
                  className="guide-bell"
                  aria-label={say('reminder.remove', { title: reminder.title })}
                  onClick={() => reminders.remove(reminder)}
                >
                  <CloseIcon width="20" height="20" />
                </button>
              </li>
            ))}
          </ul>
          <Notifications />
        </>
      )}
    </section>
  );
}

/** Asks the browser only after the viewer has pressed the button. */
function Notifications() {
  const { name } = useBrand();
  const [permission, setPermission] = useState(() =>
    'Notification' in window ? Notification.permission : 'denied',
  );
  if (permission === 'default') {
    return (
      <div className="mt-3">
        <p className="text-small text-quiet">{say('reminder.ask', { service: name })}</p>
        <Button
          className="mt-2"
          onClick={() => void Notification.requestPermission().then(setPermission)}
        >
          {say('reminder.allow')}
        </Button>
      </div>
    );
  }
  return (
    <p className="mt-3 text-small text-quiet">
      {permission === 'granted'
        ? say('reminder.may_notify', { service: name })
        : say('reminder.may_not_notify', { service: name })}
    </p>
  );
}
