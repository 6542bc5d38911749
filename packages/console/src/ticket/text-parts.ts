import { LinkifyIt } from 'linkify-it';
import { findMentions, type Mentionable } from '../data/find-mentions.ts';

/** Plain, a web address, an id, or a member's name. */
export type TextPart =
  | { readonly kind: 'text' | 'ticket' | 'player' | 'mention'; readonly start: number; readonly text: string }
  | { readonly kind: 'url'; readonly start: number; readonly url: WebAddress };

/** As the browser understands the address. */
export interface WebAddress {
  readonly href: string;
  readonly scheme: string;
  /** With its port. Not ASCII: in Punycode, so that it looks like no other host. */
  readonly host: string;
  readonly rest: string;
}

// Recognises credentials: an address with them stays plain text.
const linkify = new LinkifyIt({ fuzzyEmail: false, urlAuth: true })
  .add('ftp:', null)
  .add('mailto:', null)
  .add('//', null);

/** As the server makes them: a ticket's id contains its player's. */
const IDS = /(?<![\w-])(?:tkt_[0-9a-v]{42}|ply_[0-9a-v]{26})(?![\w-])/g;

/** Undefined: the text must not become a link. */
export function webAddress(text: string): WebAddress | undefined {
  if (!URL.canParse(text)) return undefined;
  const { protocol, host, href, username, password } = new URL(text);
  if ((protocol !== 'https:' && protocol !== 'http:') || username !== '' || password !== '') return undefined;
  const scheme = `${protocol}//`;
  return { href, scheme, host, rest: href.slice(scheme.length + host.length) };
}

/** Finds links, ids and mentions in linear time. */
export function textParts(text: string, members: readonly Mentionable[] = []): TextPart[] {
  const parts: TextPart[] = [];
  let end = 0;
  const addText = (to: number) => {
    if (to > end) addIds(parts, { text: text.slice(end, to), offset: end, members });
    end = to;
  };
  for (const { index, lastIndex, raw } of linkify.match(text) ?? []) {
    const url = webAddress(raw);
    if (url === undefined) continue;
    addText(index);
    parts.push({ kind: 'url', start: index, url });
    end = lastIndex;
  }
  addText(text.length);
  return parts;
}

interface Piece {
  readonly text: string;
  /** The start in the whole text. */
  readonly offset: number;
  readonly members: readonly Mentionable[];
}

function addIds(parts: TextPart[], { text, offset, members }: Piece): void {
  let end = 0;
  const add = (kind: 'text' | 'ticket' | 'player', to: number) => {
    const part = { text: text.slice(end, to), offset: offset + end, members };
    if (kind === 'text') addMentions(parts, part);
    else parts.push({ kind, start: part.offset, text: part.text });
    end = to;
  };
  for (const { 0: id, index } of text.matchAll(IDS)) {
    add('text', index);
    add(id.startsWith('tkt_') ? 'ticket' : 'player', index + id.length);
  }
  add('text', text.length);
}

function addMentions(parts: TextPart[], { text, offset, members }: Piece): void {
  let end = 0;
  const add = (kind: 'text' | 'mention', to: number) => {
    if (to > end) parts.push({ kind, start: offset + end, text: text.slice(end, to) });
    end = to;
  };
  for (const mention of members.length === 0 ? [] : findMentions(text, members)) {
    add('text', mention.start);
    add('mention', mention.end);
  }
  add('text', text.length);
}
