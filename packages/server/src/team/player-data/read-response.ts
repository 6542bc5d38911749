import { isUtf8 } from 'node:buffer';
import type { IncomingMessage } from 'node:http';
import type { PlayerDataProblem } from '@player-support/contract/enums';
import { type FieldProblem, fieldProblem, messageOf } from '@player-support/contract/field-problems';
import { MAX_PLAYER_DATA_HREF_LENGTH } from '@player-support/contract/limits';
import { OwnServiceResponse, type PlayerDataSection } from '@player-support/contract/team/player-data';
import { readBounded } from '../../network/read-bounded.ts';
import { validator } from '../../operations/validation.ts';

/** The longest answer. */
const MAX_BYTES = 64 * 1024;

const check = validator(OwnServiceResponse);

export type Loaded =
  | { readonly ok: true; readonly sections: readonly PlayerDataSection[] }
  | {
      readonly ok: false;
      readonly error: PlayerDataProblem;
      /** With `invalid`: the field and its problem. */
      readonly detail?: string;
    };

const refused = (error: PlayerDataProblem): Loaded => ({ ok: false, error });

/**
 * Reads the answer of a studio's service, which can be anything. Uses only fields of the schema.
 * Throws Error if the connection ends too early.
 */
export async function readResponse(response: IncomingMessage): Promise<Loaded> {
  const { statusCode = 0, headers } = response;
  if (statusCode >= 300 && statusCode < 400) return refused('redirect');
  if (statusCode !== 200) return refused(`http-${statusCode}`);
  if (!/^application\/json *(?:;|$)/i.test(headers['content-type'] ?? '')) return refused('media-type');
  if (!/^(?:identity)?$/i.test(headers['content-encoding'] ?? '')) return refused('compressed');
  if (Number(headers['content-length'] ?? 0) > MAX_BYTES) return refused('too-large');
  const bytes = await readBounded(response, MAX_BYTES);
  if (bytes === undefined) return refused('too-large');
  if (!isUtf8(bytes)) return refused('not-utf-8');
  // Without a byte order mark.
  const value = parse(new TextDecoder().decode(bytes));
  return value === undefined ? refused('not-json') : checked(value);
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function checked(value: unknown): Loaded {
  const [[field = '', [problem] = []] = []] = Object.entries(check(value) ?? {});
  if (problem !== undefined) return invalid(field, problem);
  const { sections } = value as OwnServiceResponse;
  for (const [section, { items }] of sections.entries()) {
    const wrong = items.findIndex(({ href }) => href !== undefined && safeLink(href) === undefined);
    if (wrong >= 0) return invalid(`sections.${section}.items.${wrong}.href`, WRONG_LINK);
  }
  return {
    ok: true,
    sections: sections.map(({ title, items }) => ({
      title,
      items: items.map(({ label, value, href }) => ({
        label,
        value,
        ...(href === undefined ? {} : { href: safeLink(href) ?? '' }),
      })),
    })),
  };
}

const WRONG_LINK = fieldProblem('unsafe-link');

/** Reads a link as browsers do. Undefined: not safe. */
function safeLink(href: string): string | undefined {
  const url = URL.parse(href);
  const isSafe = url?.protocol === 'https:' && url.username === '' && url.password === '';
  return isSafe && url.href.length <= MAX_PLAYER_DATA_HREF_LENGTH ? url.href : undefined;
}

const invalid = (field: string, problem: FieldProblem): Loaded => {
  return { ok: false, error: 'invalid', detail: `${field}: ${messageOf(problem)}` };
};
