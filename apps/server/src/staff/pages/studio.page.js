// The pages of the studio for signing in, for one-time links and for the own sessions. No library:
// they work before any other part of the studio is loaded.

const screen = document.getElementById('screen');
const problem = document.getElementById('problem');
let csrf = '';

/** An element with attributes, handlers (`onclick`) and children; texts are never markup. */
function make(name, attributes = {}, ...children) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes))
    if (key.startsWith('on')) element.addEventListener(key.slice(2), value);
    else if (value !== false) element.setAttribute(key, value === true ? '' : value);
  element.append(...children);
  return element;
}

async function call(method, path, body) {
  const answer = await fetch(`/studio/api${path}`, {
    method,
    headers: {
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(csrf === '' ? {} : { 'x-csrf-token': csrf }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const told = await answer.json();
  if (answer.ok) return told;
  const fields = (told.fields ?? []).map(({ field, problem: what }) => `${field} ${what}`);
  throw new Error(fields.length > 0 ? fields.join('; ') : told.description);
}

/** Runs an act of the person; says what went wrong in the alert. */
async function act(work) {
  problem.textContent = '';
  try {
    await work();
  } catch (error) {
    problem.textContent = error instanceof Error ? error.message : String(error);
  }
}

function show(...children) {
  screen.replaceChildren(...children);
  const first = screen.querySelector('input');
  if (first) first.focus();
}

/** A form that hands its fields to `onDone`. */
function form(title, fields, button, onDone, ...more) {
  const labels = fields.map(({ label, ...attributes }) =>
    make('label', {}, label, make('input', { required: true, ...attributes })),
  );
  const onsubmit = (event) => {
    event.preventDefault();
    const values = Object.fromEntries(new FormData(event.target));
    void act(() => onDone(values));
  };
  const submit = make('button', { type: 'submit' }, button);
  return make('form', { onsubmit }, make('h2', {}, title), ...labels, submit, ...more);
}

const CODE = {
  label: 'Code of your authenticator app',
  name: 'code',
  autocomplete: 'one-time-code',
  autocapitalize: 'off',
};
const EMAIL = { label: 'E-mail address', name: 'email', type: 'email', autocomplete: 'username' };

function showSignIn() {
  const password = {
    label: 'Password',
    name: 'password',
    type: 'password',
    autocomplete: 'current-password',
  };
  const byPasskey = make(
    'button',
    { type: 'button', class: 'second', onclick: () => act(signInByPasskey) },
    'Use a passkey',
  );
  show(
    form(
      'Sign in',
      [EMAIL, password],
      'Go on',
      async (values) => {
        const { challenge } = await call('POST', '/sign-in', values);
        showCode(challenge);
      },
      byPasskey,
    ),
  );
}

function showCode(challenge) {
  const field = { ...CODE, label: 'Code of your authenticator app, or a recovery code' };
  show(
    form('Sign in: second step', [field], 'Sign in', async ({ code }) => {
      showHome(await call('POST', '/sign-in/code', { challenge, code }));
    }),
  );
}

async function signInByPasskey() {
  const { challenge, options } = await call('POST', '/sign-in/passkey/options', {});
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options);
  const answer = (await navigator.credentials.get({ publicKey })).toJSON();
  const response = { ...answer, response: { ...answer.response } };
  delete response.authenticatorAttachment;
  showHome(await call('POST', '/sign-in/passkey', { challenge, response }));
}

/** A one-time link: the token is in the fragment, which no server is sent. */
async function showWelcome(token) {
  const { purpose, email, totp } = await call('POST', '/links/open', { token });
  const isFirst = purpose === 'first administrator';
  const password = {
    label: 'New password (12 characters or more)',
    name: 'password',
    type: 'password',
    minlength: '12',
    autocomplete: 'new-password',
  };
  const fields = [
    ...(isFirst ? [{ label: 'Your name', name: 'name', autocomplete: 'name' }, EMAIL] : []),
    password,
    CODE,
  ];
  const card = make(
    'div',
    { class: 'card' },
    make('p', {}, 'Add this key to an authenticator app on your phone:'),
    make('p', {}, make('code', { id: 'secret' }, totp.secret)),
    make('p', {}, make('a', { href: totp.uri }, 'Open the authenticator app on this device')),
  );
  const title = isFirst ? 'The first administrator' : `Welcome, ${email}`;
  const entry = form(title, fields, 'Set and sign in', async (values) => {
    const done = await call('POST', '/links/accept', { token, ...values });
    history.replaceState(null, '', '/');
    showRecoveryCodes(done);
  });
  show(card, entry);
}

function showRecoveryCodes(done) {
  const items = done.recovery_codes.map((code) => make('li', {}, make('code', {}, code)));
  show(
    make('h2', {}, 'Your recovery codes'),
    make('p', {}, 'Keep them where your phone is not. Each works once. They are shown this once.'),
    make('ul', {}, ...items),
    make(
      'button',
      { type: 'button', onclick: () => act(() => showHome(done)) },
      'I have kept them',
    ),
  );
}

const timeOf = (text) =>
  new Date(text).toLocaleString('en-ZA', { dateStyle: 'medium', timeStyle: 'short' });

async function showHome(signedIn) {
  const me = await call('GET', '/me');
  csrf = me.csrf_token;
  const sessions = (await call('GET', '/me/sessions')).data.map(sessionItem);
  const signOut = async () => {
    await call('POST', '/sign-out', {});
    csrf = '';
    showSignIn();
  };
  show(
    make('p', {}, `You are signed in as ${me.name} (${me.roles.join(', ')}).`),
    ...lastSignIn(signedIn),
    make('h2', {}, 'Your sessions'),
    make('ul', { id: 'sessions' }, ...sessions),
    make('p', {}, make('button', { type: 'button', onclick: () => act(signOut) }, 'Sign out')),
  );
}

/** What the person must notice if somebody else has signed in. */
function lastSignIn(signedIn) {
  if (!signedIn) return [];
  const { last_sign_in: last, refused_before: refused } = signedIn;
  const lines = [];
  if (last)
    lines.push(`The sign-in before: ${timeOf(last.at)}, by ${last.method}, from ${last.network}.`);
  if (refused > 0) lines.push(`Refused tries since then: ${refused}.`);
  return lines.map((line) => make('p', {}, line));
}

function sessionItem({ id, current, created_at, network, agent, method }) {
  const end = async () => {
    await call('POST', `/me/sessions/${id}/end`, {});
    await showHome();
  };
  const name = current ? 'This session' : `Since ${timeOf(created_at)}`;
  const about = make('small', {}, `${method}, ${network}, ${agent}`);
  const label = `End the session since ${timeOf(created_at)}`;
  const attributes = { type: 'button', class: 'second', 'aria-label': label };
  const button = make('button', { ...attributes, onclick: () => act(end) }, 'End');
  return make(
    'li',
    {},
    make('div', {}, name),
    about,
    ...(current ? [] : [make('div', {}, button)]),
  );
}

await act(async () => {
  const token = location.hash.slice(1);
  if (location.pathname === '/welcome' && token !== '') return await showWelcome(token);
  const me = await fetch('/studio/api/me');
  if (me.ok) await showHome();
  else showSignIn();
});
