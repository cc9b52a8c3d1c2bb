import { browsersOwn, onForget } from '../storage/forget-viewer.ts';
import { createReminders } from './reminders.store.ts';

/** The reminders of this browser. */
export const reminders = createReminders(browsersOwn.local, Date.now);

onForget(() => reminders.refresh());
