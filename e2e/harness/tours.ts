/**
 * Tours of the product that visit every screen in every state. The caller is called at each screen:
 * a test checks it with axe, the screenshot script takes a picture.
 */
import type { Visit } from './browser.ts';
import { becomeSubscriber, flowPage, followMainLink } from './flow.page.ts';
import { newHandset, putOnNetwork, setFault } from './handset.ts';
import { advanceClock, DAY, HOUR, historyOf } from './ops.ts';
import { waitForPlayback } from './playback.ts';
import { waitUntil } from './wait-until.ts';

/** Called with the name of each screen when it is complete. */
export type OnScreen = (screen: string) => Promise<void>;

export interface Tour {
  readonly name: string;
  /** Whether the whole tour is possible without a number. */
  readonly open?: true;
  /** Whether every `npm test` looks at it; the others are looked at each night. */
  readonly daily?: true;
  /** Where it starts: the site itself, or the site on the mobile network. */
  readonly at: 'site' | 'mobile';
  walk(visit: Visit, onScreen: OnScreen): Promise<void>;
}

async function searching(visit: Visit, onScreen: OnScreen): Promise<void> {
  const { page } = visit;
  await visit.goto('/');
  await onScreen('home');
  await page.getByRole('button', { name: 'Search' }).click();
  const dialog = page.getByRole('dialog', { name: 'Search' });
  await dialog.getByRole('combobox').fill('isibane');
  await dialog.getByRole('link', { name: /Isibane/ }).waitFor();
  await onScreen('search');
  await dialog.getByRole('combobox').fill('xqzw vvkk');
  await dialog.getByText('Nothing found for “xqzw vvkk”').waitFor();
  await dialog.getByRole('heading', { name: 'Channels' }).waitFor();
  await onScreen('search-nothing');
}

/** Opens pages one after the other: the name of each screen, and its path. */
const pages =
  (places: Readonly<Record<string, string>>) => async (visit: Visit, onScreen: OnScreen) => {
    for (const [name, path] of Object.entries(places)) {
      await visit.goto(path);
      await visit.page.getByRole('main').getByRole('heading', { level: 1 }).waitFor();
      await onScreen(name);
    }
  };

const browsing = pages({
  video: '/video/isibane',
  channels: '/channels',
  channel: '/channel/ekhaya',
  category: '/channel/ngoma/new-sounds',
  show: '/show/pots-dont-lie',
  episode: '/episode/pots-dont-lie-s1e2',
  live: '/live',
  'live-channel': '/live/music/ngoma-non-stop',
  person: '/person/nomazizi-gqola',
});

const visiting = pages({
  'my-list-visitor': '/my-list',
  'profile-visitor': '/profile',
  'data-use': '/profile/data',
  help: '/profile/help',
  invite: '/profile/invite',
  headers: '/test',
  terms: '/terms-and-conditions',
  privacy: '/privacy-policy',
  design: '/design',
});

async function gettingLost(visit: Visit, onScreen: OnScreen): Promise<void> {
  visit.tolerate(/status of 404/);
  await pages({ 'not-found': '/no/such/page', 'video-not-found': '/video/no-such-title' })(
    visit,
    onScreen,
  );
}

async function subscribing(visit: Visit, onScreen: OnScreen): Promise<void> {
  const { page, product } = visit;
  const flow = flowPage(visit);
  const handset = newHandset(product);
  await flow.open('/video/isibane?play=1');
  await onScreen('number');
  await flow.enterNumber('12');
  await flow.alert('Please enter').waitFor();
  await onScreen('number-wrong');
  await flow.enterNumber(handset.typed);
  await flow.packagesScreen.waitFor();
  await onScreen('packages');
  await flow.submit.click();
  await flow.alert('Selected Package missing').waitFor();
  await onScreen('packages-missing');
  await flow.choosePackage('Weekly');
  await flow.accept.and(page.locator(':enabled')).waitFor();
  await onScreen('otp');
  await flow.typeOtp('12');
  await flow.pressAccept();
  await flow.alert('invalid OTP').waitFor();
  await onScreen('otp-wrong');
  await flow.typeOtp(await handset.otp());
  await flow.pressAccept();
  await flow.completed();
  await onScreen('complete');
  await followMainLink(page);
  await waitForPlayback(page);
  await page.locator('video').hover({ force: true });
  await onScreen('video-playing');
}

/** The screens of a subscriber: from the middle of a video to the end of the subscription. */
async function belonging(visit: Visit, onScreen: OnScreen): Promise<void> {
  const { page, product } = visit;
  const flow = flowPage(visit);
  await flow.open('/video/isibane?play=1');
  await flow.subscribe(newHandset(product), 'Weekly');
  await followMainLink(page);
  await waitForPlayback(page);
  await page.locator('video').evaluate((video: HTMLVideoElement) => {
    video.currentTime = video.duration / 2;
  });
  await waitForPlayback(page);
  await visit.goto('/video/isibane');
  await page.getByRole('button', { name: /^Resume/ }).waitFor();
  await page
    .getByRole('main')
    .getByRole('button', { name: 'Add Isibane to My List' })
    .first()
    .click();
  await onScreen('video-left');
  await visit.goto('/my-list');
  await page.getByRole('button', { name: 'Remove Isibane from My List' }).waitFor();
  await onScreen('my-list');
  await visit.goto('/');
  await page.getByRole('heading', { name: 'Continue watching' }).waitFor();
  await onScreen('home-member');
  await visit.goto('/profile/feedback');
  await page.getByRole('button', { name: 'Send feedback' }).click();
  await flow.alert('faces').waitFor();
  await onScreen('feedback-wrong');
  await visit.goto('/profile/account');
  await page.getByRole('heading', { name: 'What you agreed to' }).waitFor();
  await onScreen('account');
  await page.getByRole('button', { name: 'Change package' }).click();
  await page.getByRole('radio', { name: /Monthly/ }).check();
  await onScreen('account-change');
  await page.getByRole('button', { name: 'Cancel subscription' }).click();
  await page.getByRole('dialog').waitFor();
  await onScreen('account-cancel');
  await page.getByRole('button', { name: 'Yes, cancel' }).click();
  await page.getByText('Your subscription is cancelled').first().waitFor();
  await onScreen('account-cancelled');
  await page.getByRole('link', { name: 'Profile' }).click();
  await page.getByRole('dialog', { name: 'HELLO' }).waitFor();
  await onScreen('profile');
}

/** The trial is used: from here on a subscription costs money. */
async function comingBack(visit: Visit, onScreen: OnScreen): Promise<void> {
  const { page, product } = visit;
  const flow = flowPage(visit);
  const handset = newHandset(product);
  await becomeSubscriber(visit, handset);
  await handset.say('STOP');
  await waitUntil(
    'the subscription is cancelled',
    async () => (await historyOf(product, handset.msisdn)).state === 'cancelled',
  );
  await forget(visit);
  await flow.open();
  await flow.toOtp(handset);
  await flow.accept.and(page.locator(':enabled')).waitFor();
  await onScreen('otp-taken-now');
  await handset.set({ airtime: '1.00' });
  await flow.typeOtp(await handset.otp());
  await flow.pressAccept();
  await flow.alert('insufficient airtime').waitFor();
  await flow.accept.and(page.locator(':enabled')).waitFor();
  await onScreen('otp-insufficient');
  await handset.set({ airtime: '50.00' });
  await flow.accept.and(page.locator(':enabled')).waitFor();
  await setFault(product, 'charge', 'timeout-before');
  await flow.pressAccept();
  await page.getByRole('heading', { name: 'Payment is being confirmed' }).waitFor();
  await onScreen('payment-confirming');
}

async function beingRefused(visit: Visit, onScreen: OnScreen): Promise<void> {
  const { page, product, context } = visit;
  visit.tolerate(/status of (429|50\d)|answer: 50\d|ERR_INTERNET_DISCONNECTED/);
  const flow = flowPage(visit);
  const stopped = newHandset(product);
  await stopped.say('STOP ALL');
  await flow.open();
  await flow.enterNumber(stopped.typed);
  await flow.alert('blocked content services').waitFor();
  await onScreen('number-refused');

  const blocked = newHandset(product);
  await blocked.set({ content_blocked: true });
  await flow.open();
  await page.route(
    '**/api/auth/status_check',
    (route) => route.fulfill({ status: 502, body: 'bad' }),
    { times: 1 },
  );
  await flow.enterNumber(blocked.typed);
  await flow.alert('There was an issue').waitFor();
  await onScreen('number-not-checked');
  await page.getByRole('button', { name: 'Try again' }).click();
  await flow.choosePackage('Daily');
  await flow.unblockScreen.waitFor();
  await onScreen('unblock');
  const unavailable = {
    code: 'fraud_unavailable',
    description: 'The safety check is not available right now. Please try again in a minute.',
  };
  await page.route(
    '**/api/dcbprotect/**',
    (route) => route.fulfill({ status: 503, json: unavailable }),
    { times: 1 },
  );
  await flow.accept.click();
  await flow.alert('The safety check').waitFor();
  await onScreen('otp-no-fraud-script');
  await page.getByRole('button', { name: 'Try again' }).click();
  await flow.typeOtp(await blocked.otp());
  await context.setOffline(true);
  await flow.pressAccept();
  await flow.alert('its answer has not come back').waitFor();
  await onScreen('connection-lost');
  await context.setOffline(false);
  await page.route('**/api/subscribe', (route) => route.fulfill({ status: 500, body: 'bad' }), {
    times: 1,
  });
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByRole('heading', { name: 'Opps Error:' }).waitFor();
  await onScreen('error-page');
}

/** Signs out by removing all data of the browser. */
async function forget({ page, context }: Visit): Promise<void> {
  await context.clearCookies();
  await page.evaluate(() => {
    localStorage.clear();
    sessionStorage.clear();
  });
}

async function signingIn(visit: Visit, onScreen: OnScreen): Promise<void> {
  const { product } = visit;
  const flow = flowPage(visit);
  const handset = newHandset(product);
  await flow.open();
  await flow.subscribe(handset, 'Monthly');
  await forget(visit);
  await flow.open();
  await flow.enterNumber(handset.typed);
  await flow.otpScreen.waitFor();
  await flow.accept.and(visit.page.locator(':enabled')).waitFor();
  await onScreen('otp-sign-in');
  await flow.typeOtp(await handset.otp());
  await flow.pressAccept();
  await flow.completed();
  await onScreen('complete-signed-in');
}

async function onTheMobileNetwork(visit: Visit, onScreen: OnScreen): Promise<void> {
  const { page, product } = visit;
  const flow = flowPage(visit);
  await putOnNetwork(product, newHandset(product).msisdn);
  try {
    await visit.goto('/enter-number');
    await flow.packagesScreen.waitFor();
    await onScreen('packages-number-known');
    await flow.choosePackage('Daily');
    await page.waitForURL('**/subscribe/confirm');
    await flow.accept.and(page.locator(':enabled')).waitFor();
    await onScreen('confirm-no-otp');
  } finally {
    await putOnNetwork(product, null);
  }
}

/** An account as days pass: paid, denied, parked, and back. */
async function paying(visit: Visit, onScreen: OnScreen): Promise<void> {
  const { page, product } = visit;
  const main = page.getByRole('main');
  const handset = newHandset(product);
  const account = async (words: string | RegExp, screen: string) => {
    await visit.goto('/profile/account');
    await main.getByText(words).first().waitFor();
    await main.getByRole('heading', { name: 'What you agreed to' }).waitFor();
    await onScreen(screen);
  };
  await becomeSubscriber(visit, handset, 'Weekly');
  await advanceClock(product, DAY + HOUR);
  await account('Paid. It goes on', 'account-paid');
  await main.getByRole('button', { name: 'Change package' }).click();
  await main.getByRole('radio', { name: /Monthly/ }).check();
  await onScreen('account-when');
  await main.getByRole('radio', { name: 'Now', exact: true }).check();
  await handset.set({ airtime: '3.00' });
  await main.getByRole('button', { name: 'Accept' }).click();
  await page.getByRole('alert').filter({ hasText: 'Insufficient airtime' }).waitFor();
  await onScreen('account-now-refused');
  await advanceClock(product, 7 * DAY);
  await account('We could not take R10.00.', 'account-grace');
  await visit.goto('/');
  await page.getByText('it is then taken and you keep watching').waitFor();
  await onScreen('home-not-paid');
  await advanceClock(product, 2 * DAY);
  await account('watching is paused', 'account-parked');
  await visit.goto('/video/isibane');
  await page.getByRole('button', { name: /^(Watch|Resume)/ }).click();
  await page.getByText('Watching is paused').waitFor();
  await onScreen('video-paused');
  await page.getByRole('link', { name: 'See my account' }).click();
  await main.getByRole('button', { name: 'Change package' }).click();
  await main.getByRole('radio', { name: /Daily/ }).check();
  await onScreen('account-cheaper');
  await handset.set({ airtime: '20.00' });
  await account('Paid. It goes on', 'account-back');
}

export const TOURS: readonly Tour[] = [
  { name: 'searching', open: true, at: 'site', walk: searching },
  { name: 'browsing', open: true, daily: true, at: 'site', walk: browsing },
  { name: 'visiting', open: true, at: 'site', walk: visiting },
  { name: 'getting lost', open: true, at: 'site', walk: gettingLost },
  { name: 'subscribing', daily: true, at: 'site', walk: subscribing },
  { name: 'belonging', at: 'site', walk: belonging },
  { name: 'coming back', at: 'site', walk: comingBack },
  { name: 'being refused', at: 'site', walk: beingRefused },
  { name: 'paying', at: 'site', walk: paying },
  { name: 'signing in', at: 'site', walk: signingIn },
  { name: 'on the mobile network', at: 'mobile', walk: onTheMobileNetwork },
];
