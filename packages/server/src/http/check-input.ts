import { type FieldProblems, fieldProblem } from '@player-support/contract/field-problems';
import { refuseProblems } from '../errors.ts';
import type { Call, Operation } from '../operations/operation.ts';
import { queryReader, validator } from '../operations/validation.ts';
import type { ApiRequest, QueryString } from './api-request.ts';
import { tokenInQuery } from './callers/bearer.ts';
import { checkRequestType, parseJson } from './media-types.ts';

/** 1 to 255 visible ASCII characters. */
const IDEMPOTENCY_KEY = /^[\x21-\x7e]{1,255}$/;

/** The checked input of a request. */
export type Input = Pick<Call, 'body' | 'query' | 'idempotencyKey'>;

/**
 * Returns a function that checks the query, body and Idempotency-Key of a request. It reports all
 * problems together.
 *
 * @throws AppError `validation`, `unsupported-media-type`
 */
export function inputCheck({ body, query: schema, idempotent, auth }: Operation): (request: ApiRequest) => Input {
  const checkBody = body && validator(body);
  const checkQuery = auth !== 'player' && schema ? validator(schema) : undefined;
  const readQuery = checkQuery && schema ? queryReader(schema) : (query: QueryString) => query;
  if (!checkBody && !checkQuery && !idempotent && auth !== 'none') {
    return ({ query }) => ({ body: undefined, query, idempotencyKey: undefined });
  }

  return (request) => {
    const query = readQuery(request.query);
    // Without a prototype, because a field can be named "__proto__".
    const problems: FieldProblems = Object.assign(Object.create(null), checkQuery?.(query));
    // Authentication already refused a token in the URL. Without it, the check is done here.
    const misplaced = auth === 'none' ? tokenInQuery(request.query) : undefined;
    if (misplaced !== undefined) problems[misplaced] = [fieldProblem('token-in-url')];
    let value: unknown;
    if (checkBody) {
      value = bodyOf(request);
      if (value === undefined) problems.$ = [fieldProblem('not-json-object')];
      else Object.assign(problems, checkBody(value));
    }
    const idempotencyKey = idempotent ? request.headers['idempotency-key']?.toString() : undefined;
    if (idempotencyKey !== undefined && !IDEMPOTENCY_KEY.test(idempotencyKey)) {
      problems['Idempotency-Key'] = [fieldProblem('wrong-idempotency-key')];
    }
    refuseProblems(problems);
    return { body: value, query, idempotencyKey };
  };
}

/** The JSON value of a body. Undefined if it has none. @throws AppError `unsupported-media-type` */
function bodyOf(request: ApiRequest): unknown {
  if (!Buffer.isBuffer(request.body)) return undefined;
  checkRequestType(request);
  return parseJson(request.body);
}
