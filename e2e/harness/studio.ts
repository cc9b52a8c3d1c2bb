/** The studio as a person of the brand uses it in a browser. */
import { Secret, TOTP } from 'otpauth';
import type { Page } from 'playwright-core';

/** A demo account, as the start of the demo prints it. */
export interface DemoStaff {
  readonly password: string;
  readonly secret: string;
}

/** What the demo prints about its accounts. */
export function demoStaffIn(output: string): DemoStaff {
  const [, password, secret] = /password (\S+), authenticator secret (\S+)\)/.exec(output) ?? [];
  if (!password || !secret) throw new Error('the demo printed no accounts of the studio');
  return { password, secret };
}

/** Signs in with a role's demo account, and waits for the first screen. */
export async function signInToStudio(
  page: Page,
  studio: string,
  { role, password, secret, now = Date.now() }: DemoStaff & { role: string; now?: number },
): Promise<void> {
  await page.goto(`${studio}/sign-in`);
  await page.getByLabel('E-mail address').fill(`${role}@demo.example`);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Go on' }).click();
  const code = TOTP.generate({ secret: Secret.fromBase32(secret), timestamp: now });
  await page.getByLabel(/^Code of your/).fill(code);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('heading', { name: `Welcome, Demo ${role}` }).waitFor();
}
