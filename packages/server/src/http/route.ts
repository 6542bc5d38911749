import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { contextOf } from '../operations/context.ts';
import { matches } from '../operations/etag.ts';
import { type Call, type Client, NDJSON, type Operation, type OperationResponse } from '../operations/operation.ts';
import { addressKey } from './address.ts';
import type { Admitted, ApiRequest, ApiRoute, Served } from './api-request.ts';
import { authenticate, callerNow, reauthenticateTeam } from './authenticate.ts';
import { checkCaller } from './check-caller.ts';
import { type Input, inputCheck } from './check-input.ts';
import { sendEvents } from './event-stream.ts';
import { incomingFile, sendFile, uploadHeaders } from './files.ts';
import { limitAddress, limitCaller } from './limit.ts';
import { responseType } from './media-types.ts';
import { originOf } from './origin.ts';
import type { Service } from './service.ts';
import { browserOf, sessionOf, transportOf } from './session-cookie.ts';

/** Longer texts are sent as bytes. For a text, Node counts characters as what waits (SlowReaders). */
const MIN_BUFFER_LENGTH = 16 * 1024;

/**
 * Serves one operation: enter, authenticate, limit, check, read input, handle, send. A poll reads its
 * inbox together with the player's session, so that is a part of `authenticate` (`readWithSession`).
 */
export function route(app: FastifyInstance, operation: Operation, service: Service): void {
  const { guard, clock } = service;
  const served = { operation, context: contextOf(operation, service), service };
  const readInput = inputCheck(operation);
  app.route<ApiRoute>({
    method: operation.method,
    url: operation.url,
    config: { operation },

    /** Before the body is read. */
    async onRequest(request, reply) {
      const arrival = { address: addressKey(request.ip), response: reply.raw, now: clock() };
      if (!(await guard.enter(operation, request, reply, arrival))) return;
      if (operation.body === undefined && !operation.takesFile) ignoreBody(request);
      limitAddress(served, request, arrival);
      const { caller, data } = await authenticate(served, request, arrival);
      limitCaller(served, caller, arrival.now);
      checkCaller(operation, caller);
      request.admitted = { caller, data, address: arrival.address, now: arrival.now };
    },

    async handler(request, reply) {
      if (request.admitted === null) throw new Error('not admitted');
      const input = readInput(request);
      using slot = await handlerSlot(served, request.admitted, reply);
      const admitted = { ...request.admitted, caller: await callerNow(served, request, request.admitted) };
      const response = await operation.handle(callOf(served, request, admitted, input), served.context);
      // A stream stays open.
      if (response.events !== undefined) slot?.free();
      if (service.closing()) reply.header('connection', 'close');
      return send(response, request, reply, service.config.responseTimeoutSeconds);
    },
  });
}

/**
 * A slot of a member or an API key. A read of a player has had its slot already (`readSlot`), and a
 * write of a player needs none: its limits are low.
 */
async function handlerSlot({ operation, service }: Served, { caller }: Admitted, { raw }: FastifyReply) {
  if (caller === undefined || !('role' in caller) || operation.waitsForOthers) return undefined;
  return service.guard.handlerSlot(caller.id, { response: raw });
}

/** Makes Fastify accept any body for an operation without one. Nothing reads the body. */
function ignoreBody({ headers }: ApiRequest): void {
  if (headers['content-type'] !== undefined) delete headers['content-type'];
}

/** The request, as the handler gets it. */
function callOf(
  served: Served,
  request: ApiRequest,
  { caller, data, now, address }: Admitted,
  { body, query, idempotencyKey }: Input,
): Call {
  const { operation, service } = served;
  return {
    operation: operation.id,
    caller,
    data,
    now,
    clock: service.clock,
    body,
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

/** Where a request came from. @param address the key of its address */
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

function send(
  response: OperationResponse,
  request: ApiRequest,
  reply: FastifyReply,
  responseSeconds: number,
): FastifyReply {
  const { status, body, events, lines, file, headers } = response;
  const { 'if-none-match': ifNoneMatch, accept } = request.headers;
  if (headers !== undefined) reply.headers(headers);
  const etag = headers?.etag;
  if (ifNoneMatch !== undefined && typeof etag === 'string' && matches(ifNoneMatch, etag)) {
    return reply.code(304).send();
  }
  reply.code(status);
  if (events !== undefined) return sendEvents(events, request, reply);
  if (lines !== undefined) return reply.type(NDJSON).send(lines);
  if (file !== undefined) return sendFile(file, reply, responseSeconds);
  if (body === undefined) return reply.send();
  reply.header('content-type', responseType(accept));
  if (Buffer.isBuffer(body)) return reply.send(body);
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return reply.send(text.length < MIN_BUFFER_LENGTH ? text : Buffer.from(text));
}
