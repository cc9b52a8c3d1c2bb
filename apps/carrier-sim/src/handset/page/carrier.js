/** The page's requests to the simulator, and the simulator's events to the page. */

/** A refusal with a sentence for the person. */
export class Refusal extends Error {}

/** Calls the simulator. Resolves with the answer's JSON, or undefined without one. */
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
 * Follows the events of a handset.
 * @param changed called with 'messages', 'handset', 'charges', 'network' or 'faults', and with
 * 'ready' after each connection (also after a lost one, so that no event is missed).
 * @returns a function that stops it.
 */
export function follow(number, changed) {
  const events = new EventSource(`/sim/handsets/${number}/events`);
  for (const name of ['ready', 'messages', 'handset', 'charges', 'network', 'faults']) {
    events.addEventListener(name, () => changed(name));
  }
  return () => events.close();
}

/** 27821234567 as South Africans write it: 082 123 4567. */
export function shownNumber(msisdn) {
  const local = `0${msisdn.slice(2)}`;
  return `${local.slice(0, 3)} ${local.slice(3, 6)} ${local.slice(6)}`;
}

/** The digits of a number in any form that people type; undefined for other texts. */
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

/** 14:05 for today, otherwise with the day; in South African time. */
export function shownTime(time, now) {
  const day = DAY.format(time);
  return day === DAY.format(now) ? CLOCK.format(time) : `${day}, ${CLOCK.format(time)}`;
}

export function shownClock(time) {
  return CLOCK.format(time);
}

/** Creates an element with its tag, properties and children. Text is never parsed as HTML. */
export function make(tag, properties = {}, ...children) {
  const element = Object.assign(document.createElement(tag), properties);
  element.append(...children);
  return element;
}

export function byId(id) {
  return document.getElementById(id);
}
