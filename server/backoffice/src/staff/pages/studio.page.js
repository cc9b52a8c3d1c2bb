// The pages of the studio for signing in and for one-time links. No library: they work before any
// other part of the studio is loaded.

const screen = document.getElementById('screen');
const problem = document.getElementById('problem');

/** An element with attributes, handlers (`onclick`) and children; texts are never markup. */
function make(name, attributes = {}, ...children) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes))
    if (key.startsWith('on')) element.addEventListener(key.slice(2), value);
    else if (value !== false) element.setAttribute(key, value === true ? '' : value);
  element.append(...children);
  return element;
}

/** A QR code, dark on light whatever the page's colours are. */
function qrCode({ size, path }) {
  const space = 'http://www.w3.org/2000/svg';
  const drawing = document.createElementNS(space, 'svg');
  drawing.setAttribute('viewBox', `0 0 ${size} ${size}`);
  drawing.setAttribute('class', 'qr');
  drawing.setAttribute('role', 'img');
  drawing.setAttribute('aria-label', 'QR code of the key');
  const modules = document.createElementNS(space, 'path');
  modules.setAttribute('d', path);
  drawing.append(modules);
  return drawing;
}

async function post(path, body) {
  const answer = await fetch(`/studio/api${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
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
        const { challenge } = await post('/sign-in', values);
        showCode(challenge);
      },
      byPasskey,
      ...byCompany(),
    ),
  );
}

/** The company's own sign-in, where the service has one. */
function byCompany() {
  const address = screen.dataset.company;
  return address ? [make('p', {}, make('a', { href: address }, 'Sign in at your company'))] : [];
}

function showCode(challenge) {
  const field = { ...CODE, label: 'Code of your authenticator app, or a recovery code' };
  show(
    form('Sign in: second step', [field], 'Sign in', async ({ code }) => {
      openStudio(await post('/sign-in/code', { challenge, code }));
    }),
  );
}

async function signInByPasskey() {
  const { challenge, options } = await post('/sign-in/passkey/options', {});
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options);
  const answer = (await navigator.credentials.get({ publicKey })).toJSON();
  const response = { ...answer, response: { ...answer.response } };
  delete response.authenticatorAttachment;
  openStudio(await post('/sign-in/passkey', { challenge, response }));
}

/** A one-time link: the token is in the fragment, which no server is sent. */
async function showWelcome(token) {
  const { purpose, email, totp } = await post('/links/open', { token });
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
    make('p', {}, 'Scan this with an authenticator app on your phone:'),
    qrCode(totp.qr),
    make('p', {}, 'Or type its key:'),
    make('p', {}, make('code', { id: 'secret' }, totp.secret)),
    make('p', {}, make('a', { href: totp.uri }, 'Open the authenticator app on this device')),
  );
  const title = isFirst ? 'The first administrator' : `Welcome, ${email}`;
  const entry = form(title, fields, 'Set and sign in', async (values) => {
    const done = await post('/links/accept', { token, ...values });
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
      { type: 'button', onclick: () => act(() => openStudio(done)) },
      'I have kept them',
    ),
  );
}

/** Opens the studio; it tells what the person must notice if somebody else has signed in. */
function openStudio(signedIn) {
  if (signedIn) {
    const { last_sign_in, refused_before } = signedIn;
    sessionStorage.setItem('studio.sign-in', JSON.stringify({ last_sign_in, refused_before }));
  }
  // The server has judged the address: it leads nowhere else.
  location.replace(screen.dataset.return);
}

await act(async () => {
  const token = location.hash.slice(1);
  if (location.pathname === '/welcome' && token !== '') return await showWelcome(token);
  const me = await fetch('/studio/api/me');
  if (me.ok) openStudio();
  else showSignIn();
});
