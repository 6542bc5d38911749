import type { Attachments } from '../attachments/attachments.ts';
import type { Config } from '../config/config.ts';
import type { ConcurrencyLimiter } from '../limits/concurrency-limiter.ts';
import type { Downloads } from '../limits/downloads.ts';
import type { ExpensiveReads } from '../limits/expensive-reads.ts';
import type { Load } from '../limits/load.ts';
import type { RateLimits } from '../limits/rate-limiter.ts';
import type { ValidCredentials } from '../limits/valid-credentials.ts';
import type { Live } from '../live/live.ts';
import type { Notifier } from '../notifications/notification-sender.ts';
import type { IdentityTokens } from '../player/identity-tokens.ts';
import type { TokenTags } from '../player/token-tags.ts';
import type { ProjectCache } from '../store/project-cache.ts';
import type { PublicIssues } from '../store/public-issues.ts';
import type { Store } from '../store/store.ts';
import type { FormCache } from '../store/ticket-forms.ts';
import type { RefusedRequests } from '../team/audit/refused-requests.ts';
import type { ProjectWords } from '../team/known-issues/project-words.ts';
import type { LastUse } from '../team/last-use.ts';
import type { SingleSignOn } from '../team/oidc/single-sign-on.ts';
import type { PlayerData } from '../team/player-data/player-data.ts';
import type { Passwords } from '../team/session/passwords.ts';
import type { ActivePlayers } from '../watch/active-players.ts';
import type { Baselines } from '../watch/baselines.ts';
import type { StormWatch } from '../watch/storm-watch.ts';

/** What the handlers of operations use. Each application has one. */
export interface Service {
  readonly config: Config;
  readonly store: Store;
  /** Milliseconds since 1970. */
  readonly clock: () => number;
  readonly projectCache: ProjectCache;
  readonly forms: FormCache;
  readonly publicIssues: PublicIssues;
  readonly limits: RateLimits;
  readonly tokenTags: TokenTags;
  /** Checks the tokens of the studios' backends. */
  readonly identityTokens: IdentityTokens;
  /** Team credentials that were valid recently. */
  readonly validCredentials: ValidCredentials;
  /** Limits, per address, the refusals that need no look-up. */
  readonly refusals: ConcurrencyLimiter;
  /** Limits the credential look-ups of an address that sent invalid credentials. */
  readonly lookups: ConcurrencyLimiter;
  /** Limits the reads of each player. */
  readonly playerReads: ConcurrencyLimiter;
  /** Limits the requests of each member or API key. */
  readonly teamRequests: ConcurrencyLimiter;
  /** Limits the time of each member's or API key's counts, searches, news and long lists. */
  readonly expensiveReads: ExpensiveReads;
  /** What suggestions of known issues compare. */
  readonly projectWords: ProjectWords;
  /** Sends exports. */
  readonly downloads: Downloads;
  readonly passwords: Passwords;
  /** Undefined: this server does not accept files. */
  readonly attachments: Attachments | undefined;
  /** Undefined: members sign in only here. */
  readonly oidc: SingleSignOn | undefined;
  readonly lastUse: LastUse;
  readonly refusedRequests: RefusedRequests;
  readonly notifier: Notifier;
  readonly playerData: PlayerData;
  /** Notices when new players write far more than usual. */
  readonly stormWatch: StormWatch;
  /** Counts the active players of each hour for the build radar. */
  readonly activePlayers: ActivePlayers;
  /** What is usual in each project, for the build radar. */
  readonly baselines: Baselines;
  readonly load: Load;
  readonly live: Live;
  /** Whether the server is shutting down. Each connection then ends after its response. */
  readonly closing: () => boolean;
}
