// Whether viewers have something to watch: before that nothing is sold.
import { afterEach, beforeEach, expect, it } from 'vitest';
import {
  createTestCatalogue,
  fill,
  mediaReady,
  publishEntries,
  type TestCatalogue,
} from './catalogue.test-kit.ts';

const FROM = '2030-01-01T00:00:00.000Z';
const KEYS = ['isibane', 'umuzi', 'throw'];

let kit: TestCatalogue;
beforeEach(async () => {
  kit = await createTestCatalogue();
});
afterEach(() => kit.close());

it('a catalogue is open once a published title has media that play', async () => {
  expect(kit.catalogue.isOpen()).toBe(false);
  await fill(kit.editing);
  expect(kit.catalogue.isOpen()).toBe(false);
  await mediaReady(kit.catalogue);
  expect(kit.catalogue.isOpen()).toBe(true);
  await publishEntries(
    kit.editing,
    KEYS.map((key) => ({ kind: 'video', key, published: false })),
  );
  expect(kit.catalogue.isOpen()).toBe(false);
});

it('a catalogue opens with the window of its first title, and pages are made anew', async () => {
  await fill(kit.editing);
  await mediaReady(kit.catalogue);
  await publishEntries(
    kit.editing,
    KEYS.map((key) => ({ kind: 'video', key, availableFrom: FROM })),
  );
  expect(kit.catalogue.isOpen()).toBe(false);
  kit.clock.moveTo(new Date(FROM));
  // A page may be made before this process has looked.
  const opened = kit.catalogue.currentVersion();
  expect(kit.catalogue.isOpen()).toBe(false);
  await kit.catalogue.refresh();
  expect(kit.catalogue.isOpen()).toBe(true);
  expect(kit.catalogue.currentVersion()).toBeGreaterThan(opened);
});

it('a sale looks again where nothing was seen', async () => {
  await fill(kit.editing);
  await mediaReady(kit.catalogue);
  await publishEntries(
    kit.editing,
    KEYS.map((key) => ({ kind: 'video', key, availableFrom: FROM })),
  );
  expect(await kit.catalogue.isOpenForSale()).toBe(false);
  kit.clock.moveTo(new Date(FROM));
  const opened = kit.catalogue.currentVersion();
  expect(await kit.catalogue.isOpenForSale()).toBe(true);
  expect(kit.catalogue.currentVersion()).toBeGreaterThan(opened);
});
