import type { Role } from '@player-support/contract/enums';
import type { TeamEvent } from '../../../src/live/hub.ts';
import type { Operation } from '../../../src/operations/operation.ts';
import type { Member, Player, Project } from '../builders.ts';
import type { CallOptions, Reply } from '../call.ts';
import type { Engine } from '../databases.ts';
import type { TestServer } from '../harness.ts';

/** Facts about an operation for the tests. Only the test file of the operation has them. */

/** What a request to the team API is made for. */
export interface TeamGiven {
  readonly server: TestServer;
  /** The project of everything that the request is about. */
  readonly project: Project;
  /** The member who sends it; undefined for an API key or a public request. */
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
  /** With the question mark. */
  readonly query?: string;
  readonly body?: object;
  /** The bytes of an operation that takes a file, instead of `body`. */
  readonly raw?: Uint8Array<ArrayBuffer>;
  readonly headers?: Readonly<Record<string, string>>;
  /** The id of what the request is about, if other facts need it. */
  readonly about?: string;
  /** Headers of callers who lose their access by this request: their streams must end. */
  readonly ends?: readonly Readonly<Record<string, string>>[];
}

/** Creates what a request needs, and the request itself, each time. */
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
  /** Sends a request, by default as a caller who may do everything. */
  send(request: PreparedRequest, options?: CallOptions): Promise<Reply>;
};

/** Makes an operation respond with a status. */
export type Scenario<Given> = (attempt: Attempt<Given>) => Promise<Reply>;

/**
 * Per engine: PostgreSQL can write to several tables in one statement, SQLite can read first at no
 * cost.
 */
export type StatementCount = number | Readonly<Record<Engine, number>>;

/**
 * How many SQL statements requests send. Separate statements for authentication, BEGIN and COMMIT
 * do not count.
 */
export interface StatementCounts<Given> {
  /** Of the valid request. */
  readonly usual: StatementCount;
  /** Of other requests, by how they differ. */
  readonly cases?: Readonly<Record<string, readonly [StatementCount, MakeRequest<Given>]>>;
}

export interface OperationFacts<Given> {
  readonly operation: Operation;
  /** A valid request. Put `HIDDEN` where people write texts or secrets. */
  readonly request: MakeRequest<Given>;
  /** One scenario for each status that the operation declares. */
  readonly statuses: Readonly<Record<number, Scenario<Given>>>;
  readonly statements: StatementCounts<Given>;
  /** What the change feed sends to other members after the valid request. */
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
  /** `public`: it needs no credentials. */
  readonly access: 'public' | { readonly role: Role; readonly keyRole?: Role; readonly elsewhere: Elsewhere };
}

export type PlayerFacts = OperationFacts<PlayerGiven>;

/**
 * What a test file says about its operation. Usual scenarios follow from the definition
 * (`scenarios.ts`), and a read has an empty change feed: only the rest is written.
 */
export type Written<Facts extends { operation: unknown; statuses: unknown; changeFeed: unknown }> = Omit<
  Facts,
  'operation' | 'statuses' | 'changeFeed'
> &
  Partial<Pick<Facts, 'statuses' | 'changeFeed'>>;
