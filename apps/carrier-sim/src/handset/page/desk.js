import { ask, byId, make, shownTime } from './carrier.js';

const TOP_UPS = ['5.00', '10.00', '25.00', '50.00'];

/**
 * `on` is the value of the field while the switch is on. A field that the simulator does not return
 * has its value in `USUAL`.
 */
const USUAL = { on_network: true, consent: true };
const SWITCHES = [
  {
    field: 'content_blocked',
    on: true,
    label: 'Content services blocked',
    note: 'The owner has blocked them at the carrier',
  },
  {
    field: 'billing_blocked',
    on: true,
    label: 'Content billing blocked',
    note: 'Every payment is denied',
  },
  {
    field: 'on_network',
    on: false,
    label: 'Moved to another network',
    note: 'Messages arrive, codes and payments do not',
  },
  {
    field: 'sms_barred',
    on: true,
    label: 'Short messages barred',
    note: 'No code and no message arrives',
  },
  {
    field: 'payment_validation',
    on: true,
    label: 'Reservations want a code',
    note: 'A prepared payment sends one here',
  },
  {
    field: 'consent',
    on: false,
    label: 'Consent withdrawn',
    note: 'No access in this number’s name',
  },
  {
    field: 'machine_line',
    on: true,
    label: 'Line of a machine',
    note: 'Services for people do not apply to it',
  },
];

const OPERATIONS = [
  ['send-code', 'Send a code'],
  ['validate-code', 'Check a code'],
  ['charge', 'Charge'],
  ['refund', 'Refund'],
  ['verify-number', 'Verify the number'],
  ['content-lock', 'Ask for the content lock'],
  ['send-message', 'Send a message'],
  ['list-payments', 'List payments'],
  ['list', 'List the whole day'],
  ['number-recycling', 'Ask if recycled'],
];

/** The third part lists the operations of that kind, where not all operations have it. */
const KINDS = [
  ['', 'Works'],
  ['refuse', 'Refused'],
  ['error', 'Carrier error (503)'],
  ['timeout-before', 'Dropped, not done'],
  ['timeout-after', 'Dropped, but done'],
  ['slow', 'Two seconds late'],
  ['duplicate-notification', 'Told twice', ['charge', 'refund']],
  ['late-notification', '30 seconds late', ['charge', 'refund']],
  ['lost-notification', 'Late, never told', ['charge', 'refund']],
  ['wrong-entries', 'Wrong entries', ['list']],
];

/** The carrier's desk: airtime, switches of the line, network, faults, charges. */
export function createDesk({ now, number, carrierOf }) {
  const switches = new Map();

  /** Runs an action of the person and shows its error, if any. */
  async function attempt(work) {
    byId('desk-problem').textContent = '';
    try {
      return await work();
    } catch (refusal) {
      byId('desk-problem').textContent = refusal.message;
    }
  }

  const change = (fields) => attempt(() => ask('PUT', `/sim/handsets/${number()}`, fields));

  function showHandset(handset) {
    byId('desk-airtime').textContent = `R${handset.airtime}`;
    byId('carrier').value = carrierOf(handset).id;
    for (const { field, on } of SWITCHES)
      switches.get(field).checked = (handset[field] ?? USUAL[field] ?? false) === on;
    showSpendLimit(handset.spend_limit ?? '');
    byId('recycle-note').textContent = handset.recycled_at
      ? `With its present owner since ${shownTime(new Date(handset.recycled_at), now())}.`
      : 'The new owner starts with R50.00, nothing blocked, and none of the messages.';
  }

  function showSpendLimit(limit) {
    const select = byId('spend-limit');
    const known = [...select.options].some(({ value }) => value === limit);
    if (!known) select.append(make('option', { value: limit }, `R${limit}`));
    select.value = limit;
  }

  function showNetwork({ msisdn }) {
    const mine = msisdn === number();
    byId('carried').checked = mine;
    const others =
      msisdn === null
        ? 'Nobody is on the network: the mobile view adds nothing.'
        : 'Another handset is on the network now.';
    byId('carried-note').textContent = mine
      ? 'The mobile view tells the site this number.'
      : others;
  }

  function showFaults({ faults }) {
    for (const [operation] of OPERATIONS) {
      const fault = faults.find((each) => each.operation === operation);
      const select = byId(`fault-${operation}`);
      select.value = fault?.kind ?? '';
      select.classList.toggle('on', fault !== undefined);
      byId(`fault-left-${operation}`).textContent = fault ? left(fault.times) : '';
    }
  }

  function showCharges(charges) {
    byId('charges').replaceChildren(
      ...charges.toReversed().map((charge) => chargeItem(charge, now())),
    );
    byId('charges-none').hidden = charges.length > 0;
  }

  function setFault(operation, kind) {
    return attempt(async () => {
      await ask('DELETE', `/sim/faults?operation=${operation}`);
      if (kind !== '')
        await ask('POST', '/sim/faults', {
          operation,
          kind,
          times: Number(byId('fault-times').value),
        });
    });
  }

  for (const amount of TOP_UPS) {
    const button = make(
      'button',
      { type: 'button', className: 'button' },
      `+ R${amount.replace('.00', '')}`,
    );
    button.setAttribute('aria-label', `Top up R${amount}`);
    button.addEventListener('click', () =>
      attempt(() => ask('POST', `/sim/handsets/${number()}/top-ups`, { amount })),
    );
    byId('top-ups').append(button);
  }

  for (const { field, on, label, note } of SWITCHES) {
    const input = make('input', { type: 'checkbox' });
    input.setAttribute('role', 'switch');
    input.addEventListener('change', () => change({ [field]: input.checked === on }));
    switches.set(field, input);
    const words = make('span', {}, label, make('small', {}, note));
    byId('switches').append(make('label', { className: 'switch' }, input, words));
  }

  for (const [operation, label] of OPERATIONS) {
    const kinds = KINDS.filter(([, , only]) => only?.includes(operation) ?? true);
    const select = make(
      'select',
      { id: `fault-${operation}` },
      ...kinds.map(([value, text]) => make('option', { value }, text)),
    );
    select.addEventListener('change', () => setFault(operation, select.value));
    const name = make(
      'label',
      { htmlFor: select.id },
      label,
      ' ',
      make('span', { className: 'fault-left', id: `fault-left-${operation}` }),
    );
    byId('faults').append(make('div', { className: 'fault' }, name, select));
  }

  byId('carried').setAttribute('role', 'switch');
  byId('recycle').addEventListener('click', () =>
    attempt(() => ask('POST', `/sim/handsets/${number()}/recycle`)),
  );
  byId('faults-clear').addEventListener('click', () => attempt(() => ask('DELETE', '/sim/faults')));
  byId('carrier').addEventListener('change', (event) => change({ carrier: event.target.value }));
  byId('spend-limit').addEventListener('change', (event) =>
    change({ spend_limit: event.target.value || null }),
  );
  byId('carried').addEventListener('change', (event) =>
    attempt(() => ask('PUT', '/sim/network', { msisdn: event.target.checked ? number() : null })),
  );
  byId('airtime-form').addEventListener('submit', async (event) => {
    event.preventDefault();
    const input = byId('airtime-input');
    const airtime = input.value.trim().replace(/^R\s*/i, '').replace(',', '.');
    if (await change({ airtime })) input.value = '';
  });

  return { showHandset, showNetwork, showFaults, showCharges };
}

function left(times) {
  if (times >= 100_000) return '(every call)';
  return times === 1 ? '(next call)' : `(next ${times} calls)`;
}

function chargeItem(charge, now) {
  const details = [
    shownTime(new Date(charge.at), now),
    charge.reason,
    charge.refunded && `R${charge.refunded} refunded`,
    charge.carrier,
    charge.reference,
  ];
  return make(
    'li',
    { className: 'charge' },
    make('span', { className: 'charge-amount' }, `R${charge.amount}`),
    make('span', { className: `charge-status ${charge.status}` }, charge.status.replace('_', ' ')),
    make('span', { className: 'charge-more quiet' }, details.filter(Boolean).join(' · ')),
  );
}
