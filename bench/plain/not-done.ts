/**
 * The tests of the player API that the plain program runs, and those of them that it fails, because
 * it does not do what they are about. Every other test of these files must pass.
 */

/** Files in `packages/server/test/api/player`. */
export const FILES = [
  'round-trip',
  'identify-player',
  'get-player-inbox',
  'get-player-inbox-etag',
  'mark-inbox-message-read',
  'list-player-tickets',
  'get-ticket',
  'create-ticket',
  'create-ticket-idempotency',
  'add-ticket-message',
  'add-ticket-message-idempotency',
  'ticket-life.property',
];

interface NotDone {
  readonly why: string;
  /** The names of tests, by file. */
  readonly tests: Readonly<Record<string, readonly string[]>>;
}

export const NOT_DONE: readonly NotDone[] = [
  {
    why: 'It has no settings, except that a test can say how long its tokens are valid.',
    tests: {
      'add-ticket-message-idempotency': ['a key can be used again after 1 days'],
      'create-ticket-idempotency': ['a key is kept for the days of the config'],
      'get-player-inbox': ['has the messages of the last 2 days'],
    },
  },
  {
    why: 'It takes the path of a request as it is sent.',
    tests: { 'add-ticket-message-idempotency': ['the spelling of the path does not matter'] },
  },
  {
    why: 'Its 400 does not name each invalid field.',
    tests: {
      'add-ticket-message-idempotency': ['for a malformed key, together with every other error'],
      'add-ticket-message': [
        'names the invalid fields, and stores nothing',
        'a body that is not a JSON object, or no body',
      ],
      'create-ticket-idempotency': [
        'a key that is empty, alone and together with an invalid field',
        'a key that is 256 characters long, alone and together with an invalid field',
        'a key that is with a space in it, alone and together with an invalid field',
        'a key that is with a tab in it, alone and together with an invalid field',
        'a key that is not ASCII, alone and together with an invalid field',
      ],
      'create-ticket': [
        'projectPublicKey: refuses every invalid value, and creates nothing',
        'type: refuses every invalid value, and creates nothing',
        'subject: refuses every invalid value, and creates nothing',
        'message: refuses every invalid value, and creates nothing',
        'context.appVersion: refuses every invalid value, and creates nothing',
        'context.buildNumber: refuses every invalid value, and creates nothing',
        'context.platform: refuses every invalid value, and creates nothing',
        'context.locale: refuses every invalid value, and creates nothing',
        'context.deviceModel: refuses every invalid value, and creates nothing',
        'context.osVersion: refuses every invalid value, and creates nothing',
        'context: refuses a value that is not an object',
        'reports every invalid field at once, with an invalid Idempotency-Key',
        'a body with another invalid field is a 400, with any public key',
        'player-blocked, until the player is unblocked',
      ],
    },
  },
  {
    why: 'It knows the media types that Fastify knows.',
    tests: {
      'add-ticket-message': [
        'accepts every JSON media type and ignores unknown fields',
        'for anything except JSON in UTF-8, and for an encoded body',
      ],
      'mark-inbox-message-read': ['needs no body, and ignores any body and any content type'],
    },
  },
  {
    why: 'It has no rate limits.',
    tests: {
      'add-ticket-message': ['comes after thirty replies in a minute, and ends with the minute'],
      'get-player-inbox': [
        'poll, list, ticket and mark-read share 240 reads per minute',
        'a player who has used up the limit is refused before any look-up',
      ],
      'get-ticket': ['comes after too many reads in a minute, and ends with the minute'],
      'mark-inbox-message-read': ['comes after too many reads in a minute, and marks nothing'],
    },
  },
  {
    why: 'Fastify refuses a body with the field `__proto__`.',
    tests: {
      'create-ticket': ['ignores unknown fields with any name'],
      'identify-player': ['ignores unknown fields with any name'],
    },
  },
  {
    why: 'Its 401 is the same for a wrong token and a malformed header, and it accepts tokens only in a header.',
    tests: {
      'create-ticket': [
        'with a malformed header',
        'with a valid header twice',
        'with a token in the query, even with a valid header',
      ],
    },
  },
  { why: 'A project cannot be disabled.', tests: { 'create-ticket': ['while the project is disabled'] } },
  {
    why: 'It ignores the parameter `since`.',
    tests: {
      'get-player-inbox': [
        'is inclusive, for created messages and for messages marked as read',
        'accepts every ISO 8601 date-time with an offset',
        'is ignored if it is malformed or given twice',
        'selects before the limit of 50 applies',
      ],
      'get-player-inbox-etag': ['differs with and without since'],
    },
  },
  {
    why: 'It has no announcements.',
    tests: {
      'get-player-inbox-etag': ['changes with a new message, a read message, an ended announcement and another delay'],
      'mark-inbox-message-read': [
        'a message of every type is marked once, and repeating changes nothing',
        'each player marks an announcement separately',
        'an announcement that has ended can still be marked',
        'twenty concurrent requests for a announcement return the same readAt',
        'an announcement is unknown before its start',
        'is the same for messages of other players or projects, and for unknown or malformed ids',
      ],
    },
  },
  {
    why: 'A poll gets the same delay under any load.',
    tests: {
      'get-player-inbox-etag': [
        'stays the same while the new delay would be close to the last one',
        'holds the last delay, if it had the same reason',
      ],
    },
  },
  {
    why: 'A very long id is not found, with or without a token.',
    tests: { 'get-ticket': ['does not show a caller without a token whether a ticket exists'] },
  },
  {
    why: 'It has no log.',
    tests: { 'identify-player': ['neither the token nor the installation id is on disk or in the log'] },
  },
];
