import { Readable } from 'node:stream';
import { type FieldProblems, fieldProblem } from '@player-support/contract/field-problems';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { INSTALLATION_LIMITS } from '../config/limits.ts';
import { hasSameProjects } from '../domain/access.ts';
import { AppError, refuseProblems } from '../errors.ts';
import type { TeamCaller } from '../operations/callers.ts';
import { contextOf } from '../operations/context.ts';
import { matches } from '../operations/etag.ts';
import {
  type Call,
  type Client,
  EVENT_STREAM,
  type Operation,
  type OperationResponse,
} from '../operations/operation.ts';
import { unauthorized } from '../operations/unauthorized.ts';
import { queryReader, validator, withoutEmptyTexts } from '../operations/validation.ts';
import { installationOf } from '../store/player-reads.ts';
import { authenticatePlayer, presentedToken, reauthenticatePlayer } from './callers/player.ts';
import { authenticateTeam, checkRole, reauthenticateTeam } from './callers/team.ts';
import type { Entry } from './guard/guard.ts';
import { checkRequestType, parseJson, responseType } from './media-types.ts';
import { originOf } from './request-log.ts';
import { refuseCrossSite } from './same-origin.ts';
import type { Admitted, ApiRequest, ApiRoute, Authenticated, QueryString, Served, Service } from './service.ts';
import { browserOf, sessionOf, transportOf } from './session-cookie.ts';
import { incomingFile, sendStream, uploadHeaders } from './streams.ts';

/** How old a caller's check may be when its request is handled. */
const MAX_CHECK_AGE_MS = 1000;

/**
 * Texts from this length on are sent as bytes: of a waiting text Node counts characters, and the
 * limits of slow readers count bytes.
 */
const MIN_BUFFER_LENGTH = 16 * 1024;

/** Serves one operation: enter, authenticate, limit, check the role, read input, handle, send. */
export function route(app: FastifyInstance, operation: Operation, service: Service): void {
  const { guard, clock, elapsed } = service;
  const served: Served = { operation, context: contextOf(operation, service), service };
  const readInput = inputReader(operation);
  app.route<ApiRoute>({
    method: operation.method,
    url: operation.url,
    config: { operation },

    /** Before the body is read. */
    async onRequest(request, reply) {
      using entry = await guard.enter(operation, request, reply, { arrivedAt: clock(), arrivedElapsed: elapsed() });
      if (entry === undefined) return;
      const { address, arrivedAt, arrivedElapsed } = entry;
      if (operation.body === undefined && !operation.takesFile) ignoreBody(request);
      limitAddress(served, request, entry);
      const { caller, data } = await authenticate(served, request, entry);
      limitCaller(served, caller);
      if (isTeamCaller(caller)) checkRole(operation, caller);
      request.admitted = { caller, data, address, arrivedAt, arrivedElapsed };
    },

    async handler(request, reply) {
      if (request.admitted === null) throw new Error('not admitted');
      const input = readInput(request);
      using slot = await handlerSlot(served, request.admitted, reply);
      const caller = await callerNow(served, request, request.admitted);
      const call = callOf(served, request, { ...request.admitted, caller }, input);
      const response = await operation.handle(call, served.context);
      // A stream stays open.
      if (operation.success.type === EVENT_STREAM) slot?.free();
      if (service.closing()) reply.header('connection', 'close');
      return send(served, response, request, reply);
    },
  });
}

/** Fastify then accepts any body for an operation without one. Nothing reads it. */
function ignoreBody({ headers }: ApiRequest): void {
  if (headers['content-type'] !== undefined) delete headers['content-type'];
}

/**
 * Counts a request for its address's limit, before authentication. Throws AppError `cross-site`,
 * `rate-limited`.
 */
function limitAddress({ operation, service }: Served, request: ApiRequest, { address }: Entry): void {
  const { signsIn, ownPagesOnly, addressLimit } = operation;
  // First: a page of another site must not use up its visitor's limit.
  if (signsIn || ownPagesOnly) refuseCrossSite(request);
  if (addressLimit !== undefined) service.limits.consume(addressLimit, address);
}

/**
 * Who sends a request. Undefined for an operation that anybody may call.
 *
 * @throws AppError `unauthorized`, `cross-site`, `rate-limited`
 */
async function authenticate(served: Served, request: ApiRequest, entry: Entry): Promise<Authenticated> {
  const { auth } = served.operation;
  if (auth === 'none') return { caller: undefined, data: undefined };
  if (tokenInQuery(request.query) !== undefined) {
    // Like after any refused token, its next request is a stranger's.
    const token = auth === 'player' ? presentedToken(request) : undefined;
    if (token !== undefined) served.service.tokenTags.refuse(token);
    throw unauthorized(TOKEN_IN_URL, 'invalid_request');
  }
  if (auth === 'player') {
    const player = await authenticatePlayer(served, request, entry);
    request.caller = { id: player.caller.session.player_id };
    return player;
  }
  const caller = await authenticateTeam(served, request, entry.arrivedAt);
  request.caller = { id: caller.id, team: caller };
  return { caller, data: undefined };
}

const isTeamCaller = (caller: Call['caller']): caller is TeamCaller => caller !== undefined && 'role' in caller;

/** Throws AppError `rate-limited`. */
function limitCaller({ operation, service: { limits } }: Served, caller: Call['caller']): void {
  if (caller === undefined) return;
  if (isTeamCaller(caller)) {
    const { method, storesNothing = method === 'GET' } = operation;
    limits.consumeByCaller('team', caller);
    if (!storesNothing) limits.consumeByCaller('teamWrite', caller);
    return;
  }
  const { session } = caller;
  for (const limit of operation.limits ?? []) {
    limits.consume(limit, INSTALLATION_LIMITS.has(limit) ? installationOf(session) : session.player_id);
  }
}

const TOKEN_PARAMETER = /^(?:access_token|token|playerAccessToken)(?:\[\])?$/i;
const SECRET = /^\s*(?:bearer\s+)?(?:pat|psk)_/i;
const TOKEN_IN_URL = 'A token in the URL is refused. Send it in the Authorization header only.';

/** Tokens must never be in a URL. */
function tokenInQuery(query: QueryString): string | undefined {
  for (const name in query) {
    const values = [name, query[name] ?? ''].flat();
    if (TOKEN_PARAMETER.test(name) || values.some((value) => SECRET.test(value))) return name;
  }
  return undefined;
}

/** 1 to 255 visible ASCII characters. */
const IDEMPOTENCY_KEY = /^[\x21-\x7e]{1,255}$/;

type Input = Pick<Call, 'body' | 'sentBody' | 'query' | 'idempotencyKey'>;

/**
 * Checks query, body and Idempotency-Key, and reports all problems together. Throws AppError
 * `validation`, `unsupported-media-type`.
 */
function inputReader({ body, query: schema, idempotent, auth }: Operation): (request: ApiRequest) => Input {
  const checkBody = body && validator(body);
  const checkQuery = auth !== 'player' && schema ? validator(schema) : undefined;
  const readQuery = checkQuery && schema ? queryReader(schema) : (query: QueryString) => query;
  if (!checkBody && !checkQuery && !idempotent && auth !== 'none') {
    return ({ query }) => ({ body: undefined, sentBody: undefined, query, idempotencyKey: undefined });
  }

  return (request) => {
    const query = readQuery(request.query);
    // Without a prototype, because a field can be named "__proto__".
    const problems: FieldProblems = Object.assign(Object.create(null), checkQuery?.(query));
    // Otherwise authentication has refused a token in the URL.
    const misplaced = auth === 'none' ? tokenInQuery(request.query) : undefined;
    if (misplaced !== undefined) problems[misplaced] = [fieldProblem('token-in-url')];
    let value: unknown;
    const sentBody = checkBody && bodyOf(request);
    if (checkBody) {
      value = hasEmptyText(request) ? withoutEmptyTexts(body, sentBody) : sentBody;
      if (value === undefined) problems.$ = [fieldProblem('not-json-object')];
      else Object.assign(problems, checkBody(value));
    }
    const idempotencyKey = idempotent ? request.headers['idempotency-key']?.toString() : undefined;
    if (idempotencyKey !== undefined && !IDEMPOTENCY_KEY.test(idempotencyKey)) {
      problems['Idempotency-Key'] = [fieldProblem('wrong-idempotency-key')];
    }
    refuseProblems(problems);
    return { body: value, sentBody, query, idempotencyKey };
  };
}

/** Only of JSON, where an empty text is always written so. */
const hasEmptyText = ({ body }: ApiRequest) => Buffer.isBuffer(body) && body.includes('""');

/** Undefined: no body. Throws AppError `unsupported-media-type`. */
function bodyOf(request: ApiRequest): unknown {
  if (!Buffer.isBuffer(request.body)) return undefined;
  checkRequestType(request);
  return parseJson(request.body);
}

/**
 * Takes a slot for a member or key. A player's read has one (`readSlot`), and writes have low
 * limits.
 */
async function handlerSlot({ operation, service }: Served, { caller }: Admitted, { raw }: FastifyReply) {
  if (!isTeamCaller(caller) || operation.waitsForOthers) return undefined;
  return service.guard.handlerSlot(caller, raw);
}

/**
 * Checks the caller again if the body or the wait took long. Throws AppError `unauthorized`,
 * `forbidden`, `second-factor-missing`.
 */
async function callerNow(served: Served, request: ApiRequest, admitted: Admitted): Promise<Call['caller']> {
  const { caller, arrivedElapsed } = admitted;
  const { service } = served;
  if (caller === undefined || service.elapsed() - arrivedElapsed < MAX_CHECK_AGE_MS) return caller;
  return isTeamCaller(caller) ? reauthenticateTeam(served, request) : reauthenticatePlayer(caller, service);
}

/** `checkedAt`: by the monotonic clock. Throws like `callerNow`. */
async function checkAgain(served: Served, request: ApiRequest, caller: TeamCaller, checkedAt: number): Promise<void> {
  if (served.service.elapsed() - checkedAt < MAX_CHECK_AGE_MS) return;
  const now = await reauthenticateTeam(served, request);
  if (now.role === caller.role && hasSameProjects(now, caller)) return;
  throw new AppError('forbidden', { detail: 'Your role or your projects have changed. Send the request again.' });
}

function callOf(
  served: Served,
  request: ApiRequest,
  { caller, data, arrivedAt, arrivedElapsed, address }: Admitted,
  { body, sentBody, query, idempotencyKey }: Input,
): Call {
  const { operation, service } = served;
  return {
    operation: operation.id,
    caller: isTeamCaller(caller)
      ? { ...caller, checkAgain: () => checkAgain(served, request, caller, arrivedElapsed) }
      : caller,
    data,
    now: arrivedAt,
    clock: service.clock,
    body,
    sentBody,
    idempotencyKey,
    params: request.params,
    query,
    ifNoneMatch: request.headers['if-none-match'],
    head: request.method === 'HEAD',
    lastEventId: request.headers['last-event-id']?.toString(),
    reauthenticate: () => reauthenticateTeam(served, request),
    file: () => incomingFile(request, address),
    uploadHeaders: () => uploadHeaders(request),
    client: () => clientOf(request, address),
    origin: () => originOf(request, service.config),
  };
}

/** `address`: the key of the client's address. */
export function clientOf(request: FastifyRequest, address: string): Client {
  return {
    address,
    transport: transportOf(request),
    origin: `${request.protocol}://${request.headers.host ?? ''}`,
    userAgent: request.headers['user-agent'],
    session: sessionOf(request),
    browser: browserOf(request),
  };
}

function send(served: Served, response: OperationResponse, request: ApiRequest, reply: FastifyReply): FastifyReply {
  const { status, body, headers } = response;
  const { 'if-none-match': ifNoneMatch, accept } = request.headers;
  if (headers !== undefined) reply.headers(headers);
  const etag = headers?.etag;
  if (ifNoneMatch !== undefined && typeof etag === 'string' && matches(ifNoneMatch, etag)) {
    return reply.code(304).send();
  }
  reply.code(status);
  if (body instanceof Readable) return sendStream(served, body, reply);
  if (body === undefined) return reply.send();
  reply.header('content-type', responseType(accept));
  if (Buffer.isBuffer(body)) return reply.send(body);
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return reply.send(text.length < MIN_BUFFER_LENGTH ? text : Buffer.from(text));
}
