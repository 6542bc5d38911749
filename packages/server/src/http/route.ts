import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { hasRole } from '../domain/access.ts';
import { AppError } from '../errors.ts';
import type { LimitName } from '../limits/limits.ts';
import { type Player, requireOwnProject, type TeamCaller } from '../operations/callers.ts';
import { matches } from '../operations/etag.ts';
import type { Call, Operation, OperationResponse } from '../operations/operation.ts';
import type { Service } from '../operations/service.ts';
import { addressKey } from './address.ts';
import {
  authenticateMember,
  authenticatePlayer,
  authenticateTeam,
  presentedToken,
  presentsCredentials,
  tokenInQuery,
} from './authenticate.ts';
import { sendEvents } from './event-stream.ts';
import { checkRequestType, parseJson, responseType } from './media-types.ts';
import { refuseForeignPage } from './same-origin.ts';
import { transportOf } from './session-cookie.ts';
import { shed } from './shedding.ts';
import { type FieldErrors, queryReader, validator } from './validation.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The caller, the key of its address and the time of the request, once it was authenticated. */
    admitted: (Pick<Call, 'caller' | 'now'> & { readonly address: string }) | null;
  }
  interface FastifyContextConfig {
    operation?: Operation;
  }
}

/** Each value of a query is a text, or several; nothing is known of them until they are checked. */
interface Sent {
  Querystring: Readonly<Record<string, unknown>>;
}
type ApiRequest = FastifyRequest<Sent>;

/** 1 to 255 visible ASCII characters. */
const IDEMPOTENCY_KEY = /^[\x21-\x7e]{1,255}$/;

/** The player of the token that a request presents, if this service made it. It costs no look-up and proves no right. */
function issuedTo(request: FastifyRequest, { tokenTags }: Service): string | undefined {
  const token = presentedToken(request);
  return token === undefined ? undefined : tokenTags.playerOf(token);
}

/**
 * The refusal of what a stranger sends from an address with too many refused authentications, before any other work.
 * Players and members who share the address go on: they have a token that this service made, a key or a session.
 */
function refusalOfStranger(
  { auth }: Operation,
  request: FastifyRequest,
  service: Service,
  address: string,
): AppError | undefined {
  if (auth === 'none') return undefined;
  const tooMany = service.limits.refusal('authAddress', address, service.clock());
  if (tooMany === undefined) return undefined;
  const known = auth === 'player' ? issuedTo(request, service) !== undefined : presentsCredentials(request);
  return known ? undefined : tooMany;
}

/**
 * Looks up who calls. For an address that has sent wrong credentials lately only few at once, unless it is for a token
 * that this service issued, or for a key or session that was valid a while ago: inventing credentials must not crowd out
 * anybody.
 *
 * @throws AppError `rate-limited`
 */
function lookUp<T>(request: FastifyRequest, service: Service, address: string, work: () => Promise<T>): Promise<T> {
  const suspect = presentsCredentials(request) && service.limits.used('authAddress', address, service.clock()) > 0;
  if (!suspect || issuedTo(request, service) !== undefined || service.validCredentials.has(request.headers))
    return work();
  return service.lookups.run(address, work);
}

/** Who calls, decided before the body is looked at; each call counts against the limits of its caller. */
async function admit(operation: Operation, request: ApiRequest, service: Service, address: string): Promise<void> {
  const now = service.clock();
  if (operation.addressLimit) service.limits.consume(operation.addressLimit, address, now);
  if (operation.auth === 'player') {
    const { readSession } = operation;
    const read = (playerId: string) => {
      // Before the look-up: a player beyond a limit is refused for less than an answer costs.
      for (const limit of operation.limits ?? []) refuseExhausted(service, limit, playerId, now);
      return reading(operation, playerId, service, address, () =>
        readSession === undefined
          ? service.store.players.session(playerId)
          : readSession(playerId, request.query, service, now),
      );
    };
    let caller: Player;
    try {
      caller = await lookUp(request, service, address, () => authenticatePlayer(request, service, now, read));
    } catch (error) {
      const token = presentedToken(request);
      const refused = token !== undefined && error instanceof AppError && error.code === 'unauthorized';
      if (refused) service.tokenTags.refuse(token);
      throw error;
    }
    if (operation.projectInQuery) requireOwnProject(caller, request.query.projectPublicKey);
    for (const limit of operation.limits ?? []) service.limits.consume(limit, caller.session.player_id, now);
    request.admitted = { caller, now, address };
  } else if (operation.auth === 'none') {
    if (operation.signsIn) refuseForeignPage(request);
    request.admitted = { caller: undefined, now, address };
  } else {
    const authenticate = operation.auth === 'team' ? authenticateTeam : authenticateMember;
    const caller: TeamCaller = await lookUp(request, service, address, () => authenticate(request, service, now));
    service.validCredentials.add(request.headers);
    service.limits.consume('team', caller.id, now);
    // The role of every operation is checked here; what grants access checks it again in its transaction.
    if (operation.role === undefined || !hasRole(caller, operation.role)) {
      throw new AppError('forbidden', { detail: `This takes the role ${operation.role}; yours is ${caller.role}.` });
    }
    if (operation.membersOnly && caller.type !== 'member') {
      throw new AppError('forbidden', { detail: 'API keys cannot do this. Sign in as a member.' });
    }
    request.admitted = { caller, now, address };
  }
}

function refuseExhausted({ limits }: Service, limit: LimitName, key: string, now: number): void {
  const refusal = limits.refusal(limit, key, now);
  if (refusal !== undefined) throw refusal;
}

/** Reads for a player when it is its turn; counts as in flight where it can be refused. @throws AppError `rate-limited` */
async function reading<T>(
  { sheds }: Operation,
  playerId: string,
  { load, playerReads }: Service,
  address: string,
  work: () => Promise<T>,
): Promise<T> {
  if (sheds === undefined) return work();
  // Most players have nothing else running: they pay for no promise.
  if (!playerReads.begin(playerId)) await playerReads.wait(playerId);
  load.began(sheds, address);
  try {
    return await work();
  } finally {
    load.ended(sheds, address);
    playerReads.end(playerId);
  }
}

/** Does the work of an admitted request when it is its caller's turn. @throws AppError `rate-limited` */
function inTurn<T>(
  operation: Operation,
  caller: Call['caller'],
  service: Service,
  address: string,
  work: () => Promise<T>,
): Promise<T> {
  if (caller === undefined) return work();
  if ('role' in caller) return service.teamRequests.run(caller.id, work);
  // What such an operation reads was read with the session.
  if (operation.readSession !== undefined) return work();
  return reading(operation, caller.session.player_id, service, address, work);
}

/** The checks of what a request sends; all that fails is reported at once. @throws AppError */
function checker({ body, query, idempotent, auth }: Operation) {
  const checkBody = body && validator(body);
  const checkQuery = auth !== 'player' && query ? validator(query) : undefined;
  const readQuery = checkQuery && query ? queryReader(query) : undefined;
  const nothing = { body: undefined, idempotencyKey: undefined, query: undefined };
  if (!checkBody && !checkQuery && auth !== 'none') return () => nothing;

  return (request: ApiRequest): Pick<Call, 'body' | 'idempotencyKey' | 'query'> => {
    const query = readQuery?.(request.query);
    // Without a prototype, since a name may be "__proto__".
    const errors: FieldErrors = Object.assign(Object.create(null), checkQuery?.(query));
    // Where a token is needed, one in the URL was refused with 401 already.
    const misplaced = auth === 'none' ? tokenInQuery(request.query) : undefined;
    if (misplaced !== undefined) errors[misplaced] = ['Must not carry a token: a URL ends up in logs.'];
    let value: unknown;
    if (checkBody) {
      if (Buffer.isBuffer(request.body)) checkRequestType(request);
      value = Buffer.isBuffer(request.body) ? parseJson(request.body) : undefined;
      if (value === undefined) errors.$ = ['Must be a JSON object in UTF-8.'];
      else Object.assign(errors, checkBody(value));
    }
    const key = idempotent ? request.headers['idempotency-key'] : undefined;
    if (key !== undefined && !IDEMPOTENCY_KEY.test(String(key))) {
      errors['Idempotency-Key'] = ['Must have 1 to 255 visible ASCII characters.'];
    }
    if (Object.keys(errors).length > 0) throw new AppError('validation', { errors });
    return { body: value, idempotencyKey: key === undefined ? undefined : String(key), query };
  };
}

function send(answer: OperationResponse, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const { status, body, events, headers } = answer;
  if (headers !== undefined) reply.headers(headers);
  const { 'if-none-match': known, accept } = request.headers;
  if (known !== undefined && headers?.etag !== undefined && matches(known, headers.etag)) return reply.code(304).send();
  reply.code(status);
  if (events !== undefined) return sendEvents(events, request, reply);
  if (body === undefined) return reply.send();
  return reply
    .header('content-type', responseType(accept))
    .send(typeof body === 'string' ? body : JSON.stringify(body));
}

/**
 * Serves one operation. In this order: strangers from an address with too many refusals, overload, who calls and its limits
 * (`admit`), the body (`checker`), the handler when it is the caller's turn (`inTurn`).
 */
export function route(app: FastifyInstance, operation: Operation, service: Service): void {
  const check = checker(operation);
  const { load } = service;
  const { sheds } = operation;
  app.route<Sent>({
    method: operation.method,
    url: operation.url,
    config: { operation },
    onRequest: (request, reply) => {
      const address = addressKey(request.ip);
      const refusal = refusalOfStranger(operation, request, service, address);
      if (refusal !== undefined) {
        // A flood must not fill the log.
        request.isFlood = true;
        return service.refusals.run(address, () => Promise.reject(refusal));
      }
      const wait = load.refuses(sheds, address, () => issuedTo(request, service));
      // Nothing is returned and `done` is not called: the answer is on its way.
      if (wait !== undefined) return shed(request, reply, wait);
      // Where no body belongs, whatever is sent as one is ignored, and so is what it says to be.
      if (operation.body === undefined && request.headers['content-type'] !== undefined) {
        delete request.headers['content-type'];
      }
      return admit(operation, request, service, address);
    },
    handler: async (request, reply) => {
      if (request.admitted === null) throw new Error('not admitted');
      const { caller, now, address } = request.admitted;
      const { body, idempotencyKey, query } = check(request);
      const head = request.method === 'HEAD';
      const client = () => ({ address, transport: transportOf(request) });
      const call: Call = {
        operation: operation.id,
        caller,
        now,
        body,
        idempotencyKey,
        params: request.params,
        query: query ?? request.query,
        ifNoneMatch: request.headers['if-none-match'],
        head,
        lastEventId: request.headers['last-event-id']?.toString(),
        reauthenticate: () => authenticateTeam(request, service, service.clock()),
        client,
      };
      const answer = await inTurn(operation, caller, service, address, () => operation.handle(call, service));
      if (service.closing()) reply.header('connection', 'close');
      return send(answer, request, reply);
    },
  });
}
