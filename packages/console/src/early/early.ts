import { earlyResponse, sendEarly } from '../api/early-responses.ts';
import { type Language, preferredLanguage } from '../i18n/language.ts';
import { earlyPaths, earlyRows } from './early-paths.ts';
import { showFirstRows } from './first-rows.ts';
import { applyTheme } from './theme.ts';

/** The files of a page besides those of the document, by the first segment of its path. */
declare const __PAGE_FILES__: Readonly<Record<string, readonly string[]>>;
/** The files with the texts of a language. */
declare const __TEXT_FILES__: Readonly<Record<Language, Readonly<Record<'queue' | 'pages', string>>>>;

/** Loads a file that the page will import. */
function preload(href: string): void {
  const link = document.createElement('link');
  const isStyle = href.endsWith('.css');
  link.rel = isStyle ? 'preload' : 'modulepreload';
  if (isStyle) link.as = 'style';
  link.crossOrigin = '';
  link.href = href;
  document.head.append(link);
}

/** Sends the first requests of the page at an address, and loads its files. */
function loadPage(pathname: string, search: string): void {
  const page = pathname.split('/')[1] || 'queue';
  const files = __PAGE_FILES__[page];
  if (files === undefined) return;
  sendEarly(earlyPaths(pathname, search));
  const texts = __TEXT_FILES__[preferredLanguage()];
  for (const file of [...files, texts.queue, ...(page === 'queue' ? [] : [texts.pages])]) preload(file);
}

/** Changes the address to the ticket, and loads its page. The console opens it when it runs. */
function openTicket(ticketId: string): void {
  const path = `/tickets/${ticketId}`;
  // A second click replaces the first one, so that Back leads to the queue.
  if (location.pathname === pathname) history.pushState(null, '', path);
  else history.replaceState(null, '', path);
  loadPage(path, '');
}

// A script of its own, which runs before the first paint and while the console loads.
applyTheme();
const { pathname, search } = location;
loadPage(pathname, search);
const rows = earlyRows(pathname, search);
const response = rows && earlyResponse(rows.path);
// The console says what is wrong with it.
if (rows && response) showFirstRows(response, rows.view, openTicket).catch(() => undefined);
