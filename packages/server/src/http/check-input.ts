import { AppError } from '../errors.ts';
import type { Call, Operation } from '../operations/operation.ts';
import type { ApiRequest, QueryString } from './api-request.ts';
import { tokenInQuery } from './authenticate.ts';
import { checkRequestType, parseJson } from './media-types.ts';
import { type FieldErrors, queryReader, validator } from './validation.ts';

/** 1 to 255 visible ASCII characters. */
const IDEMPOTENCY_KEY = /^[\x21-\x7e]{1,255}$/;

/** What a request sends, checked. */
export type Input = Pick<Call, 'body' | 'query' | 'idempotencyKey'>;

/**
 * A check of what a request sends. It reports everything that is wrong.
 *
 * @throws AppError `validation`, `unsupported-media-type`
 */
export function inputCheck({ body, query: schema, idempotent, auth }: Operation): (request: ApiRequest) => Input {
  const checkBody = body && validator(body);
  const checkQuery = auth !== 'player' && schema ? validator(schema) : undefined;
  const readQuery = checkQuery && schema ? queryReader(schema) : (query: QueryString) => query;
  if (!checkBody && !checkQuery && auth !== 'none') {
    return ({ query }) => ({ body: undefined, query, idempotencyKey: undefined });
  }

  return (request) => {
    const query = readQuery(request.query);
    // Without a prototype, since a name may be "__proto__".
    const errors: FieldErrors = Object.assign(Object.create(null), checkQuery?.(query));
    // Where a token is needed, one in the URL was refused with 401 already.
    const misplaced = auth === 'none' ? tokenInQuery(request.query) : undefined;
    if (misplaced !== undefined) errors[misplaced] = ['Must not contain a token, because logs keep URLs.'];
    let value: unknown;
    if (checkBody) {
      value = bodyOf(request);
      if (value === undefined) errors.$ = ['Must be a JSON object in UTF-8.'];
      else Object.assign(errors, checkBody(value));
    }
    const idempotencyKey = idempotent ? request.headers['idempotency-key']?.toString() : undefined;
    if (idempotencyKey !== undefined && !IDEMPOTENCY_KEY.test(idempotencyKey)) {
      errors['Idempotency-Key'] = ['Must have 1 to 255 visible ASCII characters.'];
    }
    if (Object.keys(errors).length > 0) throw new AppError('validation', { errors });
    return { body: value, query, idempotencyKey };
  };
}

/** The JSON value of a body; undefined if it has none. @throws AppError `unsupported-media-type` */
function bodyOf(request: ApiRequest): unknown {
  if (!Buffer.isBuffer(request.body)) return undefined;
  checkRequestType(request);
  return parseJson(request.body);
}
