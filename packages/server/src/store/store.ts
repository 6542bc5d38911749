import { announcements } from './announcements.ts';
import { apiKeys } from './api-keys.ts';
import { attachments } from './attachments.ts';
import { audiencePlayers } from './audience-players.ts';
import { audit } from './audit.ts';
import { auditStreams } from './audit-streams.ts';
import type { Bus } from './bus.ts';
import type { Database, Executor, TransactionExecutor, WriteTimes } from './database.ts';
import { databaseFile } from './database-url.ts';
import { deliveries } from './deliveries.ts';
import { fixQuestions } from './fix-questions.ts';
import { heldTickets } from './held-tickets.ts';
import { idempotency } from './idempotency.ts';
import { inbox } from './inbox.ts';
import { createInboxTimes, type InboxTimes } from './inbox-times.ts';
import { invitations } from './invitations.ts';
import { issueReports } from './issue-reports.ts';
import { knownBrowsers } from './known-browsers.ts';
import { knownIssueAnswers } from './known-issue-answers.ts';
import { knownIssues } from './known-issues.ts';
import { macros } from './macros.ts';
import { memberSessions } from './member-sessions.ts';
import { members } from './members.ts';
import { mentions } from './mentions.ts';
import { merges } from './merges.ts';
import { migrate, migrationState } from './migrate.ts';
import { news } from './news.ts';
import { noticeTexts } from './notice-texts.ts';
import { notificationSettings } from './notification-settings.ts';
import { oidcSessions } from './oidc-sessions.ts';
import { passkeys, usedChallenges } from './passkeys.ts';
import { playerLinks } from './player-links.ts';
import { playerMoves } from './player-moves.ts';
import { playerReads } from './player-reads.ts';
import { playerTickets } from './player-tickets.ts';
import { playerWrites } from './player-writes.ts';
import { players } from './players.ts';
import { postgresBus } from './postgres/bus.ts';
import { PostgresDatabase } from './postgres/database.ts';
import { openPostgres } from './postgres/open.ts';
import { POSTGRES_DEFAULTS, type PostgresOptions } from './postgres/options.ts';
import { projectIdentities } from './project-identities.ts';
import { projects } from './projects.ts';
import { queue } from './queue.ts';
import { queueCounts } from './queue-counts.ts';
import { radarCounts } from './radar-counts.ts';
import { radarPlayers } from './radar-players.ts';
import { radarSpikes } from './radar-spikes.ts';
import { recordedMoves } from './recorded-moves.ts';
import { savedViews } from './saved-views.ts';
import { search } from './search.ts';
import { searchIndex } from './search-index.ts';
import { createRowSecrets, type RowSecrets } from './secrets/row-secrets.ts';
import { secretAdmin } from './secrets/secret-admin.ts';
import { type SecretKeys, secretKeysOf } from './secrets/secret-keys.ts';
import { seenTickets } from './seen-tickets.ts';
import { serviceSecrets } from './service-secrets.ts';
import { openSqlite } from './sqlite/open.ts';
import { statusChanges } from './status-changes.ts';
import { storms } from './storms.ts';
import { subscriptions } from './subscriptions.ts';
import { suggestions } from './suggestions.ts';
import { supportCodes } from './support-codes.ts';
import { taggedTickets } from './tagged-tickets.ts';
import { teamSettings } from './team-settings.ts';
import { ticketEvents } from './ticket-events.ts';
import { ticketFacets } from './ticket-facets.ts';
import { ticketForms } from './ticket-forms.ts';
import { numberOutsideTransaction, ticketNumbers } from './ticket-numbers.ts';
import { tickets } from './tickets.ts';
import { uploads } from './uploads.ts';

function storesOn(db: Executor, secrets: RowSecrets, inboxTimes: InboxTimes) {
  const stores = {
    projects: projects(db, secrets),
    projectIdentities: projectIdentities(db, secrets),
    apiKeys: apiKeys(db),
    members: members(db, secrets),
    memberSessions: memberSessions(db),
    oidcSessions: oidcSessions(db),
    knownBrowsers: knownBrowsers(db),
    passkeys: passkeys(db),
    usedChallenges: usedChallenges(db),
    supportCodes: supportCodes(db),
    teamSettings: teamSettings(db),
    invitations: invitations(db),
    audit: audit(db),
    auditStreams: auditStreams(db),
    players: players(db),
    playerLinks: playerLinks(db),
    playerMoves: playerMoves(db),
    recordedMoves: recordedMoves(db),
    playerReads: playerReads(db),
    playerTickets: playerTickets(db),
    playerWrites: playerWrites(db),
    tickets: tickets(db),
    ticketNumbers: ticketNumbers(db),
    ticketEvents: ticketEvents(db),
    heldTickets: heldTickets(db),
    seenTickets: seenTickets(db),
    savedViews: savedViews(db),
    attachments: attachments(db),
    uploads: uploads(db),
    storms: storms(db),
    radarCounts: radarCounts(db),
    radarPlayers: radarPlayers(db),
    radarSpikes: radarSpikes(db),
    queue: queue(db),
    search: search(db),
    searchIndex: searchIndex(db),
    suggestions: suggestions(db),
    queueCounts: queueCounts(db),
    taggedTickets: taggedTickets(db),
    ticketFacets: ticketFacets(db),
    ticketForms: ticketForms(db),
    macros: macros(db),
    mentions: mentions(db),
    knownIssues: knownIssues(db),
    knownIssueAnswers: knownIssueAnswers(db),
    issueReports: issueReports(db),
    fixQuestions: fixQuestions(db),
    subscriptions: subscriptions(db),
    noticeTexts: noticeTexts(db),
    serviceSecrets: serviceSecrets(db, secrets),
    inbox: inbox(db, inboxTimes),
    announcements: announcements(db),
    audiencePlayers: audiencePlayers(db),
    idempotency: idempotency(db),
    notificationSettings: notificationSettings(db, secrets),
    news: news(db),
    deliveries: deliveries(db),
  };
  return { ...stores, statusChanges: statusChanges(stores), merges: merges(db, stores) };
}

/** Inside a transaction or not. */
export type Stores = ReturnType<typeof storesOn>;

/** Do not use them after the transaction. */
export type Transaction = Stores & Pick<TransactionExecutor, 'tryLock'>;

export type Store = ReturnType<typeof createStore>;

/** Creates all stores of a database. Without `keys`, secrets are plain text. */
export function createStore(db: Database, bus?: Bus, keys: SecretKeys = secretKeysOf('', undefined)) {
  const secrets = createRowSecrets(keys);
  const inboxTimes = createInboxTimes();
  return {
    ...storesOn(db, secrets, inboxTimes),
    /** For the start and for operators. */
    secrets: secretAdmin(db, secrets),
    writesInOneStatement: db.writesInOneStatement,
    withTicketNumber: numberOutsideTransaction(db),
    /** Undefined on SQLite, which has one node. */
    bus,
    /**
     * Resolves when it is on disk. `work` must use only the stores that it gets: others would wait
     * for this transaction.
     */
    transaction: <T>(work: (tx: Transaction) => Promise<T>): Promise<T> =>
      db.transaction((tx) => work({ ...storesOn(tx, secrets, inboxTimes), tryLock: tx.tryLock })),
    migrate: () => migrate(db),
    /** Throws OperatorError if the database is newer. */
    pendingMigrations: async () => (await migrationState(db)).pending,
    isEmpty: async () => (await migrationState(db)).applied === 0,
    /** A transaction succeeds now. */
    ready: () => db.transaction(async () => true).catch(() => false),
    /** Throws StoreUnavailableError. */
    waitUntilDurable: () => db.waitUntilDurable(),
    backup: (file: string) => db.backup(file),
    check: () => db.check(),
    engine: db.engine,
    close: async () => {
      await bus?.close();
      await db.close();
    },
  };
}

export interface StoreOptions {
  /** `serve`: a server. On SQLite there can be one. `tool`: a short command. */
  readonly mode: 'serve' | 'tool';
  readonly times?: WriteTimes | undefined;
  readonly postgres?: PostgresOptions;
  /** SECRET_KEY. Default: not set. */
  readonly secretKey?: string | undefined;
  /** Of a SQLite file that a server maps into memory. */
  readonly cacheMegabytes?: number | undefined;
}

/** Throws OperatorError if it cannot be used. */
export async function openStore(url: string, options: StoreOptions): Promise<Store> {
  const { mode, secretKey = '' } = options;
  const keys = secretKeysOf(secretKey, databaseFile(url));
  const db = await openDatabase(url, options);
  const hasOtherNodes = mode === 'serve' && db instanceof PostgresDatabase;
  return createStore(db, hasOtherNodes ? postgresBus(db.settings) : undefined, keys);
}

/** Throws OperatorError if it cannot be used. */
export async function openDatabase(url: string, options: StoreOptions): Promise<Database> {
  const { times, postgres = POSTGRES_DEFAULTS } = options;
  const file = databaseFile(url);
  return file === undefined ? openPostgres(url, postgres, times) : openSqlite(file, options);
}
