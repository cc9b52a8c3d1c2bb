// F10, Watching: 'MB used' is what this playback has received, however much came before it.
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createReceivedFiles, type ReceivedFile } from '../../data/received-files.ts';
import { countUsed } from './data-used.ts';

const SITE = 'https://tv.example';
const PLAY = `${SITE}/api/play`;

/** A browser that remembers the first 250 files for an observer that comes late. */
let remembered: ReceivedFile[];
let observers: Observer[];
class Observer {
  private waiting: ReceivedFile[] = [];
  observe() {
    this.waiting = [...remembered];
    observers.push(this);
  }
  push(file: ReceivedFile) {
    this.waiting.push(file);
  }
  takeRecords = () => this.waiting.splice(0);
}
function receive(path: string, startTime: number, transferSize = 1000) {
  const file = { name: SITE + path, initiatorType: 'fetch', startTime, transferSize };
  if (remembered.length < 250) remembered.push(file);
  for (const observer of observers) observer.push(file);
}

beforeEach(() => {
  remembered = [];
  observers = [];
  vi.stubGlobal('PerformanceObserver', Observer);
  vi.stubGlobal('location', new URL(SITE));
});
afterEach(() => vi.unstubAllGlobals());

it('counts a later title from its press, without heartbeats and without earlier plays', () => {
  const files = createReceivedFiles();
  receive('/api/play', 10);
  for (let at = 20; at < 420; at += 1) receive(`/media/s/k/first/240p/${at}.m4s`, at);
  files.deliver();

  receive('/api/play', 1001, 5000);
  receive('/media/s/k/second/240p/0.m4s', 1002);
  receive('/api/play/heartbeat', 1003);
  receive('/media/s/k/first/240p/419.m4s', 1004);
  const life = new AbortController();
  const count = countUsed(files, { from: 1000, calls: [PLAY] }, life.signal);
  expect(count.bytes()).toBe(5000);
  // What came before its address was known counts once it is.
  count.add([`${SITE}/media/s/k/second/`]);
  expect(count.bytes()).toBe(6000);

  const heard = vi.fn();
  count.listen(heard);
  receive('/media/s/k/second/240p/1.m4s', 1005);
  receive('/media/s/k/second/240p/0.m4s', 1006, 0);
  files.deliver();
  expect([heard.mock.calls.length, count.bytes()]).toEqual([1, 7000]);
  receive('/media/s/k/second/240p/2.m4s', 1007);
  life.abort();
  receive('/media/s/k/second/240p/3.m4s', 1008);
  files.deliver();
  expect(count.bytes()).toBe(8000);
});

it('names the latest play calls, however many files came after them', () => {
  const files = createReceivedFiles();
  receive('/api/play', 10);
  for (let at = 20; at < 420; at += 1) receive(`/media/s/k/first/240p/${at}.m4s`, at);
  receive('/api/play/live', 1001);
  receive('/api/play/heartbeat', 1002);
  expect(files.playCalls()).toEqual([10, 1001]);
});
