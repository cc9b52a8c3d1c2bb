import { ask, byId, make, shownClock, shownNumber, shownTime } from './carrier.js';

/** How long the page shows the code of a message in large digits. */
const CODE_LIFE_MS = 10 * 60_000;
const CODE = /\b\d{4,6}\b/;
const SPEAKS_OF_A_CODE = /\b(otp|code)\b/i;

/**
 * The phone on the page: status bar, code, messages, composer.
 * @param now returns the carrier's time.
 * @param number returns the phone's number.
 * @param carrierOf returns the carrier of a handset.
 */
export function createPhone({ now, number, carrierOf }) {
  let known;
  let codeMessage;

  function showHandset(handset) {
    byId('phone-number').textContent = shownNumber(handset.msisdn);
    byId('phone-airtime').textContent = `R${handset.airtime}`;
    const { short_name: shortName = '' } = carrierOf(handset);
    byId('network-name').textContent = handset.on_network === false ? 'Other network' : shortName;
  }

  function showMessages(messages) {
    const thread = byId('thread');
    const oldestFirst = messages.toReversed();
    const bubbles = oldestFirst.map((message) =>
      bubble(message, now(), known !== undefined && !known.has(message.id)),
    );
    known = new Set(messages.map(({ id }) => id));
    const atEnd = thread.scrollHeight - thread.scrollTop - thread.clientHeight < 80;
    thread.replaceChildren(...(bubbles.length > 0 ? bubbles : [emptyThread()]));
    showCode(messages);
    if (atEnd || bubbles.some(({ classList }) => classList.contains('fresh')))
      thread.scrollTop = thread.scrollHeight;
  }

  function showCode(messages) {
    const message = messages.find(
      ({ sent, text }) => !sent && CODE.test(text) && SPEAKS_OF_A_CODE.test(text),
    );
    const fresh = message && now() - new Date(message.at) < CODE_LIFE_MS ? message : undefined;
    if (fresh?.id === codeMessage?.id) return;
    codeMessage = fresh;
    byId('code-card').hidden = fresh === undefined;
    byId('code-note').textContent = '';
    if (!fresh) return;
    byId('code-from').textContent = fresh.from;
    byId('code-digits').textContent = CODE.exec(fresh.text)[0];
  }

  async function copyCode() {
    const note = byId('code-note');
    try {
      await navigator.clipboard.writeText(byId('code-digits').textContent);
      note.textContent = 'Copied. Paste it on the page of the service.';
    } catch {
      getSelection().selectAllChildren(byId('code-digits'));
      note.textContent = 'The code is selected: copy it with your keyboard.';
    }
  }

  async function send(text) {
    const problem = byId('composer-problem');
    problem.textContent = '';
    try {
      await ask('POST', `/sim/handsets/${number()}/messages`, { text });
      byId('composer-text').value = '';
    } catch (refusal) {
      problem.textContent = refusal.message;
    }
  }

  byId('code-copy').addEventListener('click', copyCode);
  byId('composer-stop').addEventListener('click', () => send('STOP'));
  byId('composer').addEventListener('submit', (event) => {
    event.preventDefault();
    const text = byId('composer-text').value.trim();
    if (text !== '') send(text);
  });

  function tick() {
    byId('phone-clock').textContent = shownClock(now());
    if (codeMessage && now() - new Date(codeMessage.at) >= CODE_LIFE_MS)
      byId('code-card').hidden = true;
  }
  tick();
  setInterval(tick, 1_000);

  return {
    showHandset,
    showMessages,
    /** Clears everything of the previous phone. */
    forget() {
      known = undefined;
      codeMessage = undefined;
      byId('code-card').hidden = true;
      byId('composer-problem').textContent = '';
    },
  };
}

function bubble(message, now, fresh) {
  const time = shownTime(new Date(message.at), now);
  const failed = message.sent === true && message.taken === false;
  const who = message.sent ? (failed ? '⚠ Not delivered' : 'You') : message.from;
  const meta = make(
    'span',
    { className: failed ? 'bubble-meta failed' : 'bubble-meta' },
    `${who} · ${time}`,
  );
  const className = ['bubble', message.sent && 'mine', fresh && 'fresh'].filter(Boolean).join(' ');
  return make('div', { className }, message.text, meta);
}

function emptyThread() {
  return make(
    'p',
    { className: 'empty' },
    'No messages yet. Enter this number on the site, and the code arrives here.',
  );
}
