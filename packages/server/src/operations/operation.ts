import type { Readable } from 'node:stream';
import type { Role } from '@player-support/contract/enums';
import { ProblemDetails, TeamValidationProblem, ValidationProblemDetails } from '@player-support/contract/problem';
import type { Static, TSchema } from 'typebox';
import type { IncomingFile } from '../attachments/attachments.ts';
import type { LimitName } from '../config/limits.ts';
import type { Sheddable } from '../limits/load.ts';
import type { PlayerSession, UncheckedCaller } from '../store/player-reads.ts';
import type { Origin } from './audited.ts';
import type { MemberCaller, Player, TeamCaller } from './callers.ts';
import type { Context, ContextWith, Need } from './context.ts';
import type { JsonBytes, JsonText } from './json-text.ts';
import type { Tag } from './tags.ts';

/** The media type of server-sent events. */
export const EVENT_STREAM = 'text/event-stream';
/** The media type of JSON lines: one JSON value on each line. */
export const NDJSON = 'application/x-ndjson';
/** A file. Its own media type follows from its bytes. */
export const FILE = 'application/octet-stream';

/** A part of a file, in the tus protocol. */
export const FILE_PART = 'application/offset+octet-stream';

/** Who may call. `team`: a member, by its session, or an API key. `member`: no API key. */
export type Auth = 'none' | 'player' | 'team' | 'member';
interface Callers {
  none: undefined;
  player: Player;
  team: TeamCaller;
  member: MemberCaller;
}

/** The names of the `:name` parts of a URL. */
type ParamNames<Url extends string> = Url extends `${string}:${infer Rest}`
  ? Rest extends `${infer Name}/${infer Tail}`
    ? Name | ParamNames<Tail>
    : Rest
  : never;

/** The path parameters of an operation with this URL. */
export type Params<Url extends string> = { readonly [Name in ParamNames<Url>]: string };

/**
 * The query of an operation. A team operation refuses a query that does not match its schema.
 * The player API ignores values that do not match, so there a value can be anything.
 */
type Query<A extends Auth, Schema extends TSchema> = A extends 'player'
  ? { readonly [Name in keyof Static<Schema>]?: unknown }
  : Readonly<Static<Schema>>;

/**
 * How a request arrived. `secure`: over TLS, to this server or a trusted proxy. `local`: without
 * TLS from this machine, for example in development. `plain`: without TLS over a network, where
 * others could read the session. A `plain` request cannot have a session.
 */
export type Transport = 'secure' | 'local' | 'plain';

/** Where a request came from, and what its browser sent by itself. */
export interface Client {
  readonly address: string;
  readonly transport: Transport;
  /** The origin that the client asked, such as `https://support.example.com`. */
  readonly origin: string;
  readonly userAgent: string | undefined;
  /** The secret in the session cookie. It may be invalid. */
  readonly session: string | undefined;
  /** The secret in the cookie of the browser. It may be invalid. */
  readonly browser: string | undefined;
}

/** One request, as its handler gets it. */
export interface Call<A extends Auth = Auth, Body = unknown, Params = unknown, Query = unknown, Data = unknown> {
  /** The id of the operation. */
  readonly operation: string;
  readonly caller: Callers[A];
  readonly body: Body;
  readonly params: Params;
  readonly query: Query;
  /** What the operation's `readWithSession` returned. */
  readonly data: Data;
  readonly idempotencyKey: string | undefined;
  /** The If-None-Match header. */
  readonly ifNoneMatch: string | undefined;
  /** A HEAD request gets the headers of a GET, and must change nothing. */
  readonly head: boolean;
  /** When the request was authenticated, in milliseconds since 1970. */
  readonly now: number;
  /** The present, in milliseconds since 1970. */
  readonly clock: () => number;
  /** The Last-Event-ID header: the last event that the client received. */
  readonly lastEventId: string | undefined;
  /** Authenticates the caller of a team operation again. @throws AppError `unauthorized` */
  readonly reauthenticate: () => Promise<TeamCaller>;
  /** The body of an operation with `takesFile`. */
  readonly file: () => IncomingFile;
  /** The headers of the tus protocol. */
  readonly uploadHeaders: () => Readonly<Record<string, string>>;
  /** Where the request came from. */
  readonly client: () => Client;
  /** Where the request came from, for the audit log. */
  readonly origin: () => Origin;
}

/** A player's request while it is authenticated. The token is not checked yet. */
export interface ReadRequest<Query = unknown, Params = unknown> {
  readonly caller: UncheckedCaller;
  readonly params: Params;
  readonly query: Query;
  readonly now: number;
}

/** The result of `readWithSession`. */
export interface PlayerRead<Data = unknown> {
  /** The token is checked against this session. */
  readonly session: PlayerSession;
  /** The handler gets it if the token is valid. */
  readonly data: Data;
}

/** How an operation responds when it succeeds. */
export interface Success {
  readonly status: 200 | 201 | 204;
  readonly schema?: TSchema;
  /** JSON if absent. */
  readonly type?: typeof EVENT_STREAM | typeof NDJSON | typeof FILE;
}

/** What a handler returns. */
export interface OperationResponse {
  readonly status: Success['status'];
  /** Sent as JSON. A string or a Buffer is JSON already. */
  readonly body?: object | string;
  /** Server-sent events, instead of a body. */
  readonly events?: Readable;
  /** JSON lines, instead of a body. */
  readonly lines?: Readable;
  /** The bytes of a file, instead of a body. Its media type is in `headers`. */
  readonly file?: Readable;
  readonly headers?: Readonly<Record<string, string | string[]>>;
}

/** The type of the response for a declared success. */
export type ResponseOf<S extends Success> = Pick<OperationResponse, 'headers'> & {
  readonly status: S['status'];
} & (S extends { readonly type: typeof EVENT_STREAM }
    ? Pick<OperationResponse, 'events'>
    : S extends { readonly type: typeof NDJSON }
      ? Pick<OperationResponse, 'lines'>
      : S extends { readonly type: typeof FILE }
        ? Pick<OperationResponse, 'file'>
        : S extends { readonly schema: infer Schema extends TSchema }
          ? { readonly body: Static<Schema> | JsonText<Static<Schema>> | JsonBytes<Static<Schema>> }
          : unknown);

/** Declares an operation for the routes, the checks, the OpenAPI documents and the tests. */
export interface Operation {
  /** Its name in the specification, the OpenAPI document and the metrics. */
  readonly id: string;
  /** Its resource. The OpenAPI documents group operations by it. */
  readonly tag: Tag;
  /** What it does, in a few words. */
  readonly summary: string;
  /** What else a client must know. */
  readonly description?: string;
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Path parameters as `:name`. */
  readonly url: string;
  readonly auth: Auth;
  /** The lowest role that may do it. Every operation for members or API keys has one. */
  readonly role?: Role;
  /** The lowest role of an API key, if it is higher than that of a member. */
  readonly keyRole?: Role;
  /** API keys get 403: only a person may do it. */
  readonly membersOnly?: boolean;
  /** Allowed for members who have to set up a second factor first. */
  readonly withoutFactor?: boolean;
  /** Starts a session. Refused if a page of another site sends the request. */
  readonly signsIn?: boolean;
  /** Needs no session, but is refused if a page of another site sends it. */
  readonly ownPagesOnly?: boolean;
  /** Limits that count every request of a player. */
  readonly limits?: readonly LimitName[];
  /** Stores nothing, although its method is not GET. So it does not count as a write of the team. */
  readonly storesNothing?: boolean;
  /**
   * Waits for a service of others, or for a slow client. So it does not count as a running request
   * of its caller, and limits itself how many of them run.
   */
  readonly waitsForOthers?: boolean;
  /** A limit that counts every request of an address. */
  readonly addressLimit?: LimitName;
  /** Refused under overload, before any work is done for it. */
  readonly sheds?: Sheddable;
  readonly body?: TSchema;
  /** The body is a file instead of JSON. It is streamed, and has a limit of its own. */
  readonly takesFile?: boolean | typeof FILE_PART;
  /** Headers of the tus protocol that a request must or can have, with `Tus-Resumable`. */
  readonly tusHeaders?: readonly ('Upload-Length' | 'Upload-Metadata' | 'Upload-Offset')[];
  readonly query?: TSchema;
  /**
   * Reads the player's session and the data for the handler, in one statement. The handler then
   * reads nothing. Without it, only the session is read. Returns undefined if there is no such
   * player.
   */
  readWithSession?(request: ReadRequest, context: Context): Promise<PlayerRead | undefined>;
  /** Leaves an entry in the audit log, so it calls `record`. */
  readonly audited?: boolean;
  /** Takes an Idempotency-Key. */
  readonly idempotent?: boolean;
  readonly success: Success;
  /** The statuses of failures with their schemas. */
  readonly failures: Readonly<Record<number, TSchema>>;
  /** What its functions get besides the context. */
  readonly needs?: readonly Need[];
  handle(call: Call, context: Context): Promise<OperationResponse>;
}

/** An operation whose handler is typed by its URL and schemas. */
interface Definition<
  A extends Auth,
  Url extends string,
  Body extends TSchema,
  Q extends TSchema,
  S extends Success,
  Data,
  Name extends Need,
> extends Omit<Operation, 'failures'> {
  readonly url: Url;
  readonly auth: A;
  readonly body?: Body;
  readonly query?: Q;
  readonly success: S;
  readonly needs?: readonly Name[];
  /** The statuses of failures that do not follow from the other properties. */
  readonly failures?: readonly number[];
  /** The schemas of failures that are not plain problem details. */
  readonly failureSchemas?: Operation['failures'];
  readWithSession?(
    request: ReadRequest<Query<A, Q>, Params<Url>>,
    context: ContextWith<Name>,
  ): Promise<PlayerRead<Data> | undefined>;
  handle(
    call: Call<A, Static<Body>, Params<Url>, Query<A, Q>, Data>,
    context: ContextWith<Name>,
  ): Promise<ResponseOf<S>>;
}

/** Whether it belongs to the team API, also if it needs no caller, such as SignIn. */
export const isOfTeam = ({ url }: Pick<Operation, 'url'>): boolean => url.startsWith('/api/v1/team/');

/** The statuses of the failures that follow from the other properties of an operation. */
function usualFailures(definition: Omit<Operation, 'failures'>): number[] {
  const { url, auth, body, takesFile, query, idempotent, signsIn = false, ownPagesOnly = false } = definition;
  const isOfTeam = auth === 'team' || auth === 'member';
  return [
    ...(body !== undefined || takesFile || idempotent || (query !== undefined && auth !== 'player') ? [400] : []),
    ...(auth !== 'none' || signsIn ? [401] : []),
    // The role is too low, the second factor is missing, or a page of another site sends it.
    ...(signsIn || ownPagesOnly || isOfTeam ? [403] : []),
    ...(url.includes(':') ? [404] : []),
    ...(idempotent ? [409] : []),
    429,
  ];
}

/** Declares an operation. Of its failures, only a 400 says what is wrong in each field. */
export function operation<
  A extends Auth,
  Url extends string,
  S extends Success,
  Body extends TSchema = TSchema,
  Q extends TSchema = TSchema,
  Data = undefined,
  Name extends Need = never,
>({ failures = [], failureSchemas, ...definition }: Definition<A, Url, Body, Q, S, Data, Name>): Operation {
  const statuses = [...usualFailures(definition), ...failures];
  const validation = isOfTeam(definition) ? TeamValidationProblem : ValidationProblemDetails;
  const schemas = statuses.map((status) => [status, status === 400 ? validation : ProblemDetails]);
  return { ...definition, failures: { ...Object.fromEntries(schemas), ...failureSchemas } };
}
