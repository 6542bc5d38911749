import { MIMEType } from 'node:util';
import type { FastifyRequest } from 'fastify';
import Negotiator from 'negotiator';
import { AppError } from '../errors.ts';

export const RESPONSE_TYPES = ['application/json', 'text/json', 'text/plain'];
/** All responses are in UTF-8, so this Accept parameter has no effect. */
const UTF_8_PARAMETER = /;\s*charset=["']?utf-?8["']?/gi;
/** As clients write it, although `utf8` and single quotes are wrong. */
const UTF_8 = /^'?utf-?8'?$/i;
const JSON_TYPE = 'application/json; charset=utf-8';
export const PROBLEM_TYPE = 'application/problem+json; charset=utf-8';

/** What Accept prefers. JSON if it allows none. */
export function responseType(accept: string | undefined): string {
  if (accept === undefined || accept === '*/*' || accept === 'application/json') return JSON_TYPE;
  const type = new Negotiator({ headers: { accept: accept.replace(UTF_8_PARAMETER, '') } }).mediaType(RESPONSE_TYPES);
  return type === undefined ? JSON_TYPE : `${type}; charset=utf-8`;
}

function isJson(contentType: string): boolean {
  try {
    const { type, subtype, params } = new MIMEType(contentType);
    const isJsonType =
      subtype === 'json'
        ? type === 'application' || type === 'text'
        : type === 'application' && subtype.endsWith('+json');
    const charset = params.get('charset');
    return isJsonType && (charset === null || UTF_8.test(charset));
  } catch {
    return false;
  }
}

/**
 * Throws AppError `unsupported-media-type` unless the body is JSON in UTF-8 without content
 * encoding.
 */
export function checkRequestType({ headers }: FastifyRequest): void {
  const type = headers['content-type'];
  const isAccepted = type === 'application/json' || (type !== undefined && isJson(type));
  if (!isAccepted || isEncoded(headers)) throw new AppError('unsupported-media-type');
}

/** `identity` stands for no encoding (RFC 9110, section 12.5.3). */
export const isEncoded = ({ 'content-encoding': encoding = '' }: FastifyRequest['headers']): boolean =>
  !/^[\s,]*(?:identity[\s,]*)*$/i.test(encoding);

const decoder = new TextDecoder('utf-8', { fatal: true });

/** Undefined: no JSON in UTF-8. */
export function parseJson(body: Buffer): unknown {
  try {
    return JSON.parse(decoder.decode(body));
  } catch {
    return undefined;
  }
}
