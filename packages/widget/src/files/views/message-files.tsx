import type { AttachmentResponse, OutboxEntry } from '@player-support/client';
import type { TextKey } from '../../texts.ts';
import type { UiProps } from '../../ui/ui.ts';
import { FileText, isPicture, Picture, Preview, refusalOf } from './parts.tsx';

/** An address expires half an hour after the conversation was loaded, or later. */
const RELOAD_AFTER_MS = 25 * 60_000;

/** By the file's `scan`. */
const WITHOUT_URL: Readonly<Record<string, TextKey>> = { waiting: 'fileChecking', infected: 'fileInfected' };

/** When each address was first shown, and those with a reloaded conversation. */
const firstShown = new Map<string, number>();
const reloaded = new Set<string>();
const MAX_REMEMBERED = 1000;

function isOld(url: string): boolean {
  if (firstShown.size > MAX_REMEMBERED) firstShown.clear();
  const since = firstShown.get(url) ?? performance.now();
  firstShown.set(url, since);
  return performance.now() - since > RELOAD_AFTER_MS;
}

/** Shows pictures, and links to the other files. */
export function MessageFiles({
  ui,
  files,
  entry,
  baseUrl,
}: UiProps & { files: readonly AttachmentResponse[]; entry: OutboxEntry | undefined; baseUrl: string }) {
  const { text } = ui;
  const missing = entry?.files?.filter(({ error }) => error) ?? [];
  if (files.length === 0 && missing.length === 0) return null;

  /** Gets new addresses, once for each old one. */
  const reload = (url: string) => {
    if (reloaded.has(url)) return;
    reloaded.add(url);
    void ui.model.refresh();
  };
  const load = async (url: string) => {
    const response = await fetch(baseUrl + url, { credentials: 'omit' });
    if (response.status === 404) reload(url);
    if (!response.ok) throw new Error(`${response.status}`);
    return response.blob();
  };

  return (
    <ul class="files" aria-label={text('files')}>
      {files.map(({ id, name, contentType, size, url, scan }) => {
        if (url === null) {
          return (
            <li key={id} class="file">
              <Preview id={id} />
              <FileText ui={ui} name={name} problem={text(WITHOUT_URL[scan ?? ''] ?? 'fileUnavailable')} />
            </li>
          );
        }
        if (isOld(url)) reload(url);
        const link = { href: baseUrl + url, target: '_blank', rel: 'noopener noreferrer' };
        return isPicture(contentType) ? (
          <li key={id} class="picture">
            <a {...link} title={name} data-key={id}>
              <span class="hidden">{text('openFile', { name })}</span>
              <Picture id={url} load={() => load(url)} />
            </a>
          </li>
        ) : (
          <li key={id}>
            <a class="file" {...link} data-key={id}>
              <Preview id={id} />
              <FileText ui={ui} name={name} size={size} />
            </a>
          </li>
        );
      })}
      {missing.map(({ name, error }, index) => (
        <li key={`missing ${index}`} class="file">
          <Preview id={`missing ${index}`} />
          <FileText ui={ui} name={name} problem={error && text(refusalOf(error))} />
        </li>
      ))}
    </ul>
  );
}
