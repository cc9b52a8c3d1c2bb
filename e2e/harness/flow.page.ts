/** The opt-in flow as a person uses it: by the words on the screen only. */
import type { Locator, Page } from 'playwright-core';
import type { Visit } from './browser.ts';
import { hydrated } from './chromium.ts';
import type { Handset } from './handset.ts';

export type PackageName = 'Daily' | 'Weekly' | 'Monthly';

/** The labels of the packages (S2, B1). */
export const PACKAGE_LABELS: Record<PackageName, string> = {
  Daily: 'Daily (R5.00/day)',
  Weekly: 'Weekly (R10.00/week)',
  Monthly: 'Monthly (R25.00/month)',
};

export interface FlowPage {
  readonly page: Page;
  readonly number: Locator;
  readonly otp: Locator;
  readonly submit: Locator;
  readonly exit: Locator;
  readonly accept: Locator;
  readonly decline: Locator;
  readonly resend: Locator;
  /** The screens, by their headings. */
  readonly numberScreen: Locator;
  readonly packagesScreen: Locator;
  readonly otpScreen: Locator;
  readonly unblockScreen: Locator;
  /** A shown error. */
  alert(text: string | RegExp): Locator;
  radio(name: PackageName): Locator;
  /** Opens the flow at its beginning. */
  open(returnTo?: string): Promise<void>;
  enterNumber(text: string): Promise<void>;
  choosePackage(name?: PackageName): Promise<void>;
  typeOtp(code: string): Promise<void>;
  /** Presses Accept as soon as it is enabled. */
  pressAccept(): Promise<void>;
  /** From the number to the OTP screen. */
  toOtp(handset: Handset, name?: PackageName): Promise<void>;
  /** The whole flow to the success page, with the OTP that arrives. */
  subscribe(handset: Handset, name?: PackageName): Promise<void>;
  /** Waits for the success page (R7). */
  completed(): Promise<void>;
}

export function flowPage({ page, goto }: Pick<Visit, 'page' | 'goto'>): FlowPage {
  const heading = (name: string | RegExp) => page.getByRole('heading', { level: 1, name });
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const flow: FlowPage = {
    page,
    number: page.getByLabel('Mobile number'),
    otp: page.getByLabel('OTP', { exact: true }),
    submit: button('Submit'),
    exit: page.getByRole('link', { name: 'Exit', exact: true }),
    accept: button('Accept'),
    decline: button('Decline'),
    resend: button('Resend OTP'),
    numberScreen: heading('Enter your mobile number'),
    packagesScreen: heading(/^Subscribe to /),
    otpScreen: heading('Please enter your 4-digit OTP'),
    unblockScreen: page.getByText('Consent services are blocked for this number'),
    alert: (text) => page.getByRole('alert').filter({ hasText: text }),
    radio: (name) => page.getByRole('radio', { name: PACKAGE_LABELS[name] }),
    open: async (returnTo) => {
      await goto(
        returnTo === undefined
          ? '/enter-number'
          : `/enter-number?return=${encodeURIComponent(returnTo)}`,
      );
      await flow.numberScreen.waitFor();
    },
    enterNumber: async (text) => {
      await flow.number.fill(text);
      await flow.submit.click();
    },
    choosePackage: async (name = 'Daily') => {
      await flow.packagesScreen.waitFor();
      await flow.radio(name).check();
      await flow.submit.click();
    },
    typeOtp: async (code) => {
      await flow.otp.fill(code);
    },
    pressAccept: () => flow.accept.click(),
    toOtp: async (handset, name) => {
      await flow.enterNumber(handset.typed);
      await flow.choosePackage(name);
      await flow.otpScreen.waitFor();
    },
    subscribe: async (handset, name) => {
      await flow.toOtp(handset, name);
      await flow.typeOtp(await handset.otp());
      await flow.pressAccept();
      await flow.completed();
    },
    completed: async () => {
      await page.waitForURL('**/subscribe/complete');
      await heading(/You are (subscribed|signed in)/).waitFor();
      await hydrated(page);
    },
  };
  return flow;
}

/** Subscribes in this browser: the flow from start to the success page. */
export async function becomeSubscriber(
  visit: Visit,
  handset: Handset,
  name?: PackageName,
): Promise<void> {
  const flow = flowPage(visit);
  await flow.open();
  await flow.subscribe(handset, name);
}

/** Follows the success page's main link (R7), a full page load. */
export async function followMainLink(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Start watching' }).click();
  await page.waitForURL((url) => !url.pathname.startsWith('/subscribe/'));
  await hydrated(page);
}
