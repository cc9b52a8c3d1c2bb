/** What the page asks of the simulator, and what the simulator tells the page. */

/** A refusal with a sentence for the person. */
export class Refusal extends Error {}

/** Calls the simulator. Resolves with the answer's JSON, or undefined where there is none. */
export async function ask(method, path, body) {
  let reply;
  try {
    reply = await fetch(path, {
      method,
      headers: body === undefined ? {} : { 'content-type': 'application/json' },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
  } catch {
    throw new Refusal('The simulator does not answer. Is it running?');
  }
  const isJson = reply.headers.get('content-type')?.includes('json');
  const answer = isJson ? await reply.json() : undefined;
  if (!reply.ok) throw new Refusal(answer?.description ?? 'The simulator could not do that.');
  return answer;
}

/**
 * Follows what happens to a handset.
 * @param changed called with 'messages', 'handset', 'charges', 'network' or 'faults', and with 'ready' once connected
 *   (also after a lost connection, so that nothing is missed).
 * @returns a function that ends it.
 */
export function follow(number, changed) {
  const events = new EventSource(`/sim/handsets/${number}/events`);
  for (const name of ['ready', 'messages', 'handset', 'charges', 'network', 'faults']) {
    events.addEventListener(name, () => changed(name));
  }
  return () => events.close();
}

/** 27821234567 as people here write it: 082 123 4567. */
export function shownNumber(msisdn) {
  const local = `0${msisdn.slice(2)}`;
  return `${local.slice(0, 3)} ${local.slice(3, 6)} ${local.slice(6)}`;
}

/** The digits of a number in any form a person types; undefined where it is none. */
export function readNumber(text) {
  const compact = text.replace(/[\s-]/g, '').replace(/^\+/, '');
  const digits = compact.replace(/^0(?=\d{9}$)/, '27');
  return /^27\d{9}$/.test(digits) ? digits : undefined;
}

const CLOCK = new Intl.DateTimeFormat('en-ZA', {
  hour: '2-digit',
  minute: '2-digit',
  timeZone: 'Africa/Johannesburg',
});
const DAY = new Intl.DateTimeFormat('en-ZA', {
  day: 'numeric',
  month: 'short',
  timeZone: 'Africa/Johannesburg',
});

/** 14:05 of today, else with the day; in South African time. */
export function shownTime(time, now) {
  const day = DAY.format(time);
  return day === DAY.format(now) ? CLOCK.format(time) : `${day}, ${CLOCK.format(time)}`;
}

export function shownClock(time) {
  return CLOCK.format(time);
}

/** Makes an element: its tag, its properties, its children. Text is only ever text. */
export function make(tag, properties = {}, ...children) {
  const element = Object.assign(document.createElement(tag), properties);
  element.append(...children);
  return element;
}

export function byId(id) {
  return document.getElementById(id);
}
