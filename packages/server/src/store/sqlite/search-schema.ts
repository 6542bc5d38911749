/**
 * Words and the triggers that keep them in step: also with older nodes, copies and moved tickets.
 * `detail=none` keeps no positions.
 */
export const SEARCH_SCHEMA = [
  `CREATE VIRTUAL TABLE search_text USING fts5(words, content='', contentless_delete=1, detail=none,
    tokenize="ascii tokenchars '_'")`,
  'CREATE UNIQUE INDEX search_entry_order ON search_entry (doc_id)',
  `CREATE TRIGGER search_entry_deleted AFTER DELETE ON search_entry BEGIN
    DELETE FROM search_text WHERE rowid = OLD.doc_id;
  END`,
  `CREATE TRIGGER search_new_ticket AFTER INSERT ON ticket BEGIN
    INSERT INTO search_task (player_id, ticket_id, seq) VALUES (NEW.player_id, NEW.ticket_id, 1);
  END`,
  `CREATE TRIGGER search_new_message AFTER INSERT ON message WHEN NEW.author_type <> 'system' BEGIN
    INSERT INTO search_task (player_id, ticket_id, seq) VALUES (NEW.player_id, NEW.ticket_id, NEW.seq);
  END`,
  `CREATE TRIGGER search_ticket_deleted AFTER DELETE ON ticket BEGIN
    DELETE FROM search_entry WHERE player_id = OLD.player_id AND ticket_id = OLD.ticket_id;
  END`,
  `CREATE TRIGGER search_file_deleted AFTER UPDATE OF state ON attachment
  WHEN NEW.state = 'deleted' AND NEW.ticket_id IS NOT NULL BEGIN
    INSERT INTO search_task (player_id, ticket_id, seq)
    SELECT player_id, ticket_id, seq FROM search_entry
    WHERE player_id = NEW.player_id AND ticket_id = NEW.ticket_id;
  END`,
];

/** The job that fills the index merges. See docs/decisions/050-search.md. */
export const SEARCH_MERGING = [`INSERT INTO search_text (search_text, rank) VALUES ('automerge', 0)`];
