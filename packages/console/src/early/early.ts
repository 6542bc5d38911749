import { earlyResponse, sendEarly } from '../api/early-responses.ts';
import { type Language, preferredLanguage } from '../i18n/language.ts';
import { earlyPaths, earlyRows } from './early-paths.ts';
import { showFirstRows } from './first-rows.ts';
import { applyTheme } from './theme.ts';

/** By the first segment of the page's path, without the document's files. */
declare const __PAGE_FILES__: Readonly<Record<string, readonly string[]>>;
declare const __TEXT_FILES__: Readonly<Record<Language, Readonly<Record<'queue' | 'pages', string>>>>;

function preload(href: string): void {
  const link = document.createElement('link');
  const isStyle = href.endsWith('.css');
  link.rel = isStyle ? 'preload' : 'modulepreload';
  if (isStyle) link.as = 'style';
  link.crossOrigin = '';
  link.href = href;
  document.head.append(link);
}

function loadPage(pathname: string, search: string): void {
  const page = pathname.split('/')[1] || 'queue';
  const files = __PAGE_FILES__[page];
  if (files === undefined) return;
  sendEarly(earlyPaths(pathname, search));
  const texts = __TEXT_FILES__[preferredLanguage()];
  for (const file of [...files, texts.queue, ...(page === 'queue' ? [] : [texts.pages])]) preload(file);
}

/** The console opens the ticket when it runs. */
function openTicket(ticketId: string): void {
  const path = `/tickets/${ticketId}`;
  // A second click replaces the first, so that Back leads to the queue.
  if (location.pathname === pathname) history.pushState(null, '', path);
  else history.replaceState(null, '', path);
  loadPage(path, '');
}

// This script runs before the first paint, while the console loads.
applyTheme();
const { pathname, search } = location;
loadPage(pathname, search);
const rows = earlyRows(pathname, search);
const response = rows && earlyResponse(rows.path);
// The console reports the failure.
if (rows && response) showFirstRows(response, rows.view, openTicket).catch(() => undefined);
