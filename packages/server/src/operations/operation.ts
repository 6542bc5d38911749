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

/** Server-sent events. */
export const EVENT_STREAM = 'text/event-stream';
/** JSON lines: one value on each line. */
export const NDJSON = 'application/x-ndjson';
/** Its own media type, which is in its headers, follows from its bytes. */
export const FILE = 'application/octet-stream';

/** A part of a file, in the tus protocol. */
export const FILE_PART = 'application/offset+octet-stream';

/** Who may call. `team`: a member with a session, or an API key. `member`: no API key. */
export type Auth = 'none' | 'player' | 'team' | 'member';
interface Callers {
  none: undefined;
  player: Player;
  team: TeamCaller;
  member: MemberCaller;
}

/** The `:name` parts of a URL. */
type ParamNames<Url extends string> = Url extends `${string}:${infer Rest}`
  ? Rest extends `${infer Name}/${infer Tail}`
    ? Name | ParamNames<Tail>
    : Rest
  : never;

export type Params<Url extends string> = { readonly [Name in ParamNames<Url>]: string };

/**
 * Team operations refuse other queries. The player API ignores wrong values, so they can be
 * anything.
 */
type Query<A extends Auth, Schema extends TSchema> = A extends 'player'
  ? { readonly [Name in keyof Static<Schema>]?: unknown }
  : Readonly<Static<Schema>>;

/**
 * `secure`: over TLS, to this server or a trusted proxy. `local`: from this machine. `plain`: over
 * a network, so others could read a session: not allowed.
 */
export type Transport = 'secure' | 'local' | 'plain';

/** Where a request came from, and what its browser sent by itself. */
export interface Client {
  readonly address: string;
  readonly transport: Transport;
  /** As requested, such as `https://support.example.com`. */
  readonly origin: string;
  readonly userAgent: string | undefined;
  /** From the cookie. It may be invalid. */
  readonly session: string | undefined;
  /** From the cookie. It may be invalid. */
  readonly browser: string | undefined;
}

export interface Call<A extends Auth = Auth, Body = unknown, Params = unknown, Query = unknown, Data = unknown> {
  /** Of the operation. */
  readonly operation: string;
  readonly caller: Callers[A];
  readonly body: Body;
  /** With its empty texts, to recognize a repeated request. */
  readonly sentBody: unknown;
  readonly params: Params;
  readonly query: Query;
  /** From the operation's `readWithSession`. */
  readonly data: Data;
  readonly idempotencyKey: string | undefined;
  readonly ifNoneMatch: string | undefined;
  /** A HEAD request gets the headers of a GET, and must change nothing. */
  readonly head: boolean;
  /** When the request was authenticated, in milliseconds since 1970. */
  readonly now: number;
  /** Returns now, in milliseconds since 1970. */
  readonly clock: () => number;
  /** The Last-Event-ID header: the last received event. */
  readonly lastEventId: string | undefined;
  /** Authenticates the team caller again. Throws AppError `unauthorized`. */
  readonly reauthenticate: () => Promise<TeamCaller>;
  /** Returns the body. Only with `takesFile`. */
  readonly file: () => IncomingFile;
  /** Returns the tus headers. */
  readonly uploadHeaders: () => Readonly<Record<string, string>>;
  readonly client: () => Client;
  /** Returns the origin, for the audit log. */
  readonly origin: () => Origin;
}

/** A player's request while it is authenticated. The token is not checked yet. */
export interface ReadRequest<Query = unknown, Params = unknown> {
  readonly caller: UncheckedCaller;
  readonly params: Params;
  readonly query: Query;
  readonly now: number;
}

export interface PlayerRead<Data = unknown> {
  /** The token is checked against this session. */
  readonly session: PlayerSession;
  /** The handler gets it if the token is valid. */
  readonly data: Data;
}

export interface Success {
  readonly status: 200 | 201 | 204;
  readonly schema?: TSchema;
  /** JSON if absent. */
  readonly type?: typeof EVENT_STREAM | typeof NDJSON | typeof FILE;
}

export interface OperationResponse {
  readonly status: Success['status'];
  /** JSON. A string or a Buffer is JSON already. A stream has the type of `success`. */
  readonly body?: object | string;
  readonly headers?: Readonly<Record<string, string | string[]>>;
}

export type ResponseOf<S extends Success> = Pick<OperationResponse, 'headers'> & {
  readonly status: S['status'];
} & (S extends { readonly type: string }
    ? { readonly body?: Readable }
    : S extends { readonly schema: infer Schema extends TSchema }
      ? { readonly body: Static<Schema> | JsonText<Static<Schema>> | JsonBytes<Static<Schema>> }
      : unknown);

/** Answers a request that created what is at `location`. */
export const created = <Body>(location: string, body: Body) => ({ status: 201, body, headers: { location } }) as const;

/** For routes, checks, OpenAPI documents and tests. */
export interface Operation {
  /** In the specification, the OpenAPI document and the metrics. */
  readonly id: string;
  /** Its resource. The OpenAPI documents group by it. */
  readonly tag: Tag;
  /** In a few words. */
  readonly summary: string;
  /** What else a client must know. */
  readonly description?: string;
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Path parameters as `:name`. */
  readonly url: string;
  readonly auth: Auth;
  /** The lowest role. Required for members or API keys. */
  readonly role?: Role;
  /** The lowest role of an API key, if higher than a member's. */
  readonly keyRole?: Role;
  /** API keys get 403: only a person may do it. */
  readonly membersOnly?: boolean;
  /** For members who must set up a second factor first. */
  readonly withoutFactor?: boolean;
  /** Starts a session. Refused for pages of other sites. */
  readonly signsIn?: boolean;
  /** Needs no session, but is refused for pages of other sites. */
  readonly ownPagesOnly?: boolean;
  /** Limits that count each request of a player. */
  readonly limits?: readonly LimitName[];
  /** It stores nothing, so the limit `teamWrite` does not count it. */
  readonly storesNothing?: boolean;
  /** For another service or a slow client: it limits itself. */
  readonly waitsForOthers?: boolean;
  /** It counts every request of an address. */
  readonly addressLimit?: LimitName;
  /** Refused under overload, before any work. */
  readonly sheds?: Sheddable;
  readonly body?: TSchema;
  /** Streamed instead of JSON, with its own limit. */
  readonly takesFile?: boolean | typeof FILE_PART;
  /** Of the tus protocol, with `Tus-Resumable`. */
  readonly tusHeaders?: readonly ('Upload-Length' | 'Upload-Metadata' | 'Upload-Offset')[];
  readonly query?: TSchema;
  /**
   * Reads session and data in one statement, so that the handler reads nothing. Undefined: no such
   * player.
   */
  readWithSession?(request: ReadRequest, context: Context): Promise<PlayerRead | undefined>;
  /** It calls `record`. */
  readonly audited?: boolean;
  readonly idempotent?: boolean;
  readonly success: Success;
  /** By status. */
  readonly failures: Readonly<Record<number, TSchema>>;
  /** Besides the context. */
  readonly needs?: readonly Need[];
  handle(call: Call, context: Context): Promise<OperationResponse>;
}

/** With a handler typed by URL and schemas. */
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
  /** That do not follow from the other properties. */
  readonly failures?: readonly number[];
  /** Of failures that are not plain problem details. */
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

/** Whether it is of the team API, also if it needs no caller, such as SignIn. */
export const isInTeamApi = ({ url }: Pick<Operation, 'url'>): boolean => url.startsWith('/api/v1/team/');

/** The statuses that follow from the other properties. */
function usualFailures(definition: Omit<Operation, 'failures'>): number[] {
  const { url, auth, body, takesFile, query, idempotent, signsIn = false, ownPagesOnly = false } = definition;
  const needsTeam = auth === 'team' || auth === 'member';
  return [
    ...(body !== undefined || takesFile || idempotent || (query !== undefined && auth !== 'player') ? [400] : []),
    ...(auth !== 'none' || signsIn ? [401] : []),
    // The role is too low, the second factor is missing, or another site's page sends it.
    ...(signsIn || ownPagesOnly || needsTeam ? [403] : []),
    ...(url.includes(':') ? [404] : []),
    ...(idempotent ? [409] : []),
    429,
  ];
}

/** Declares an operation. Of its failures, only a 400 names fields. */
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
  const validation = isInTeamApi(definition) ? TeamValidationProblem : ValidationProblemDetails;
  const schemas = statuses.map((status) => [status, status === 400 ? validation : ProblemDetails]);
  return { ...definition, failures: { ...Object.fromEntries(schemas), ...failureSchemas } };
}
