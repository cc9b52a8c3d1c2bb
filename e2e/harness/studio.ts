/** The studio as a person of the brand uses it in a browser. */
import { readFile, stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { Secret, TOTP } from 'otpauth';
import type { JSHandle, Locator, Page } from 'playwright-core';

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

/** Files as a person drags them into the browser with a type. */
async function draggedFiles(
  page: Page,
  paths: readonly string[],
  type: string,
): Promise<JSHandle<DataTransfer>> {
  const given = await Promise.all(
    paths.map(async (path) => {
      const [bytes, { mtimeMs }] = await Promise.all([readFile(path), stat(path)]);
      return { name: basename(path), type, base64: bytes.toString('base64'), mtimeMs };
    }),
  );
  return await page.evaluateHandle((files) => {
    const transfer = new DataTransfer();
    for (const { name, type, base64, mtimeMs } of files) {
      const content = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
      transfer.items.add(new File([content], name, { type, lastModified: mtimeMs }));
    }
    return transfer;
  }, given);
}

/** Drags files over an element and lets them fall there; returns whether the page took them. */
export async function dropFiles(
  on: Locator,
  paths: readonly string[],
  type: string,
): Promise<boolean> {
  const dataTransfer = await draggedFiles(on.page(), paths, type);
  await on.dispatchEvent('dragenter', { dataTransfer });
  await on.dispatchEvent('dragover', { dataTransfer });
  const taken = await on.evaluate(
    (element, given) =>
      !element.dispatchEvent(
        new DragEvent('drop', { dataTransfer: given, bubbles: true, cancelable: true }),
      ),
    dataTransfer,
  );
  await dataTransfer.dispose();
  return taken;
}
