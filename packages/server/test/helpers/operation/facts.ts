import type { Role } from '@player-support/contract/enums';
import type { TeamEvent } from '../../../src/live/hub.ts';
import type { Operation } from '../../../src/operations/operation.ts';
import type { Member, Player, Project } from '../builders.ts';
import type { CallOptions, Reply } from '../call.ts';
import type { Engine } from '../databases.ts';
import type { TestServer } from '../harness.ts';

/** Only the operation's test file has these facts. */

export interface TeamGiven {
  readonly server: TestServer;
  /** Of everything in the request. */
  readonly project: Project;
  /** Undefined for an API key or a public request. */
  readonly member: Member | undefined;
}

export interface PlayerGiven {
  readonly server: TestServer;
  readonly player: Player;
}

/** Without what the operation declares, and the sender. */
export interface RequestParts {
  /** One value for each `:name` of the path. */
  readonly params?: Readonly<Record<string, string>>;
  /** With the question mark. */
  readonly query?: string;
  readonly body?: object;
  /** Bytes, for an operation that takes a file. */
  readonly raw?: Uint8Array<ArrayBuffer>;
  readonly headers?: Readonly<Record<string, string>>;
  /** The id of the request's thing, if other facts need it. */
  readonly about?: string;
  /** Headers of callers whose access this request ends. Their streams must end. */
  readonly ends?: readonly Readonly<Record<string, string>>[];
}

/** Creates what a request needs, each time. */
export type MakeRequest<Given> = (given: Given) => RequestParts | Promise<RequestParts>;

export interface PreparedRequest extends RequestParts {
  readonly operation: Operation;
  readonly path: string;
}

export type Attempt<Given> = Given & {
  readonly operation: Operation;
  prepare(): Promise<PreparedRequest>;
  /** Sends a request, by default as a caller who may do everything. */
  send(request: PreparedRequest, options?: CallOptions): Promise<Reply>;
};

/** Makes an operation respond with a status. */
export type Scenario<Given> = (attempt: Attempt<Given>) => Promise<Reply>;

/** Per engine: PostgreSQL can write several tables in one statement. */
export type StatementCount = number | Readonly<Record<Engine, number>>;

/** Without separate statements for authentication, BEGIN and COMMIT. */
export interface StatementCounts<Given> {
  /** Of the valid request. */
  readonly usual: StatementCount;
  /** Of other requests, by their difference. */
  readonly cases?: Readonly<Record<string, readonly [StatementCount, MakeRequest<Given>]>>;
}

export interface OperationFacts<Given> {
  readonly operation: Operation;
  /** Valid. `HIDDEN` goes where people write texts or secrets. */
  readonly request: MakeRequest<Given>;
  /** One for each declared status. */
  readonly statuses: Readonly<Record<number, Scenario<Given>>>;
  readonly statements: StatementCounts<Given>;
  /** To other members, after the valid request. */
  readonly changeFeed:
    | readonly TeamEvent[]
    | ((sent: PreparedRequest & Given & { readonly reply: Reply }) => readonly TeamEvent[]);
}

/**
 * In a project closed to the caller. A status: refused. `hidden`: succeeds, touches nothing there.
 * `all projects`: 403 without access to all. `own account`: 401 for keys.
 */
export type Elsewhere = 400 | 403 | 404 | 'hidden' | 'no project' | 'all projects' | 'own account';

export interface TeamFacts extends OperationFacts<TeamGiven> {
  /** `public`: without credentials. */
  readonly access: 'public' | { readonly role: Role; readonly keyRole?: Role; readonly elsewhere: Elsewhere };
}

export type PlayerFacts = OperationFacts<PlayerGiven>;

/**
 * A test file writes only what it adds to the usual scenarios (`scenarios.ts`). A read's change
 * feed is empty.
 */
export type Written<Facts extends { operation: unknown; statuses: unknown; changeFeed: unknown }> = Omit<
  Facts,
  'operation' | 'statuses' | 'changeFeed'
> &
  Partial<Pick<Facts, 'statuses' | 'changeFeed'>>;
