import { MAX_FILE_NAME_LENGTH } from '@player-support/contract/limits';
import { streamSafe } from '@player-support/contract/stream-safe';
import { cutText, hasVisible } from '@player-support/contract/visible-text';

/** Control characters, line separators, and marks that are hidden or change how a text reads. */
const UNSAFE = /[\p{Cc}\p{Default_Ignorable_Code_Point}\u2028\u2029\ufff9-\ufffb]/gu;
/** Windows forbids these in names. */
const RESERVED = /["*:<>?|]/g;
const EXTENSION = /\.[^.]{1,10}$/;
/** Extensions that no program runs. */
const TEXT_EXTENSIONS = /\.(?:txt|log|json|csv|md|ya?ml|ini|cfg)$/i;

/** Images are re-encoded. A new name gets the first extension. */
const IMAGE_EXTENSIONS: Readonly<Record<string, readonly string[]>> = {
  'image/png': ['.png'],
  'image/jpeg': ['.jpg', '.jpeg'],
  'image/webp': ['.webp'],
};

/** The beginning and end of a far too long name: a request can have 16 KiB. */
const bounded = (name: string) =>
  name.length > 8 * MAX_FILE_NAME_LENGTH
    ? name.slice(0, 4 * MAX_FILE_NAME_LENGTH) + name.slice(-4 * MAX_FILE_NAME_LENGTH)
    : name;

/** The last part of a path, without what could mislead a reader or a program. */
export function safeFileName(name: string): string {
  const last = bounded(name.split(/[/\\]/).at(-1) ?? '');
  const clean = streamSafe(last.toWellFormed())
    .normalize('NFC')
    .replace(UNSAFE, '')
    .replace(RESERVED, '_')
    .replace(/^[\s.]+/, '')
    .replace(/(?<![\s.])[\s.]+$/, '');
  return hasVisible(clean) ? shortened(clean, '') : 'file';
}

/** Cuts a name to MAX_FILE_NAME_LENGTH. `ending` replaces its own. */
function shortened(name: string, ending: string): string {
  const own = ending || (EXTENSION.exec(name)?.[0] ?? '');
  const base = ending === '' && own !== '' ? name.slice(0, -own.length) : name;
  return cutText(base, MAX_FILE_NAME_LENGTH - own.length) + own;
}

/** Gives the name an extension of its media type, so that a saved text `.html` does not run. */
export function nameForType(name: string, contentType: string): string {
  const lower = name.toLowerCase();
  const [first, ...others] = IMAGE_EXTENSIONS[contentType] ?? [];
  if (first !== undefined) {
    if ([first, ...others].some((extension) => lower.endsWith(extension))) return name;
    return shortened(name.replace(EXTENSION, ''), first);
  }
  return contentType === 'text/plain' && !TEXT_EXTENSIONS.test(name) ? shortened(name, '.txt') : name;
}

/** RFC 6266: an ASCII name for old clients, and the name in UTF-8 (RFC 8187). */
export function contentDisposition(type: 'inline' | 'attachment', name: string): string {
  const ascii = name.replace(/[^\x20-\x7e]|["\\%]/g, '_');
  const utf8 = encodeURIComponent(name).replace(/['()*]/g, (one) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`);
  return `${type}; filename="${ascii}"; filename*=UTF-8''${utf8}`;
}
