import type { Dialect, Migration } from './index.ts';

/**
 * From 0.1.0 to 0.2.0: everything that the versions between them added in 29 migrations. A database
 * that has all of these has the same schema, and needs no change.
 */
export const version020: Migration = {
  id: '031-version-0.2.0',
  statements: (dialect) => [
    ...changedTables(dialect),
    ...ticketIndexes(dialect),
    ...tablesOfMembers(dialect),
    ...tablesOfProjects(dialect),
    ...tablesOfPlayers(dialect),
    ...tablesOfTickets(dialect),
    ...tablesOfKnownIssues(dialect),
    ...tablesOfRadar(dialect),
    ...tablesOfSearch(dialect),
    ...dialect.searchSchema,
  ],
};

const added = (table: string, columns: readonly string[]) =>
  columns.map((column) => `ALTER TABLE ${table} ADD COLUMN ${column}`);

/** What filters search in the context of a ticket, and its column on PostgreSQL. */
const FIELDS = { platform: 'platform', appVersion: 'app_version', locale: 'locale' };

/** Players come before their tickets, as in the transactions of nodes that serve meanwhile. */
const changedTables = ({ key, hasWideIndexes }: Dialect) => [
  ...added('member', [
    'wrong_codes integer NOT NULL DEFAULT 0',
    'last_wrong_code_at bigint',
    'code_alert_at bigint',
    `oidc_issuer ${key}`,
    `oidc_subject ${key}`,
    'oidc_access_at bigint',
  ]),
  'CREATE UNIQUE INDEX member_by_subject ON member (oidc_subject, oidc_issuer)',
  ...added('member_session', ['last_used_at bigint', 'device text', 'address text', `browser_hash ${key}`]),
  ...added('project', [
    'response_targets text',
    `storm_mode ${key}`,
    'holding_since bigint',
    'calm_since bigint',
    'player_data_url text',
    'player_data_secret text',
    'form_versions text',
  ]),
  ...added('macro', ['texts text', 'actions text', 'uses integer NOT NULL DEFAULT 0', 'last_used_at bigint']),
  ...added('player', [`account_id ${key}`]),
  // Before the columns: to add computed ones rewrites the table with its indexes.
  'DROP INDEX ticket_queue',
  'DROP INDEX ticket_waiting',
  'DROP INDEX ticket_assigned',
  // PostgreSQL reads an expression from the row, even if the index has it. So it needs columns.
  // They also have the values of tickets that nodes of 0.1.0 create.
  ...(hasWideIndexes ? [] : [`ALTER TABLE ticket ${computedColumns(key).join(', ')}`]),
  ...added('ticket', [
    'player_blocked integer NOT NULL DEFAULT 0',
    `merged_into ${key}`,
    'merged_at bigint',
    'before_merge text',
    'merged_tickets text',
    'merged_messages integer',
    'form_version integer',
    'answers text',
    'long_answers text',
    `known_issue_id ${key}`,
    'known_issue_at bigint',
    'snooze_until bigint',
    `snooze_build ${key}`,
    'waited_since bigint',
  ]),
  'UPDATE ticket SET player_blocked = 1 WHERE player_id IN (SELECT player_id FROM player WHERE blocked = 1)',
  // An announcement with an audience begins at `begins_at`. Its `starts_at` never comes, so that
  // nodes of 0.1.0 do not show it to everybody.
  ...added('announcement', [
    'texts text',
    'audience text',
    'begins_at bigint',
    `time_zone ${key}`,
    'retracted_at bigint',
    'reached text',
    `request_key ${key}`,
    'body_hash text',
    `author_id ${key}`,
  ]),
  'CREATE UNIQUE INDEX announcement_by_key ON announcement (request_key) WHERE request_key IS NOT NULL',
  // Without it, each member who loses access would read the texts of all announcements.
  'CREATE INDEX announcement_by_author ON announcement (author_id, starts_at)',
  'CREATE INDEX announcement_receipt_read ON announcement_receipt (announcement_id, player_id)',
  ...added('audit_entry', ['address text', 'request_id text', 'occurrences integer']),
];

const computedColumns = (key: string) =>
  Object.entries(FIELDS).map(
    ([field, column]) => `ADD COLUMN ${column} ${key} GENERATED ALWAYS AS (context::jsonb ->> '${field}') STORED`,
  );

/** The indexes of the queue cover its filters. See docs/decisions/032-queue-order.md. */
const ticketIndexes = ({ hasWideIndexes }: Dialect) => {
  const contextColumns = Object.entries(FIELDS).map(([field, column]) =>
    hasWideIndexes ? `json_extract(context, '$.${field}')` : column,
  );
  const read = ['type', ...contextColumns, 'player_blocked'].join(', ');
  // What an index only stores, and does not sort by. SQLite has no such columns. An entry of
  // PostgreSQL has at most 2,704 bytes, and the tags of a ticket can be longer.
  const columns = (sorted: string) => (hasWideIndexes ? `(${sorted}, ${read}, tags)` : `(${sorted}) INCLUDE (${read})`);
  return [
    `CREATE INDEX ticket_queue ON ticket
      ${columns('project_id, status, created_at, ticket_id, assignee_id, priority')}`,
    `CREATE INDEX ticket_waiting ON ticket
      ${columns('project_id, priority, attention_since, ticket_id, assignee_id, created_at')}
      WHERE attention_since IS NOT NULL AND player_blocked = 0`,
    `CREATE INDEX ticket_assigned ON ticket
      ${columns('assignee_id, project_id, status, created_at, ticket_id, priority')}
      WHERE assignee_id IS NOT NULL`,
    // Counts, renames and deletes a tag.
    `CREATE INDEX ticket_tagged ON ticket (project_id, ticket_id${hasWideIndexes ? ', tags' : ''})
      WHERE tags IS NOT NULL`,
    // Only linked tickets are in these. A poll looks for the known issues of its player.
    `CREATE INDEX ticket_known_issue ON ticket (known_issue_id, status, created_at, ticket_id)
      WHERE known_issue_id IS NOT NULL`,
    'CREATE INDEX ticket_to_ask ON ticket (known_issue_id, ticket_id) WHERE known_issue_id IS NOT NULL',
    `CREATE INDEX ticket_linked ON ticket (player_id, known_issue_id, known_issue_at)
      WHERE known_issue_id IS NOT NULL`,
    "CREATE INDEX ticket_asleep ON ticket (snooze_until) WHERE status = 'snoozed' AND snooze_until IS NOT NULL",
    `CREATE INDEX ticket_awaiting_build ON ticket (ticket_id)
      WHERE status = 'snoozed' AND snooze_build IS NOT NULL`,
  ];
};

const tablesOfMembers = ({ key }: Dialect) => [
  `CREATE TABLE known_browser (
    member_id ${key} NOT NULL REFERENCES member (member_id),
    browser_hash ${key} NOT NULL,
    expires_at bigint NOT NULL,
    PRIMARY KEY (member_id, browser_hash)
  )`,
  'CREATE INDEX known_browser_expires ON known_browser (expires_at)',
  `CREATE TABLE passkey (
    passkey_id ${key} NOT NULL PRIMARY KEY,
    member_id ${key} NOT NULL REFERENCES member (member_id),
    credential_id ${key} NOT NULL UNIQUE,
    public_key text NOT NULL,
    counter bigint NOT NULL,
    transports text NOT NULL,
    name text NOT NULL,
    created_at bigint NOT NULL,
    last_used_at bigint
  )`,
  'CREATE INDEX passkey_of_member ON passkey (member_id)',
  `CREATE TABLE used_challenge (
    challenge_hash ${key} NOT NULL PRIMARY KEY,
    expires_at bigint NOT NULL
  )`,
  'CREATE INDEX used_challenge_expires ON used_challenge (expires_at)',
  `CREATE TABLE team_setting (
    name ${key} NOT NULL PRIMARY KEY,
    value text NOT NULL
  )`,
  `CREATE TABLE oidc_session (
    session_hash ${key} NOT NULL PRIMARY KEY REFERENCES member_session (session_hash) ON DELETE CASCADE,
    provider_session ${key},
    refresh_token text,
    confirmed_at bigint NOT NULL,
    check_at bigint NOT NULL,
    checking_until bigint NOT NULL
  )`,
  'CREATE INDEX oidc_session_by_provider ON oidc_session (provider_session)',
  `CREATE TABLE oidc_logout (
    token_hash ${key} NOT NULL PRIMARY KEY,
    expires_at bigint NOT NULL
  )`,
  `CREATE TABLE notification_setting (
    member_id ${key} NOT NULL PRIMARY KEY REFERENCES member (member_id),
    language ${key},
    time_zone text,
    quiet_from integer,
    quiet_to integer,
    waiting_minutes integer NOT NULL,
    digest_at integer
  )`,
  `CREATE TABLE notification_channel (
    member_id ${key} NOT NULL REFERENCES member (member_id),
    channel ${key} NOT NULL,
    format ${key},
    address text,
    secret text,
    choices text NOT NULL,
    told_until bigint NOT NULL,
    not_before bigint NOT NULL,
    stopped_at bigint,
    last_sent_at bigint,
    last_error_at bigint,
    last_error text,
    PRIMARY KEY (member_id, channel)
  )`,
  `CREATE TABLE delivery (
    delivery_id ${key} NOT NULL PRIMARY KEY,
    owner_id ${key} NOT NULL,
    channel ${key} NOT NULL,
    target text NOT NULL,
    payload text NOT NULL,
    attempts integer NOT NULL,
    created_at bigint NOT NULL,
    due_at bigint NOT NULL,
    finished_at bigint
  )`,
  'CREATE INDEX delivery_due ON delivery (due_at) WHERE finished_at IS NULL',
  'CREATE INDEX delivery_of_owner ON delivery (owner_id, channel) WHERE finished_at IS NULL',
  'CREATE INDEX delivery_finished ON delivery (finished_at) WHERE finished_at IS NOT NULL',
  `CREATE TABLE audit_stream (
    name ${key} NOT NULL PRIMARY KEY,
    position ${key} NOT NULL,
    batch_id ${key},
    batch_end ${key},
    attempts integer NOT NULL,
    due_at bigint NOT NULL,
    leased_until bigint NOT NULL,
    last_sent_at bigint,
    failing_since bigint,
    last_error text
  )`,
  `CREATE TABLE saved_view (
    view_id ${key} NOT NULL PRIMARY KEY,
    member_id ${key} NOT NULL REFERENCES member (member_id),
    project_id ${key},
    role ${key},
    name text NOT NULL,
    base ${key} NOT NULL,
    sort ${key} NOT NULL,
    filter text NOT NULL,
    created_at bigint NOT NULL,
    updated_at bigint NOT NULL,
    query text
  )`,
  'CREATE INDEX saved_view_owner ON saved_view (member_id, view_id)',
  'CREATE INDEX saved_view_shared ON saved_view (view_id) WHERE role IS NOT NULL',
  `CREATE TABLE saved_view_order (
    member_id ${key} NOT NULL PRIMARY KEY REFERENCES member (member_id),
    view_ids text NOT NULL
  )`,
  `CREATE TABLE mention (
    member_id ${key} NOT NULL,
    message_id ${key} NOT NULL,
    ticket_id ${key} NOT NULL,
    project_id ${key} NOT NULL,
    subject text NOT NULL,
    excerpt text NOT NULL,
    author_id ${key} NOT NULL,
    author_name text NOT NULL,
    created_at bigint NOT NULL,
    read_at bigint,
    PRIMARY KEY (member_id, message_id)
  )`,
  'CREATE INDEX mention_unread ON mention (member_id, ticket_id) WHERE read_at IS NULL',
  'CREATE INDEX mention_created ON mention (created_at)',
];

/** A version of a form never changes, so the answers of old tickets stay readable. */
const tablesOfProjects = ({ key }: Dialect) => [
  `CREATE TABLE notice_text (
    project_id ${key} NOT NULL REFERENCES project (project_id),
    notice ${key} NOT NULL,
    locale ${key} NOT NULL,
    title text NOT NULL,
    body text NOT NULL,
    updated_at bigint NOT NULL,
    PRIMARY KEY (project_id, notice, locale)
  )`,
  `CREATE TABLE ticket_peak (
    project_id ${key} NOT NULL REFERENCES project (project_id),
    day bigint NOT NULL,
    tickets integer NOT NULL,
    PRIMARY KEY (project_id, day)
  )`,
  `CREATE TABLE project_identity (
    project_id ${key} NOT NULL PRIMARY KEY REFERENCES project (project_id),
    jwks_url text,
    public_key text,
    secret text,
    audience text NOT NULL,
    issuer text,
    updated_at bigint NOT NULL
  )`,
  `CREATE TABLE attachment_usage (
    project_id ${key} NOT NULL REFERENCES project (project_id),
    day bigint NOT NULL,
    bytes bigint NOT NULL,
    PRIMARY KEY (project_id, day)
  )`,
  `CREATE TABLE ticket_form (
    project_id ${key} NOT NULL REFERENCES project (project_id),
    type ${key} NOT NULL,
    version integer NOT NULL,
    fields text NOT NULL,
    created_at bigint NOT NULL,
    PRIMARY KEY (project_id, type, version)
  )`,
];

/** An account is a row of `player`, and can have several installations. */
const tablesOfPlayers = ({ key, storage }: Dialect) => [
  `CREATE TABLE player_link (
    player_id ${key} NOT NULL REFERENCES player (player_id),
    installation_id ${key} NOT NULL,
    token_hash text NOT NULL,
    token_expires_at bigint NOT NULL,
    created_at bigint NOT NULL,
    PRIMARY KEY (player_id, installation_id)
  ) ${storage}`,
  `CREATE TABLE player_move (
    player_id ${key} NOT NULL REFERENCES player (player_id),
    move_id ${key} NOT NULL,
    installation_id ${key} NOT NULL,
    kind text NOT NULL,
    tickets integer NOT NULL,
    moved text NOT NULL,
    created_at bigint NOT NULL,
    PRIMARY KEY (player_id, move_id)
  ) ${storage}`,
  'CREATE INDEX player_move_by_age ON player_move (created_at)',
  `CREATE TABLE moved_ticket (
    player_id ${key} NOT NULL REFERENCES player (player_id),
    ticket_id ${key} NOT NULL,
    owner_id ${key} NOT NULL,
    PRIMARY KEY (player_id, ticket_id)
  ) ${storage}`,
  `CREATE TABLE used_identity_token (
    player_id ${key} NOT NULL REFERENCES player (player_id),
    token_key ${key} NOT NULL,
    expires_at bigint NOT NULL,
    PRIMARY KEY (player_id, token_key)
  ) ${storage}`,
  `CREATE TABLE support_code (
    code_hash ${key} NOT NULL PRIMARY KEY,
    player_id ${key} NOT NULL,
    by_team integer NOT NULL,
    created_at bigint NOT NULL,
    expires_at bigint NOT NULL,
    used_at bigint
  )`,
  'CREATE INDEX support_code_by_player ON support_code (player_id, created_at)',
  'CREATE INDEX support_code_by_age ON support_code (created_at)',
];

/** An attachment refers to no other row: it stays until the job has deleted its file. */
const tablesOfTickets = ({ key, storage }: Dialect) => [
  `CREATE TABLE held_ticket (
    player_id ${key} NOT NULL,
    ticket_id ${key} NOT NULL,
    project_id ${key} NOT NULL,
    text_key ${key} NOT NULL,
    created_at bigint NOT NULL,
    PRIMARY KEY (player_id, ticket_id),
    FOREIGN KEY (player_id, ticket_id) REFERENCES ticket (player_id, ticket_id)
  ) ${storage}`,
  'CREATE INDEX held_ticket_text ON held_ticket (project_id, text_key, ticket_id)',
  `CREATE TABLE attachment (
    player_id ${key} NOT NULL,
    attachment_id ${key} NOT NULL,
    project_id ${key} NOT NULL,
    state ${key} NOT NULL,
    name text NOT NULL,
    content_type text NOT NULL,
    size bigint NOT NULL,
    uploaded_by ${key},
    ticket_id ${key},
    message_id ${key},
    scan ${key} NOT NULL,
    scan_at bigint,
    created_at bigint NOT NULL,
    expires_at bigint,
    upload_length bigint,
    upload_offset bigint,
    part_numbers text,
    next_part_number bigint,
    PRIMARY KEY (player_id, attachment_id)
  ) ${storage}`,
  'CREATE INDEX attachment_ticket ON attachment (player_id, ticket_id) WHERE ticket_id IS NOT NULL',
  'CREATE INDEX attachment_expiry ON attachment (expires_at) WHERE expires_at IS NOT NULL',
  'CREATE INDEX attachment_scan ON attachment (scan_at) WHERE scan_at IS NOT NULL',
  'CREATE INDEX attachment_with_parts ON attachment (player_id, attachment_id) WHERE next_part_number IS NOT NULL',
  `CREATE TABLE seen_ticket (
    player_id ${key} NOT NULL,
    member_id ${key} NOT NULL,
    ticket_id ${key} NOT NULL,
    seq integer NOT NULL,
    seen_at bigint NOT NULL,
    PRIMARY KEY (player_id, member_id, ticket_id)
  ) ${storage}`,
  'CREATE INDEX seen_ticket_expiry ON seen_ticket (seen_at)',
];

const tablesOfKnownIssues = ({ key, storage }: Dialect) => [
  `CREATE TABLE known_issue (
    known_issue_id ${key} NOT NULL PRIMARY KEY,
    project_id ${key} NOT NULL REFERENCES project (project_id),
    title text NOT NULL,
    description text NOT NULL,
    notes text NOT NULL,
    builds text NOT NULL,
    platforms text NOT NULL,
    state ${key} NOT NULL,
    fixed_in_build text,
    links text NOT NULL,
    created_by ${key} NOT NULL,
    created_at bigint NOT NULL,
    updated_at bigint NOT NULL
  )`,
  'CREATE INDEX known_issue_project ON known_issue (project_id, known_issue_id)',
  `CREATE INDEX known_issue_fixed ON known_issue (known_issue_id)
    WHERE state = 'fixed' AND fixed_in_build IS NOT NULL`,
  `CREATE TABLE known_issue_answer (
    answer_id ${key} NOT NULL PRIMARY KEY,
    known_issue_id ${key} NOT NULL REFERENCES known_issue (known_issue_id),
    project_id ${key} NOT NULL,
    message text NOT NULL,
    status ${key} NOT NULL,
    state ${key} NOT NULL,
    send_at bigint NOT NULL,
    tickets integer NOT NULL,
    sent integer NOT NULL,
    skipped text NOT NULL,
    sent_until ${key} NOT NULL,
    author_id ${key} NOT NULL,
    author_name text NOT NULL,
    idempotency_key ${key},
    created_at bigint NOT NULL,
    texts text,
    begins_at bigint
  )`,
  'CREATE INDEX known_issue_answer_issue ON known_issue_answer (known_issue_id, answer_id)',
  `CREATE INDEX known_issue_answer_open ON known_issue_answer (send_at) WHERE state IN ('waiting', 'sending')`,
  `CREATE TABLE answered_ticket (
    player_id ${key} NOT NULL,
    ticket_id ${key} NOT NULL,
    answer_id ${key} NOT NULL,
    created_at bigint NOT NULL,
    skipped ${key},
    PRIMARY KEY (player_id, ticket_id, answer_id)
  ) ${storage}`,
  // Only tickets without the answer are in it, so the others cost no write.
  `CREATE INDEX answered_ticket_skipped ON answered_ticket (answer_id, ticket_id)
    WHERE skipped IS NOT NULL`,
  `CREATE TABLE fix_question (
    player_id ${key} NOT NULL,
    ticket_id ${key} NOT NULL,
    known_issue_id ${key} NOT NULL,
    message_id ${key} NOT NULL,
    build text NOT NULL,
    answer ${key},
    asked_at bigint NOT NULL,
    answered_at bigint,
    PRIMARY KEY (player_id, ticket_id, known_issue_id)
  ) ${storage}`,
  'CREATE INDEX fix_question_issue ON fix_question (known_issue_id, answer)',
  `CREATE TABLE subscription (
    player_id ${key} NOT NULL,
    known_issue_id ${key} NOT NULL,
    created_at bigint NOT NULL,
    told_at bigint,
    PRIMARY KEY (player_id, known_issue_id)
  ) ${storage}`,
  'CREATE INDEX subscription_issue ON subscription (known_issue_id)',
  'CREATE INDEX subscription_to_tell ON subscription (known_issue_id, player_id) WHERE told_at IS NULL',
];

/** The key of `radar_count` finds the counters that are added up, and its index all others. */
const tablesOfRadar = ({ key }: Dialect) => [
  `CREATE TABLE radar_count (
    player_id ${key} NOT NULL,
    project_id ${key} NOT NULL,
    hour bigint NOT NULL,
    build ${key} NOT NULL,
    platform ${key} NOT NULL,
    type ${key} NOT NULL,
    tickets integer NOT NULL,
    PRIMARY KEY (player_id, project_id, hour, build, platform, type)
  )`,
  `CREATE INDEX radar_count_series ON radar_count (project_id, hour, build, platform, type, player_id)
    WHERE player_id <> '*'`,
  `CREATE TABLE radar_player (
    project_id ${key} NOT NULL REFERENCES project (project_id),
    hour bigint NOT NULL,
    build ${key} NOT NULL,
    platform ${key} NOT NULL,
    node ${key} NOT NULL,
    players integer NOT NULL,
    sketch text,
    PRIMARY KEY (project_id, hour, build, platform, node)
  )`,
  `CREATE TABLE radar_spike (
    project_id ${key} NOT NULL REFERENCES project (project_id),
    build ${key} NOT NULL,
    platform ${key} NOT NULL,
    type ${key} NOT NULL,
    hour bigint NOT NULL,
    last_hour bigint NOT NULL,
    tickets integer NOT NULL,
    players integer NOT NULL,
    expected double precision NOT NULL,
    once_per_hours double precision NOT NULL,
    found_at bigint NOT NULL,
    PRIMARY KEY (project_id, build, platform, type, hour)
  )`,
  'CREATE INDEX radar_spike_found ON radar_spike (project_id, last_hour)',
];

/** A job fills the index, so this reads no ticket. */
const tablesOfSearch = ({ key, searchTaskId }: Dialect) => [
  `CREATE TABLE search_task (
    task_id ${searchTaskId},
    player_id ${key} NOT NULL,
    ticket_id ${key} NOT NULL,
    seq integer NOT NULL
  )`,
  `CREATE TABLE search_entry (
    player_id ${key} NOT NULL,
    ticket_id ${key} NOT NULL,
    seq integer NOT NULL,
    doc_id bigint NOT NULL,
    PRIMARY KEY (player_id, ticket_id, seq)
  )`,
  `CREATE TABLE search_state (
    name ${key} NOT NULL PRIMARY KEY,
    player_id ${key},
    ticket_id ${key},
    oldest bigint
  )`,
  `INSERT INTO search_state (name, player_id, ticket_id) VALUES ('index', '', '')`,
];
