import { createLedger } from './ledger.js';

/**
 * @typedef {{ id: number, time: number, method: string, path: string, key?: string, outcome: string, status?: number }} Exchange
 * @typedef {{ isOffline: boolean, losesAnswers: boolean, pid: number | null, starts: number }} State
 */

/** @param {string} selector @returns {HTMLElement} */
function find(selector) {
  const element = document.querySelector(selector);
  if (!(element instanceof HTMLElement)) throw new Error(`no ${selector}`);
  return element;
}

const ledger = createLedger((counts) => {
  for (const [name, count] of Object.entries(counts)) {
    if (typeof count === 'number') find(`#${name}`).textContent = String(count);
  }
  const verdict = find('#verdict');
  verdict.textContent = counts.verdict;
  verdict.className = counts.kind;
});

// The game is a page of its own, and tells what its SDK says.
addEventListener('message', ({ origin, data }) => {
  if (origin === location.origin && data?.entry) ledger.add(data.entry);
});

/** A console that was opened while the server was away shows only an error of the browser. */
function reviveConsole() {
  const frame = /** @type {HTMLIFrameElement} */ (find('.console iframe'));
  if (!frame.contentDocument?.getElementById('root')) frame.src = '/queue';
}

/** @param {State} state */
function showState(state) {
  find('[data-switch=offline]').setAttribute('aria-pressed', String(state.isOffline));
  find('[data-switch=lose]').setAttribute('aria-pressed', String(state.losesAnswers));
  const isUp = state.pid !== null;
  find('.server').classList.toggle('down', !isUp);
  find('#server').textContent = isUp
    ? `Server process ${state.pid}${state.starts > 1 ? `, start ${state.starts}` : ''}`
    : 'Killed. The server is back in a few seconds';
  const kill = /** @type {HTMLButtonElement} */ (find('[data-switch=kill]'));
  if (kill.disabled && isUp) reviveConsole();
  kill.disabled = !isUp;
  const game = /** @type {HTMLIFrameElement} */ (find('.game iframe'));
  game.contentWindow?.postMessage({ isOffline: state.isOffline }, location.origin);
}

const OUTCOMES = { 'answer lost': 'bad', offline: 'bad', 'no server': 'bad', answered: 'good' };

/** @param {Exchange} exchange */
function row({ time, method, path, key, outcome, status }) {
  const item = document.createElement('li');
  const [when, what, how, mark] = [
    document.createElement('time'),
    document.createElement('span'),
    document.createElement('span'),
    document.createElement('span'),
  ];
  when.textContent = new Date(time).toLocaleTimeString(undefined, { timeStyle: 'medium' });
  // What the player wrote stands out from what the game only asks.
  item.className = key ? 'write' : 'read';
  what.className = 'path';
  what.textContent = `${method} ${path}`;
  if (key) {
    mark.className = 'key';
    mark.textContent = key;
    mark.title = 'The begin of the idempotency key: tries of one text have the same.';
    what.append(mark);
  }
  how.className = (status ?? 0) >= 400 ? 'bad' : (OUTCOMES[/** @type {keyof typeof OUTCOMES} */ (outcome)] ?? '');
  how.textContent = outcome === 'answered' ? String(status) : outcome;
  item.append(when, what, how);
  return item;
}

/** @type {Map<number, HTMLElement>} */
const rows = new Map();

/** @param {Exchange} exchange */
function showExchange(exchange) {
  const item = row(exchange);
  const known = rows.get(exchange.id);
  if (known) known.replaceWith(item);
  else find('#requests').prepend(item);
  rows.set(exchange.id, item);
  for (const [id, old] of rows) {
    if (rows.size <= 100) break;
    rows.delete(id);
    old.remove();
  }
}

const events = new EventSource('events');
events.addEventListener('state', ({ data }) => showState(JSON.parse(data)));
events.addEventListener('exchange', ({ data }) => showExchange(JSON.parse(data)));
events.addEventListener('arrived', ({ data }) => ledger.setArrived(JSON.parse(data)));
events.addEventListener('error', () => {
  find('.server').classList.add('down');
  find('#server').textContent = 'The demo has ended: npm run demo starts a new one';
});

for (const button of document.querySelectorAll('[data-switch]')) {
  button.addEventListener('click', () => fetch(button.getAttribute('data-switch') ?? '', { method: 'POST' }));
}

for (const button of document.querySelectorAll('[data-show]')) {
  button.addEventListener('click', () => {
    document.body.dataset.view = button.getAttribute('data-show') ?? '';
    for (const other of document.querySelectorAll('[data-show]')) {
      other.setAttribute('aria-pressed', String(other === button));
    }
  });
}
