import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import Fastify, { type FastifyInstance, type FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import { type Attachments, createAttachments } from './attachments/attachments.ts';
import { createImages } from './attachments/images.ts';
import type { Config } from './config/config.ts';
import { SingleRun } from './domain/single-run.ts';
import { monotonic, SECOND } from './domain/time.ts';
import { AppError } from './errors.ts';
import type { FileStore } from './files/file-store.ts';
import { addressKey } from './http/address.ts';
import { allOperations } from './http/all-operations.ts';
import { presentedToken } from './http/callers/player.ts';
import { CONSOLE_FOLDER, serveConsole } from './http/console.ts';
import { serveDocs } from './http/docs.ts';
import { createGuard } from './http/guard/guard.ts';
import { serveGuide } from './http/guide.ts';
import { setBaseHeaders } from './http/headers.ts';
import type { Metrics } from './http/metrics.ts';
import { serveOidc } from './http/oidc.ts';
import { refuseTunnel, sendClientError, sendError } from './http/problem.ts';
import { serveProblemPages } from './http/problem-pages.ts';
import { BODY_LIMIT, readBody } from './http/read-body.ts';
import { requestId } from './http/request-id.ts';
import { logRequest, noteRefusal } from './http/request-log.ts';
import { route } from './http/route.ts';
import type { Service } from './http/service.ts';
import { sessionOf } from './http/session-cookie.ts';
import { handleUnknownRoutes } from './http/unknown-route.ts';
import { serveWidget, WIDGET_FOLDER } from './http/widget.ts';
import { Downloads } from './limits/downloads.ts';
import { createExpensiveReads } from './limits/expensive-reads.ts';
import { idleLoad } from './limits/load.ts';
import { createRateLimits } from './limits/rate-limiter.ts';
import { createLive } from './live/live.ts';
import { createResolveName } from './network/resolve-name.ts';
import { createNotifier } from './notifications/notification-sender.ts';
import { createMailer } from './notifications/smtp-mailer.ts';
import type { Operation } from './operations/operation.ts';
import { createIdentityTokens } from './player/identity-tokens.ts';
import { createTokenTags } from './player/token-tags.ts';
import { createProjectCache } from './store/project-cache.ts';
import { createPublicIssues } from './store/public-issues.ts';
import type { Store } from './store/store.ts';
import { createFormCache } from './store/ticket-forms.ts';
import { createRefusedRequests } from './team/audit/refused-requests.ts';
import { createProjectWords } from './team/known-issues/project-words.ts';
import { createLastUse } from './team/last-use.ts';
import { createSingleSignOn } from './team/oidc/single-sign-on.ts';
import { createPlayerData } from './team/player-data/player-data.ts';
import { createPasswords } from './team/session/passwords.ts';
import { createActivePlayers } from './watch/active-players.ts';
import { createBaselines } from './watch/baselines.ts';
import { createStormWatch } from './watch/storm-watch.ts';

/** Longer ids cannot arrive: headers and request line have 16 KiB together. */
const MAX_PARAMETER = 16 * 1024;

/** Parts that the program or a test brings. Others are made from the settings. */
type GivenPart =
  | 'clock'
  | 'elapsed'
  | 'live'
  | 'load'
  | 'notifier'
  | 'passwords'
  | 'playerData'
  | 'projectCache'
  | 'stormWatch';

interface AppOptions extends Partial<Pick<Service, GivenPart>> {
  readonly config: Config;
  readonly store: Store;
  readonly logger: Logger;
  readonly metrics?: Metrics;
  /** The built console. Default: where the build puts it. */
  readonly consoleFolder?: string;
  /** The built widget. Default: where the build puts it. */
  readonly widgetFolder?: string;
  /** Default: this server does not accept files. */
  readonly files?: FileStore | undefined;
  /** Gets each response before it is sent, for tests. If it throws: 500. */
  readonly inspect?: (operation: Operation, status: number, body: unknown) => void;
}

/** Ready to listen, with its parts. The program and all tests use it. */
export function buildApp(options: AppOptions): { readonly app: FastifyInstance; readonly service: Service } {
  const {
    config,
    store,
    logger,
    clock = Date.now,
    elapsed = monotonic,
    metrics,
    load = idleLoad(config.pacing),
    inspect,
  } = options;
  const live = options.live ?? createLive({ config, store, clock, elapsed, bus: store.bus });
  let closing = false;
  const projectCache = options.projectCache ?? createProjectCache(store, clock, elapsed);
  const stormWatch =
    options.stormWatch ?? createStormWatch({ config, store, clock, elapsed, logger, live, projectCache });
  const limits = createRateLimits(config.limits, { elapsed, areProjectLimitsOn: config.rateLimitsOn });
  const tokenTags = createTokenTags(store);
  const credentials = {
    hasAny: (request: FastifyRequest) =>
      request.headers.authorization !== undefined || sessionOf(request) !== undefined,
    playerOf: (request: FastifyRequest) => tokenTags.playerOf(presentedToken(request) ?? ''),
  };
  const service: Service = {
    guard: createGuard({ config, limits, load, logger, credentials }),
    config,
    store,
    clock,
    elapsed,
    load,
    live,
    closing: () => closing,
    projectCache,
    forms: createFormCache(),
    publicIssues: createPublicIssues(store, elapsed),
    stormWatch,
    activePlayers: createActivePlayers(store),
    baselines: createBaselines(store),
    limits,
    tokenTags,
    identityTokens: createIdentityTokens({
      elapsed,
      allowPrivate: config.webhookAllowPrivate,
      resolveName: createResolveName(),
    }),
    expensiveReads: createExpensiveReads({ percent: config.teamReadPercent }),
    projectWords: createProjectWords({ store, clock, elapsed }),
    downloads: new Downloads(),
    attachments: options.files && attachmentsOf(options.files, options),
    passwords: options.passwords ?? createPasswords(config.passwordHashesAtOnce),
    oidc: createSingleSignOn({ config, store, projectCache, live, clock, elapsed, logger }),
    lastUse: createLastUse(store),
    refusedRequests: createRefusedRequests(store),
    notifier: options.notifier ?? createNotifier({ store, config, clock, mailer: createMailer(config) }),
    playerData: options.playerData ?? createPlayerData({ config, clock, elapsed }),
  };

  const app = Fastify({
    // The hooks below log. Fastify's child logger for each request costs time.
    logger: false,
    genReqId: (request: IncomingMessage) => requestId(request.headers['x-request-id']),
    bodyLimit: BODY_LIMIT,
    routerOptions: { maxParamLength: MAX_PARAMETER },
    trustProxy: config.trustProxy,
    // For files. `limitRequestTime` is for other requests.
    requestTimeout: Math.max(config.requestTimeoutSeconds, config.attachments.uploadSeconds) * SECOND,
    connectionTimeout: config.requestTimeoutSeconds * SECOND,
    keepAliveTimeout: config.keepAliveSeconds * SECOND,
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    http: {
      headersTimeout: config.requestTimeoutSeconds * SECOND,
      connectionsCheckingInterval: SECOND,
      // A hook below checks it: Node's own response has no problem document.
      requireHostHeader: false,
      // Two Authorization headers must not be valid.
      joinDuplicateHeaders: true,
    },
    clientErrorHandler: sendClientError,
    frameworkErrors: (error, request, reply) => {
      setBaseHeaders(request, reply, config.hstsSeconds);
      sendError(badUrl(error), request, reply, logger);
    },
  });
  service.guard.protect(app.server);
  app.server.on('connect', refuseTunnel);

  // Without the database now, the first identify tries again.
  app.addHook('onReady', async () => {
    await service.tokenTags.key().catch(() => undefined);
    await service.attachments?.urls.key().catch(() => undefined);
  });
  app.addHook('preClose', async () => {
    closing = true;
    // Fastify listens until this hook is done. A proxy can see that /readyz fails.
    await sleep(config.drainSeconds * SECOND);
    live.close();
    // Then Fastify closes idle connections. Others close after their response.
    app.server.keepAliveTimeout = 1;
    app.server.keepAliveTimeoutBuffer = 0;
  });
  app.addHook('onClose', async () => {
    service.attachments?.close();
    await stormWatch.idle();
    live.stop();
  });
  app.decorateRequest('admitted', null);
  app.decorateRequest('caller', null);
  app.decorateRequest('isFlood', false);
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', async (request: FastifyRequest, body: IncomingMessage) =>
    // Its operation streams a file.
    request.routeOptions.config.operation?.takesFile ? body : readBody(request, body),
  );

  app.addHook('onRequest', (request, reply, done) => {
    service.guard.arrived(request, reply.raw, Boolean(request.routeOptions.config.operation?.takesFile));
    setBaseHeaders(request, reply, config.hstsSeconds);
    done(request.raw.httpVersion === '1.1' ? headerProblem(request.headers) : undefined);
  });
  app.setErrorHandler((error, request, reply) => {
    const { team } = request.caller ?? {};
    if (team !== undefined && error instanceof AppError && error.code === 'forbidden') {
      noteRefusal(request, service, { actor: team, reason: 'forbidden', now: clock() });
    }
    const isRefused = error instanceof AppError && error.code === 'unauthorized';
    const told = isRefused ? service.guard.countFailure(error, addressKey(request.ip)) : error;
    if (closing) reply.header('connection', 'close');
    return sendError(told, request, reply, logger);
  });
  app.addHook('onResponse', (request, reply, done) => {
    metrics?.answered(
      request.routeOptions.config.operation?.id ?? 'other',
      reply.statusCode,
      reply.elapsedTime / SECOND,
    );
    logRequest(logger, request, reply, config.logAddresses);
    done();
  });
  if (inspect !== undefined) {
    app.addHook('onSend', async (request, reply, payload) => {
      const { operation } = request.routeOptions.config;
      if (operation !== undefined) inspect(operation, reply.statusCode, payload);
      return payload;
    });
  }

  for (const operation of allOperations) route(app, operation, service);
  serveOidc(app, service, logger);
  serveHealth(app, service);
  serveProblemPages(app);
  serveDocs(app);
  serveGuide(app);
  serveConsole(app, options.consoleFolder ?? CONSOLE_FOLDER, config.consoleKept, logger);
  serveWidget(app, options.widgetFolder ?? WIDGET_FOLDER, logger);
  handleUnknownRoutes(app, allOperations, service);
  return { app, service };
}

/** `/readyz`: the store can read and begin a transaction, and the server is not shutting down. */
function serveHealth(app: FastifyInstance, { store, closing }: Service): void {
  /** Shared by simultaneous requests: anybody can send them, and it costs a transaction. */
  const check = new SingleRun(() => store.ready());

  app.get('/healthz', async () => ({ status: 'ok' }));
  app.get('/readyz', async (_request, reply) => {
    const ok = !closing() && (await check.begin());
    return reply.code(ok ? 200 : 503).send({ status: ok ? 'ok' : 'unavailable' });
  });
}

function attachmentsOf(files: FileStore, { config, store }: AppOptions): Attachments {
  const { imagesAtOnce, imageSeconds, maxMegapixels, maxBytes } = config.attachments;
  const images = createImages({
    atOnce: imagesAtOnce,
    maxProcessorMs: imageSeconds * SECOND,
    maxPixels: maxMegapixels * 1_000_000,
    maxBytes,
  });
  return createAttachments({ config, store, files, images });
}

function headerProblem({ host, expect = '100-continue' }: IncomingHttpHeaders): AppError | undefined {
  if (host === undefined) return new AppError('bad-request', { detail: 'Send the Host header.' });
  // Node joins several with a comma. A proxy may route by another one (RFC 9112, section 3.2).
  if (host.includes(',')) return new AppError('bad-request', { detail: 'Send one Host header.' });
  return /100-continue/i.test(expect) ? undefined : new AppError('expectation-failed');
}

/** 404 for a URL that cannot be decoded: no operation declares a 400 for it. */
function badUrl(error: Error & { code?: string }): Error {
  return error.code === 'FST_ERR_BAD_URL' || error.code === 'FST_ERR_MAX_PARAM_LENGTH'
    ? new AppError('not-found')
    : error;
}
