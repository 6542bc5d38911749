import type { Role } from '@player-support/contract/enums';
import type { TeamEvent } from '../../../src/live/hub.ts';
import type { Operation } from '../../../src/operations/operation.ts';
import type { Member, Player, Project } from '../builders.ts';
import type { Engine } from '../databases.ts';
import type { CallOptions, Reply, TestServer } from '../harness.ts';

/** What tests know about an operation. Only the test file of the operation says it. */

/** What a request to the team API is made for. */
export interface TeamGiven {
  readonly server: TestServer;
  /** What the request is about belongs to this project. */
  readonly project: Project;
  /** The member who will send it; undefined if an API key or nobody does. */
  readonly member: Member | undefined;
}

/** What a request to the player API is made for. */
export interface PlayerGiven {
  readonly server: TestServer;
  /** The player who will send it. */
  readonly player: Player;
}

/** A request, except for what the operation declares and who sends it. */
export interface RequestParts {
  /** One value for each `:name` of the operation's path. */
  readonly params?: Readonly<Record<string, string>>;
  /** With its question mark. */
  readonly query?: string;
  readonly body?: object;
  readonly headers?: Readonly<Record<string, string>>;
  /** The id of what the request is about, if other facts need it. */
  readonly about?: string;
  /** Headers of callers who lose their access by this request: their streams must end. */
  readonly ends?: readonly Readonly<Record<string, string>>[];
}

/** Makes what a request needs, new each time, and the request itself. */
export type MakeRequest<Given> = (given: Given) => RequestParts | Promise<RequestParts>;

/** A request that is ready to be sent. */
export interface PreparedRequest extends RequestParts {
  readonly operation: Operation;
  /** Without the query. */
  readonly path: string;
}

/** What a scenario works with. */
export type Attempt<Given> = Given & {
  readonly operation: Operation;
  /** A valid request. */
  prepare(): Promise<PreparedRequest>;
  /** Sends it as a caller who may do everything, unless other options are given. */
  send(request: PreparedRequest, options?: CallOptions): Promise<Reply>;
};

/** Makes an operation respond with a status. */
export type Scenario<Given> = (attempt: Attempt<Given>) => Promise<Reply>;

/** The engines differ where SQLite reads before it writes, which costs no round trip. */
export type StatementCount = number | Readonly<Record<Engine, number>>;

/** How many SQL statements requests send. Authentication, BEGIN and COMMIT do not count. */
export interface StatementCounts<Given> {
  /** Of the valid request. */
  readonly usual: StatementCount;
  /** Of other requests, by what is different about them. */
  readonly cases?: Readonly<Record<string, readonly [StatementCount, MakeRequest<Given>]>>;
}

export interface OperationFacts<Given> {
  readonly operation: Operation;
  /** A valid request. Put `HIDDEN` where people write texts or secrets. */
  readonly request: MakeRequest<Given>;
  /** One scenario for each status that the operation declares. */
  readonly statuses: Readonly<Record<number, Scenario<Given>>>;
  readonly statements: StatementCounts<Given>;
  /** What the change feed says to other members after the valid request; empty: nothing. */
  readonly changeFeed:
    | readonly TeamEvent[]
    | ((sent: PreparedRequest & Given & { readonly reply: Reply }) => readonly TeamEvent[]);
}

/**
 * What happens to a request about a project that the caller may not enter.
 *
 * - a status: it is refused with this status
 * - `hidden`: it succeeds, but neither shows nor changes anything of that project
 * - `no project`: the operation is about no project
 * - `all projects`: 403 for callers who may not enter all projects
 * - `own account`: it is about the member who calls; API keys get 401
 */
export type Elsewhere = 400 | 403 | 404 | 'hidden' | 'no project' | 'all projects' | 'own account';

export interface TeamFacts extends OperationFacts<TeamGiven> {
  /** `public`: it asks for no credentials. */
  readonly access: 'public' | { readonly role: Role; readonly elsewhere: Elsewhere };
  /** Whether the valid request leaves an entry in the audit log. */
  readonly audited: boolean;
}

export type PlayerFacts = OperationFacts<PlayerGiven>;
