/** A link has a URL. */
export interface TextPart {
  readonly text: string;
  readonly url?: string;
}

const URL_PATTERN = /\bhttps?:\/\/[^\s<>"'`{}|\\^、。，；：！？（）「」『』【】《》]+/gi;
/** Punctuation behind a URL belongs to the sentence. */
const TRAILING = /[.,;:!?)\]*_~]+$/;

/** Splits a text at URLs. Only http and https URLs become links. */
export function textParts(text: string): TextPart[] {
  const parts: TextPart[] = [];
  let end = 0;
  for (const { 0: match, index } of text.matchAll(URL_PATTERN)) {
    const shown = match.replace(TRAILING, '');
    const url = parseUrl(shown);
    if (url === undefined) continue;
    if (index > end) parts.push({ text: text.slice(end, index) });
    parts.push({ text: shown, url });
    end = index + shown.length;
  }
  if (end < text.length) parts.push({ text: text.slice(end) });
  return parts;
}

/** @returns the URL, or undefined if it is none that a browser opens as a web page */
function parseUrl(text: string): string | undefined {
  try {
    const { protocol, href, username, password } = new URL(text);
    // A name before an @ makes a link seem to lead to another site.
    return /^https?:$/.test(protocol) && username === '' && password === '' ? href : undefined;
  } catch {
    return undefined;
  }
}
