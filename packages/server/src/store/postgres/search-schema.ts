function trigger(name: string, event: string, table: string, when: string, body: string): string[] {
  return [
    `CREATE FUNCTION ${name}() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN ${body} RETURN NULL; END $$`,
    `CREATE TRIGGER ${name} AFTER ${event} ON ${table} FOR EACH ROW ${when} EXECUTE FUNCTION ${name}()`,
  ];
}

const newTask = (seq: string) => `INSERT INTO search_task (player_id, ticket_id, seq)
  VALUES (NEW.player_id, NEW.ticket_id, ${seq});`;

/**
 * Words and the triggers that keep them in step: also with older nodes, copies and moved tickets.
 * No index has the order, so the planner uses the words. The pending list halves the cost of
 * adding; searches read it whole, so it has the least size, 64 KB.
 */
export const SEARCH_SCHEMA = [
  'ALTER TABLE search_entry ADD COLUMN words tsvector',
  'CREATE INDEX search_entry_words ON search_entry USING gin (words) WITH (gin_pending_list_limit = 64)',
  ...trigger('search_new_ticket', 'INSERT', 'ticket', '', newTask('1')),
  ...trigger('search_new_message', 'INSERT', 'message', `WHEN (NEW.author_type <> 'system')`, newTask('NEW.seq')),
  ...trigger(
    'search_ticket_deleted',
    'DELETE',
    'ticket',
    '',
    `DELETE FROM search_entry WHERE player_id = OLD.player_id AND ticket_id = OLD.ticket_id;`,
  ),
  ...trigger(
    'search_file_deleted',
    'UPDATE OF state',
    'attachment',
    `WHEN (NEW.state = 'deleted' AND NEW.ticket_id IS NOT NULL)`,
    `INSERT INTO search_task (player_id, ticket_id, seq)
    SELECT player_id, ticket_id, seq FROM search_entry
    WHERE player_id = NEW.player_id AND ticket_id = NEW.ticket_id;`,
  ),
];
