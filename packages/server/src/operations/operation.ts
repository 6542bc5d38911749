import type { Readable } from 'node:stream';
import type { Role } from '@player-support/contract/enums';
import type { Static, TSchema } from 'typebox';
import type { MemberCaller, Player, TeamCaller } from '../http/authenticate.ts';
import type { EVENT_STREAM } from '../http/event-stream.ts';
import type { Transport } from '../http/session-cookie.ts';
import type { LimitName } from '../limits/limits.ts';
import type { Sheddable } from '../limits/load.ts';
import type { PlayerSession } from '../store/players.ts';
import type { Service } from './service.ts';

/** `team`: a member by its session or an API key; `member`: only the former. */
export type Auth = 'none' | 'player' | 'team' | 'member';
interface Callers {
  none: undefined;
  player: Player;
  team: TeamCaller;
  member: MemberCaller;
}

/** One request, as far as its handler needs to know it. */
export interface Call<A extends Auth = Auth, Body = unknown> {
  /** The id of the operation. */
  readonly operation: string;
  readonly caller: Callers[A];
  readonly body: Body;
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, unknown>>;
  readonly idempotencyKey: string | undefined;
  /** The If-None-Match header. */
  readonly known: string | undefined;
  /** A HEAD request is answered like a GET and must change nothing. */
  readonly head: boolean;
  readonly now: number;
  /** The Last-Event-ID header, of whom a stream of events broke off for. */
  readonly lastEventId: string | undefined;
  /** Looks again at who calls a team operation. @throws AppError `unauthorized` */
  readonly reauthenticate: () => Promise<TeamCaller>;
  /** Where the request came from, for what a member signs in by. */
  readonly client: () => { readonly address: string; readonly transport: Transport };
}

export interface Answer {
  readonly status: 200 | 201 | 204;
  /** Sent as JSON; a string is JSON already. */
  readonly body?: object | string;
  /** Server-sent events, instead of a body. */
  readonly events?: Readable;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface Operation<A extends Auth = Auth, Body extends TSchema = TSchema> {
  /** Its name in the specification, the OpenAPI document and the metrics. */
  readonly id: string;
  readonly summary: string;
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** Path parameters as `:name`. */
  readonly url: string;
  readonly auth: A;
  /** The least role that may do it; every operation of the team has one. */
  readonly role?: Role;
  /** Refused to API keys with 403: a person must decide it. */
  readonly membersOnly?: boolean;
  /** Begins a session: refused where another site's page asks for it. */
  readonly signsIn?: boolean;
  /** Limits that count every request of a player. */
  readonly limits?: readonly LimitName[];
  /** A limit that counts every request of an address. */
  readonly addressLimit?: LimitName;
  /** Refused while the server is overloaded, before anything is done for it. */
  readonly sheds?: Sheddable;
  readonly body?: Body;
  /** What the query may hold. A team operation refuses what does not fit with 400; players' queries are checked by hand. */
  readonly query?: TSchema;
  /**
   * How the row of the calling player is read; by itself unless this reads more with it, in one statement. What it reads
   * is kept with the caller's session once the token proved right.
   */
  readonly readSession?: (
    playerId: string,
    query: Call['query'],
    service: Service,
    now: number,
  ) => Promise<PlayerSession | undefined>;
  /** The query's projectPublicKey must be that of the token's project; anything else is a 401. */
  readonly projectInQuery?: boolean;
  /** Takes an Idempotency-Key. */
  readonly idempotent?: boolean;
  readonly success: {
    readonly status: Answer['status'];
    readonly schema?: TSchema;
    /** JSON, where it is absent. */
    readonly type?: typeof EVENT_STREAM;
  };
  /** Statuses of failures, with their schema where it is not that of every operation. */
  readonly failures: Readonly<Record<number, TSchema>>;
  handle(call: Call<A, Static<Body>>, service: Service): Promise<Answer>;
}

/** Declares an operation: all that the routes, the checks, the OpenAPI document and the tests know of it. */
export function operation<A extends Auth, Body extends TSchema = TSchema>(
  definition: Operation<A, Body>,
): Operation<A, Body> {
  return definition;
}
