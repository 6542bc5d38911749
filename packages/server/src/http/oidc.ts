import type { OIDC_FAILURES } from '@player-support/contract/enums';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import { sameHash } from '../domain/tokens.ts';
import { AppError } from '../errors.ts';
import { backChannelLogout } from '../team/oidc/back-channel-logout.ts';
import { finishSignIn } from '../team/oidc/finish-sign-in.ts';
import { CALLBACK_PATH, type Provider, ProviderRefusedError } from '../team/oidc/provider.ts';
import { isUnreachable, reasonOf } from '../team/oidc/provider-fetch.ts';
import { attemptCookie, attemptOf, newAttemptSecret, type SignInAttempt } from '../team/oidc/sign-in-attempt.ts';
import { requireSessionTransport } from '../team/session/session-cookie.ts';
import { addressKey } from './address.ts';
import { originOf } from './request-log.ts';
import { clientOf } from './route.ts';
import type { Service } from './service.ts';
import { attemptSecretOf, transportOf } from './session-cookie.ts';

type Failure = (typeof OIDC_FAILURES)[number];

const FOLDER = '/api/v1/team/oidc';

/** A browser's sign-in, and the provider's end of sessions, as OpenID Connect defines them. */
export function serveOidc(app: FastifyInstance, service: Service, logger: Logger): void {
  // A HEAD request must not use up a code.
  const options = { exposeHeadRoute: false };
  app.get(`${FOLDER}/start`, options, async (request, reply) => {
    // If the provider asks nothing, another site's page could sign its visitor in here.
    const site = request.headers['sec-fetch-site'];
    if (site !== undefined && site !== 'same-origin' && site !== 'none') return fail(reply, 'failed');
    return start(request, reply, { provider: admit(request, service), service, logger });
  });
  app.get(CALLBACK_PATH, options, async (request, reply) =>
    callback(request, reply, { provider: admit(request, service), service, logger }),
  );
  app.post(`${FOLDER}/back-channel-logout`, async (request, reply) => {
    const form = Buffer.isBuffer(request.body) ? request.body.toString() : '';
    const token = new URLSearchParams(form).get('logout_token') ?? '';
    const origin = () => originOf(request, service.config);
    await backChannelLogout(token, admit(request, service), service, { logger, origin });
    return reply.send();
  });
}

/** Throws AppError `rate-limited`, or `not-found` without single sign-on. */
function admit({ ip }: FastifyRequest, { limits, oidc }: Service): Provider {
  if (oidc === undefined) throw new AppError('not-found', { detail: 'Single sign-on is off on this server.' });
  limits.consume('oidcAddress', addressKey(ip));
  return oidc.provider;
}

interface SignInOptions {
  readonly provider: Provider;
  readonly service: Service;
  readonly logger: Logger;
}

/** Redirects the browser to the provider. */
async function start(request: FastifyRequest, reply: FastifyReply, { provider, service, logger }: SignInOptions) {
  try {
    const transport = requireSessionTransport(transportOf(request));
    const secret = newAttemptSecret();
    const url = await provider.authorizationUrl(attemptOf(secret));
    return reply.header('set-cookie', attemptCookie(transport, service.clock(), secret)).redirect(url, 303);
  } catch (error) {
    return logAndFail(reply, error, logger);
  }
}

/** The provider redirects the browser here. */
async function callback(request: FastifyRequest, reply: FastifyReply, { provider, service, logger }: SignInOptions) {
  const now = service.clock();
  try {
    const transport = requireSessionTransport(transportOf(request));
    const address = addressKey(request.ip);
    const attempt = attemptIn(request);
    reply.header('set-cookie', attemptCookie(transport, now));
    if (attempt === undefined) return fail(reply, 'expired');
    // First, so that a stranger cannot make the server ask the provider for long.
    const refund = service.limits.consume('signInAddress', address);
    const confirmation = await provider.redeem(queryOf(request), attempt);
    refund();
    const call = {
      client: () => clientOf(request, address),
      origin: () => originOf(request, service.config),
      now,
      clock: service.clock,
    };
    const result = await finishSignIn(confirmation, call, service);
    if ('refusal' in result) return fail(reply, result.refusal);
    return reply.header('set-cookie', [...result.cookies]).redirect('/', 303);
  } catch (error) {
    if (error instanceof AppError && error.code === 'rate-limited') throw error;
    if (error instanceof ProviderRefusedError) return fail(reply, 'refused');
    return logAndFail(reply, error, logger);
  }
}

/** Reads this browser's attempt if the query has its state. */
function attemptIn(request: FastifyRequest): SignInAttempt | undefined {
  const secret = attemptSecretOf(request);
  if (secret === undefined || secret === '') return undefined;
  const attempt = attemptOf(secret);
  const state = new URLSearchParams(queryOf(request)).get('state') ?? '';
  return sameHash(attempt.state, state) ? attempt : undefined;
}

const queryOf = ({ url }: FastifyRequest): string => url.split('?')[1] ?? '';

/** Redirects to the sign-in page, and logs the reason. */
function logAndFail(reply: FastifyReply, error: unknown, logger: Logger) {
  logger.warn({ reason: reasonOf(error) }, 'a sign-in with the provider failed');
  return fail(reply, isUnreachable(error) ? 'unavailable' : 'failed');
}

/** Redirects to the sign-in page, which has a text for each failure. */
function fail(reply: FastifyReply, failure: Failure) {
  return reply.redirect(`/sign-in?failed=${failure}`, 303);
}
