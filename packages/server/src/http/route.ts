import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { contextOf } from '../operations/context.ts';
import { matches } from '../operations/etag.ts';
import { type Call, type Client, NDJSON, type Operation, type OperationResponse } from '../operations/operation.ts';
import { addressKey } from './address.ts';
import { admit, callerNow, readmitTeam } from './admit.ts';
import type { Admitted, ApiRequest, ApiRoute } from './api-request.ts';
import { type Input, inputCheck } from './check-input.ts';
import { sendEvents } from './event-stream.ts';
import { incomingFile, sendFile, uploadHeaders } from './files.ts';
import { responseType } from './media-types.ts';
import { originOf } from './origin.ts';
import { playerOfIssuedToken, refusalOfStranger } from './refused-addresses.ts';
import type { Service } from './service.ts';
import { browserOf, sessionOf, transportOf } from './session-cookie.ts';
import { shed } from './shedding.ts';
import { handleInTurn } from './turns.ts';

/** Longer texts are sent as bytes. For a text, Node counts characters as what waits (SlowReaders). */
const MIN_BUFFER_LENGTH = 16 * 1024;

/**
 * Serves one operation. Before the body is read:
 *
 * 1. Refuse strangers at an address with too many failed authentications.
 * 2. Under overload, refuse reads.
 * 3. Authenticate the caller, and check its limits and role (`admit`).
 *
 * Then check the body (`inputCheck`), check the caller again if that took long (`callerNow`), run the
 * handler within the caller's concurrency limit (`handleInTurn`), and send its response.
 */
export function route(app: FastifyInstance, operation: Operation, service: Service): void {
  const checkInput = inputCheck(operation);
  const context = contextOf(operation, service);
  app.route<ApiRoute>({
    method: operation.method,
    url: operation.url,
    config: { operation },

    onRequest(request, reply) {
      const address = addressKey(request.ip);
      const refusal = refusalOfStranger(operation, request, service, address);
      if (refusal !== undefined) {
        // A flood must not fill the log.
        request.isFlood = true;
        return service.refusals.run(address, () => Promise.reject(refusal));
      }
      const seconds = service.load.refuses(operation.sheds, address, () => playerOfIssuedToken(request, service));
      // Fastify waits for neither a promise nor `done`, because the response is already sent.
      if (seconds !== undefined) return shed(request, reply, seconds);
      if (operation.body === undefined && !operation.takesFile) ignoreBody(request);
      return admit(operation, request, service, { address, response: reply.raw }).then((admitted) => {
        request.admitted = admitted;
      });
    },

    async handler(request, reply) {
      if (request.admitted === null) throw new Error('not admitted');
      const { admitted } = request;
      const input = checkInput(request);
      const response = await handleInTurn(operation, admitted, service, reply.raw, async () => {
        const caller = await callerNow(operation, request, service, admitted);
        return operation.handle(callOf(operation, request, { ...admitted, caller }, input, service), context);
      });
      if (service.closing()) reply.header('connection', 'close');
      return send(response, request, reply, service.config.responseTimeoutSeconds);
    },
  });
}

/** Makes Fastify accept any body for an operation without one. Nothing reads the body. */
function ignoreBody({ headers }: ApiRequest): void {
  if (headers['content-type'] !== undefined) delete headers['content-type'];
}

/** The request, as the handler gets it. */
function callOf(
  operation: Operation,
  request: ApiRequest,
  { caller, data, now, address }: Admitted,
  { body, query, idempotencyKey }: Input,
  service: Service,
): Call {
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
    reauthenticate: () => readmitTeam(operation, request, service),
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
