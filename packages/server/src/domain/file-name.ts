import { MAX_FILE_NAME_LENGTH } from '@player-support/contract/limits';
import { streamSafe } from '@player-support/contract/stream-safe';
import { cutText, hasVisible } from '@player-support/contract/visible-text';

/** Letters of scripts in whose words joiners change what people see, such as Persian or Hindi. */
const JOINING = String.raw`[[\p{scx=Arab}\p{scx=Syrc}\p{scx=Deva}\p{scx=Beng}\p{scx=Guru}\p{scx=Gujr}\p{scx=Orya}\p{scx=Taml}\p{scx=Telu}\p{scx=Knda}\p{scx=Mlym}\p{scx=Sinh}]&&[\p{L}\p{M}]]`;
/** Where one hidden character belongs to what people see: words, joined emoji, keycaps, flags. */
const NEEDED = String.raw`${JOINING}[\u200c\u200d](?=${JOINING})|\p{ExtPict}[\p{EMod}\ufe0f]?\u200d(?=\p{ExtPict})|\p{ExtPict}\ufe0f|[0-9#*]\ufe0f(?=\u20e3)|\u{1f3f4}[\u{e0061}-\u{e007a}]{2,6}\u{e007f}`;
/**
 * Control characters, line separators, and marks that are hidden or change how a text reads. In the
 * group: what stays.
 */
const UNSAFE = new RegExp(
  String.raw`(${NEEDED})|[\p{Cc}\p{Default_Ignorable_Code_Point}\u2028\u2029\ufff9-\ufffb]`,
  'gv',
);
/** Windows forbids these in names. */
const RESERVED = /["*:<>?|]/g;
const EXTENSION = /\.[^.]{1,10}$/;
/** Windows drops these, and so shows another extension. */
const DROPPED = /(?<![\s.])[\s.]+$/;
/** Windows opens devices instead of the first, whatever their extension, and obeys the others. */
const SPECIAL =
  /^(?:(?:con|prn|aux|nul|com[\d¹²³]|lpt[\d¹²³]|conin\$|conout\$)\s*(?:\.|$)|(?:desktop\.ini|autorun\.inf|(?:eh)?thumbs\.db)$)/i;

/** Extensions that no program runs. */
const TEXT = ['.txt', '.log', '.json', '.csv', '.md', '.yaml', '.yml', '.ini', '.cfg'];
/** By media type. Another name gets the first extension. */
const EXTENSIONS: Readonly<Record<string, readonly string[]>> = {
  'image/png': ['.png'],
  'image/jpeg': ['.jpg', '.jpeg'],
  'image/webp': ['.webp'],
  'image/heic': ['.heic', '.heif', '.hif'],
  'image/heif': ['.heif', '.heic', '.hif'],
  'image/avif': ['.avif'],
  // The last release called all of its family so.
  'video/mp4': ['.mp4', '.m4v', '.mov', '.3gp', '.m4a', '.heic', '.heif'],
  'video/quicktime': ['.mov', '.qt'],
  'video/3gpp': ['.3gp', '.3g2'],
  'audio/mp4': ['.m4a', '.m4b'],
  'video/webm': ['.webm', '.mkv'],
  'application/pdf': ['.pdf'],
  'application/zip': ['.zip'],
  'application/gzip': ['.gz', '.tgz'],
};
/**
 * Of all other bytes. Windows writes logs in UTF-16, which is no text here. A CSV of such bytes
 * would open in a spreadsheet.
 */
const UNKNOWN = [
  ...'.bin .dat .sav .dmp .mdmp .7z .rar .tar .zst'.split(' '),
  ...'.mp3 .ogg .wav .aac .amr .avi .mov .bmp .tif .tiff .dng .cr3 .jxl'.split(' '),
  ...TEXT.filter((extension) => extension !== '.csv'),
];

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
    .replace(UNSAFE, (_found, needed?: string) => needed ?? '')
    .replace(RESERVED, '_')
    .replace(/^[\s.]+/, '')
    .replace(DROPPED, '');
  if (!hasVisible(clean)) return 'file';
  return shortened(unspecial(clean), '');
}

const unspecial = (name: string): string => (SPECIAL.test(name) ? `_${name}` : name);

/** Cuts a name to MAX_FILE_NAME_LENGTH. `ending` replaces its own. */
function shortened(name: string, ending: string): string {
  const own = ending || (EXTENSION.exec(name)?.[0] ?? '');
  const base = ending === '' && own !== '' ? name.slice(0, -own.length) : name;
  return cutText(base, MAX_FILE_NAME_LENGTH - own.length).replace(DROPPED, '') + own;
}

/**
 * Gives the name an extension of its media type, so that no saved file runs. A text keeps its own
 * before it: `page.html.txt`.
 */
export function nameForType(name: string, contentType: string): string {
  const isText = contentType === 'text/plain';
  const extensions = isText ? TEXT : (EXTENSIONS[contentType] ?? UNKNOWN);
  const lower = name.toLowerCase();
  // Files of the last release still have special names.
  if (extensions.some((extension) => lower.endsWith(extension))) return unspecial(name);
  return shortened(isText ? name : name.replace(EXTENSION, ''), extensions[0] ?? '');
}

/** RFC 6266: an ASCII name for old clients, and the name in UTF-8 (RFC 8187). */
export function contentDisposition(type: 'inline' | 'attachment', name: string): string {
  const ascii = name.replace(/[^\x20-\x7e]|["\\%]/g, '_');
  const utf8 = encodeURIComponent(name).replace(/['()*]/g, (one) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`);
  return `${type}; filename="${ascii}"; filename*=UTF-8''${utf8}`;
}
