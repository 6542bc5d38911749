import { createHmac, hash, randomBytes } from 'node:crypto';
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import {
  type ApiKey,
  type Message,
  notFound,
  Problem,
  type QueueTicket,
  type Session,
  type Store,
  type Ticket,
} from './store.ts';
import { canonicalJson, newId, preview } from './texts.ts';

/** The shortest correct program for what the benchmark measures, without other features. */

const DAY = 86_400_000;
const INBOX_MS = 90 * DAY;
const ACTIVE_MS = 10 * 60_000;
const QUEUE_LIMIT = 50;
const MAX_QUEUE_LIMIT = 100;
const FACET_TICKETS = 1000;
const PRIORITIES = ['low', 'normal', 'high', 'urgent'];
/** By priority: the longest wait for a reply. */
const TARGET_MS = [3 * DAY, DAY, DAY / 6, DAY / 24];

const text = (maxLength: number, more: object = {}) => ({ type: 'string', maxLength, ...more });
const orNull = (maxLength: number) => ({ type: ['string', 'null'], maxLength });
const CONTEXT = {
  type: ['object', 'null'],
  properties: {
    appVersion: orNull(50),
    buildNumber: orNull(50),
    platform: orNull(50),
    locale: orNull(30),
    deviceModel: orNull(200),
    osVersion: orNull(100),
  },
};
type Context = { readonly [Field in keyof typeof CONTEXT.properties]?: string | null };

const body = (properties: object, required = Object.keys(properties)) => ({
  schema: { body: { type: 'object', properties, required } },
});
const IDENTIFY = body(
  {
    projectPublicKey: text(80),
    installationId: text(128, { minLength: 8 }),
    userId: orNull(200),
    sessionId: orNull(128),
    context: CONTEXT,
  },
  ['projectPublicKey', 'installationId'],
);
const NOT_BLANK = { minLength: 1, pattern: '\\S' };
const CREATE = body(
  {
    projectPublicKey: text(80),
    type: text(30),
    subject: text(120, NOT_BLANK),
    message: text(4000, NOT_BLANK),
    context: CONTEXT,
  },
  ['projectPublicKey', 'type', 'subject', 'message'],
);
const REPLY = body({ message: text(4000, NOT_BLANK) });
const TEAM_REPLY = body({ message: text(10_000, NOT_BLANK) });

interface IdentifyBody {
  readonly projectPublicKey: string;
  readonly installationId: string;
  readonly userId?: string | null;
  readonly sessionId?: string | null;
  readonly context?: Context | null;
}
interface CreateBody {
  readonly projectPublicKey: string;
  readonly type: string;
  readonly subject: string;
  readonly message: string;
  readonly context?: Context | null;
}
type InProject = { Querystring: { readonly projectPublicKey?: string } };
type OfTicket = { Params: { readonly ticketId: string } };
declare module 'fastify' {
  interface FastifyRequest {
    /** Set by the hooks that authenticate. */
    player: Session;
    team: ApiKey;
  }
}

type Writes = OfTicket & { Body: { readonly message: string } };

const iso = (time: number) => new Date(time).toISOString();
const isoOrNull = (time: number | null) => (time === null ? null : iso(time));
const sha256 = (secret: string) => hash('sha256', secret, 'base64url');

function contextOf(sent: Context | null | undefined): string | null {
  if (sent === null || sent === undefined) return null;
  const fields = Object.keys(CONTEXT.properties) as (keyof Context)[];
  return JSON.stringify(Object.fromEntries(fields.map((field) => [field, sent[field] ?? null])));
}

const parseContext = (stored: string | null) => JSON.parse(stored ?? contextOf({}) ?? '') as Required<Context>;
const tagsOf = ({ tags }: Pick<Ticket, 'tags'>) => (tags === null ? [] : (JSON.parse(tags) as string[]));

/** PostgreSQL refuses some characters. No id has them. */
function idOf(text: string): string {
  if (!/^\w+$/.test(text)) throw notFound();
  return text;
}

const unauthorized = (detail: string) => new Problem(401, 'unauthorized', detail);

function bearer({ headers }: FastifyRequest): string {
  const [, token] = /^Bearer (\S+)$/.exec(headers.authorization ?? '') ?? [];
  if (token === undefined) throw unauthorized('Send the header Authorization: Bearer <token>.');
  return token;
}

/** Returns whether the client has this response. */
function conditional(ifNoneMatch: string | undefined, etag: string): boolean {
  const sent = ifNoneMatch?.split(',').map((tag) => tag.trim().replace(/^W\//, '')) ?? [];
  return sent.includes('*') || sent.includes(etag.slice(2));
}

function summary(ticket: Ticket) {
  return {
    id: ticket.ticket_id,
    type: ticket.type,
    status: ticket.status,
    subject: ticket.subject,
    lastMessagePreview: ticket.last_message_preview,
    lastMessageAt: iso(ticket.last_message_at),
  };
}

function teamSummary(ticket: QueueTicket) {
  const { platform, appVersion, locale } = parseContext(ticket.context);
  const isWaiting = ticket.attention_since !== null && ticket.blocked === 0;
  return {
    ...summary(ticket),
    projectId: ticket.project_id,
    playerId: ticket.player_id,
    userId: ticket.user_id,
    playerBlocked: ticket.blocked === 1,
    attentionSince: isoOrNull(ticket.attention_since),
    dueAt: isWaiting ? iso((ticket.attention_since ?? 0) + (TARGET_MS[ticket.priority] ?? 0)) : null,
    createdAt: iso(ticket.created_at),
    assigneeId: ticket.assignee_id,
    priority: PRIORITIES[ticket.priority],
    tags: tagsOf(ticket),
    platform,
    appVersion,
    locale,
  };
}

const teamMessage = (row: Message, ticketId: string) => ({
  id: row.message_id,
  ticketId,
  authorType: row.author_type,
  visibility: row.internal === 1 ? 'internal' : 'public',
  message: row.message,
  author: row.author_id === null ? null : { id: row.author_id, name: row.author_name },
  createdAt: iso(row.created_at),
  readAt: isoOrNull(row.read_at),
});

const values = (all: readonly (string | null | undefined)[]) =>
  [...new Set(all.filter((one) => one !== null && one !== undefined))].sort();

function refuse(error: Error & { statusCode?: number }, request: FastifyRequest, reply: FastifyReply) {
  const { statusCode = 500, message: detail } = error;
  const [status, code] =
    error instanceof Problem ? [error.status, error.code] : [statusCode, statusCode === 400 ? 'validation' : 'failed'];
  if (status === 500) console.error(error);
  const challenge = request.headers.authorization === undefined ? 'Bearer' : 'Bearer error="invalid_token"';
  if (status === 401) reply.header('www-authenticate', challenge);
  const problem = { type: `/problems/${code}`, title: code, status, detail, instance: request.url.split('?')[0] };
  return reply.code(status).type('application/problem+json; charset=utf-8').send(JSON.stringify(problem));
}

export function plainApp(store: Store, clock = Date.now, tokenMs = 30 * DAY): FastifyInstance {
  const app = Fastify({
    ajv: { customOptions: { coerceTypes: false, removeAdditional: false } },
    // A malformed or very long id in the URL.
    frameworkErrors: (_error, request, reply) => refuse(notFound(), request, reply),
  });
  app.decorateRequest('player').decorateRequest('team');

  // A game sends some requests without a body, but with JSON's content type.
  app.addHook('onRequest', (request, _reply, done) => {
    if (request.headers['content-length'] === '0') delete request.headers['content-type'];
    done();
  });
  app.setNotFoundHandler(() => {
    throw notFound();
  });
  app.setErrorHandler(refuse);

  function valid(session: Session | undefined, publicKey?: string): Session {
    if (session === undefined || clock() >= session.token_expires_at) {
      throw unauthorized('The access token is unknown, was replaced or has expired.');
    }
    if (publicKey !== undefined && publicKey !== session.public_key) {
      throw unauthorized('projectPublicKey is not that of the project of this token.');
    }
    return session;
  }
  async function asPlayer(request: FastifyRequest) {
    request.player = valid(await store.session(sha256(bearer(request))));
  }
  async function asTeam(request: FastifyRequest) {
    const key = await store.apiKey(sha256(bearer(request)), clock());
    if (key === undefined) throw unauthorized('The API key is unknown or has expired.');
    request.team = key;
  }
  const ofPlayer = { onRequest: asPlayer };
  const ofTeam = { onRequest: asTeam };

  function receiptOf(request: FastifyRequest, response: object) {
    const key = request.headers['idempotency-key'] as string | undefined;
    if (key !== undefined && !/^[\x21-\x7e]{1,255}$/.test(key)) {
      throw new Problem(400, 'validation', 'The Idempotency-Key has 1 to 255 visible characters.');
    }
    const bodyHash = key === undefined ? '' : sha256(canonicalJson(request.body));
    const path = request.url;
    return {
      playerId: request.player.player_id,
      path,
      key,
      bodyHash,
      response: JSON.stringify(response),
      now: clock(),
    };
  }

  app.post<{ Body: IdentifyBody }>('/api/v1/player/identify', IDENTIFY, async (request) => {
    const { projectPublicKey, installationId, userId, sessionId, context } = request.body;
    const now = clock();
    const project = await store.project(projectPublicKey);
    if (project === undefined) throw new Problem(404, 'project-unavailable', 'There is no such project.');
    const id = `ply_${createHmac('sha256', project.identity_salt).update(installationId).digest('hex').slice(0, 26)}`;
    const token = `pat_${randomBytes(32).toString('base64url')}`;
    await store.identify({
      playerId: id,
      projectId: project.project_id,
      tokenHash: sha256(token),
      expiresAt: now + tokenMs,
      userId,
      sessionId,
      context: contextOf(context),
      now,
    });
    return { playerId: id, playerAccessToken: token, serverTime: iso(now) };
  });

  app.get<InProject>('/api/v1/player/inbox', async (request, reply) => {
    const now = clock();
    const found = await store.poll(sha256(bearer(request)), now - INBOX_MS);
    const session = valid(found?.session, request.query.projectPublicKey ?? '');
    const messages = (found?.messages ?? []).map((row) => ({
      id: row.message_id,
      readAt: isoOrNull(row.read_at),
      type: row.type,
      ticketId: row.ticket_id,
      title: row.title,
      body: row.body,
      createdAt: iso(row.created_at),
    }));
    const isActive = session.last_message_at !== null && now - session.last_message_at < ACTIVE_MS;
    const delay = isActive ? 15 : session.open_tickets > 0 ? 60 : 300;
    const etag = `W/"${delay}-${hash('sha1', messages.map(({ id, readAt }) => `${id} ${readAt}`).join())}"`;
    reply.header('etag', etag).header('cache-control', 'private, no-cache');
    if (conditional(request.headers['if-none-match'], etag)) return reply.code(304).send();
    // Players who started together must not poll together.
    return { messages, nextPollAfterSeconds: Math.round(delay * (0.8 + 0.4 * Math.random())) };
  });

  app.post<{ Params: { messageId: string } }>('/api/v1/player/inbox/:messageId/read', ofPlayer, async (request) => {
    const readAt = await store.markInboxRead(request.player.player_id, idOf(request.params.messageId), clock());
    if (readAt === undefined) throw notFound();
    return { ok: true, readAt: iso(readAt) };
  });

  app.get<InProject>('/api/v1/player/tickets', ofPlayer, async (request, reply) => {
    valid(request.player, request.query.projectPublicKey ?? '');
    const rows = await store.tickets(request.player.player_id);
    const list = JSON.stringify({ tickets: rows.map((row) => ({ ...summary(row), unreadCount: row.unread_count })) });
    const etag = `W/"${hash('sha1', list)}"`;
    reply.header('etag', etag).header('cache-control', 'private, no-cache');
    if (conditional(request.headers['if-none-match'], etag)) return reply.code(304).send();
    return reply.type('application/json; charset=utf-8').send(list);
  });

  app.get<OfTicket>('/api/v1/tickets/:ticketId', ofPlayer, async (request) => {
    const ticketId = idOf(request.params.ticketId);
    const rows = await store.conversation(request.player.player_id, ticketId);
    const [ticket] = rows;
    if (ticket === undefined) throw notFound();
    if (ticket.unread_count > 0 && request.method === 'GET') {
      await store.markTicketRead(ticketId, rows.at(-1)?.message_id ?? '', clock());
    }
    return {
      id: ticketId,
      type: ticket.type,
      status: ticket.status,
      subject: ticket.subject,
      messages: rows.map((row) => ({
        id: row.message_id,
        authorType: row.author_type,
        message: row.message,
        createdAt: iso(row.created_at),
      })),
    };
  });

  app.post<{ Body: CreateBody }>('/api/v1/tickets', { ...ofPlayer, ...CREATE }, async (request, reply) => {
    const { projectPublicKey, type, subject, message, context } = request.body;
    const { player_id } = valid(request.player, projectPublicKey);
    const now = clock();
    const ticketId = newId('tkt', now);
    const response = await store.createTicket(
      {
        playerId: player_id,
        ticketId,
        messageId: newId('msg', now),
        type,
        subject,
        message,
        preview: preview(message),
        context: contextOf(context),
        now,
      },
      receiptOf(request, { ticketId, status: 'open', createdAt: iso(now) }),
    );
    const created = (JSON.parse(response) as { ticketId: string }).ticketId;
    reply.code(201).header('location', `/api/v1/tickets/${created}`).type('application/json; charset=utf-8');
    return reply.send(response);
  });

  app.post<Writes>('/api/v1/tickets/:ticketId/messages', { ...ofPlayer, ...REPLY }, async (request, reply) => {
    const { message } = request.body;
    const now = clock();
    const messageId = newId('msg', now);
    const response = await store.reply(
      { ticketId: idOf(request.params.ticketId), messageId, message, preview: preview(message), now },
      receiptOf(request, { messageId, status: 'open', createdAt: iso(now) }),
    );
    return reply.type('application/json; charset=utf-8').send(response);
  });

  app.get<{ Querystring: { view?: string; projectId?: string; limit?: string } }>(
    '/api/v1/team/tickets',
    ofTeam,
    async (request) => {
      const { view = 'attention', projectId = null, limit = QUEUE_LIMIT } = request.query;
      if (view !== 'attention') throw new Problem(400, 'validation', 'Only the view attention is there.');
      const tickets = await store.queue(projectId, Math.min(Number(limit), MAX_QUEUE_LIMIT));
      return { tickets: tickets.map(teamSummary) };
    },
  );

  app.get<OfTicket>('/api/v1/team/tickets/:ticketId', ofTeam, async (request) => {
    const found = await store.teamTicket(idOf(request.params.ticketId));
    if (found === undefined) throw notFound();
    const { ticket, messages } = found;
    return {
      ...teamSummary(ticket),
      player: {
        id: ticket.player_id,
        projectId: ticket.project_id,
        userId: ticket.user_id,
        sessionId: ticket.session_id,
        context: parseContext(ticket.player_context),
        blocked: ticket.blocked === 1,
        openTickets: ticket.open_tickets,
        createdAt: iso(ticket.player_created_at),
        lastSeenAt: iso(ticket.last_seen_at),
      },
      context: parseContext(ticket.context),
      messages: messages.map((message) => teamMessage(message, ticket.ticket_id)),
    };
  });

  app.post<Writes>('/api/v1/team/tickets/:ticketId/replies', { ...ofTeam, ...TEAM_REPLY }, async (request, reply) => {
    const ticketId = idOf(request.params.ticketId);
    const { message } = request.body;
    const now = clock();
    const messageId = newId('msg', now);
    await store.teamReply(
      { ticketId, messageId, message, preview: preview(message), now },
      newId('inb', now),
      request.team,
    );
    reply.code(201).header('location', `/api/v1/team/tickets/${ticketId}`);
    return { messageId, status: 'pending', createdAt: iso(now) };
  });

  app.get('/api/v1/team/tickets/counts', ofTeam, async () => {
    const rows = await store.counts();
    const view = (...names: string[]) => {
      const counted = rows.filter(({ status }) => names.includes(status));
      return { count: counted.reduce((sum, { count }) => sum + count, 0) };
    };
    const waiting = rows.filter(({ status }) => status === 'open' || status === 'pending');
    return {
      // Open tickets wait for the team, except blocked players'.
      attention: { count: rows.find(({ status }) => status === 'open')?.unblocked ?? 0 },
      unassigned: { count: waiting.reduce((sum, { unassigned }) => sum + unassigned, 0) },
      open: view('open'),
      pending: view('pending'),
      resolved: view('resolved'),
      closed: view('closed'),
      all: view('open', 'pending', 'resolved', 'closed'),
    };
  });

  app.get('/api/v1/team/tickets/facets', ofTeam, async () => {
    const tickets = await store.facets(FACET_TICKETS);
    const projects = await store.ticketTypes();
    const types = projects.flatMap(({ ticket_types }) => JSON.parse(ticket_types) as { type: string }[]);
    const contexts = [...new Set(tickets.map(({ context }) => context))].map(parseContext);
    return {
      types: values([...types, ...tickets].map(({ type }) => type)),
      platforms: values(contexts.map(({ platform }) => platform)),
      appVersions: values(contexts.map(({ appVersion }) => appVersion)),
      locales: values(contexts.map(({ locale }) => locale)),
      tags: values(tickets.flatMap(tagsOf)),
    };
  });

  return app;
}
