import { ask, byId, follow, make, readNumber, shownNumber } from './carrier.js';
import { createDesk } from './desk.js';
import { createPhone } from './phone.js';

const { carrier: CARRIER, firstNumber: FIRST_NUMBER } = document.body.dataset;
const REMEMBERED = `carrier-sim.numbers.${CARRIER}`;
const MOST_REMEMBERED = 6;

let msisdn = FIRST_NUMBER;
let clockOffset = 0;
let carriers = [];
let unfollow = () => {};

const context = {
  now: () => new Date(Date.now() + clockOffset),
  number: () => msisdn,
  /** The carrier of a handset; the simulator names it only when it is not the first one. */
  carrierOf: (handset) =>
    carriers.find(({ id }) => id === handset.carrier) ?? carriers[0] ?? { id: CARRIER },
};
const phone = createPhone(context);
const desk = createDesk(context);

/**
 * The data to fetch and show after an event. An answer for a phone that is no longer shown is
 * dropped.
 */
const refresh = {
  async messages() {
    const wanted = msisdn;
    const messages = await ask('GET', `/sim/handsets/${wanted}/messages?sent=true`);
    if (wanted === msisdn) phone.showMessages(messages);
  },
  async handset() {
    const handset = await ask('GET', `/sim/handsets/${msisdn}`);
    if (handset.msisdn !== msisdn) return;
    phone.showHandset(handset);
    desk.showHandset(handset);
  },
  async charges() {
    const wanted = msisdn;
    const charges = await ask('GET', `/sim/charges?msisdn=${wanted}`);
    if (wanted === msisdn) desk.showCharges(charges);
  },
  network: async () => desk.showNetwork(await ask('GET', '/sim/network')),
  faults: async () => desk.showFaults(await ask('GET', '/sim/faults')),
  async ready() {
    const desk = await ask('GET', '/sim/desk');
    const { now, site_url: site, network_url: network } = desk;
    carriers = desk.carriers;
    clockOffset = new Date(now) - Date.now();
    byId('site-link').href = site;
    byId('network-link').href = network;
    await Promise.all(
      ['messages', 'handset', 'charges', 'network', 'faults'].map((part) => refresh[part]()),
    );
  },
};

function changed(part) {
  refresh[part]().then(
    () => {
      if (part === 'ready') byId('desk-problem').textContent = '';
    },
    (refusal) => {
      byId('desk-problem').textContent = refusal.message;
    },
  );
}

function show(number) {
  msisdn = number;
  remember(number);
  byId('number-input').value = shownNumber(number);
  byId('phone-number').textContent = shownNumber(number);
  phone.forget();
  showRecent();
  unfollow();
  unfollow = follow(number, changed);
}

/** Numbers are stored in this browser; the address never contains one. */
function remembered() {
  try {
    const stored = JSON.parse(localStorage.getItem(REMEMBERED) ?? '[]');
    return Array.isArray(stored)
      ? stored.filter((number) => readNumber(String(number)) === number)
      : [];
  } catch {
    return [];
  }
}

function remember(number) {
  const numbers = [number, ...remembered().filter((other) => other !== number)].slice(
    0,
    MOST_REMEMBERED,
  );
  localStorage.setItem(REMEMBERED, JSON.stringify(numbers));
}

function showRecent() {
  const items = remembered().map((number) => {
    const button = make('button', { type: 'button', className: 'button' }, shownNumber(number));
    button.setAttribute('aria-pressed', String(number === msisdn));
    button.addEventListener('click', () => show(number));
    return make('li', {}, button);
  });
  byId('number-recent').replaceChildren(...items);
}

byId('number-form').addEventListener('submit', (event) => {
  event.preventDefault();
  const number = readNumber(byId('number-input').value);
  byId('number-problem').textContent = number ? '' : 'Write it as 082 123 4567.';
  if (number) show(number);
});

show(remembered()[0] ?? FIRST_NUMBER);
