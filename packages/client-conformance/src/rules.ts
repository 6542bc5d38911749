import type { Failed } from './figures.ts';

/** What clients get wrong, and how a client does it right. Texts are Markdown. */
export interface Rule {
  readonly title: string;
  /** What clients do. */
  readonly wrong: string;
  readonly right: readonly string[];
}

/** In the order in which one writes a client. */
export const RULES = {
  driver: {
    title: 'The driver does all that the suite asks for',
    wrong: 'A command is not there yet.',
    right: ['Read which command failed with not-implemented.'],
  },
  crash: {
    title: 'Nothing from outside ends the game',
    wrong: 'A response, a file or a text that nobody expected throws, and the process ends.',
    right: [
      'Read the standard error of the driver: it is in the reason of the failure.',
      'Expect each field to be missing, null or of another type, and each list to have other things in it.',
      'Bound the size of a response (a few megabytes) and the depth of its JSON.',
      'A number in JSON can become a float: write 1, not 1.0, where the server wants an integer.',
    ],
  },
  stored: {
    title: 'Store a text before you send it',
    wrong: 'The text is in memory only, or the file is half written, and a crash loses it.',
    right: [
      'Write to a temporary file, flush it to the disk (`fsync`) and rename it. Only then tell the player that it is safe.',
      'Store whose player it is, then the files of the text, then the text. Only then they are safe.',
      'Expect damaged and foreign files at the start. Lose only what is damaged.',
      'On a full disk keep the text in memory, say that it is not stored, and try again every few seconds.',
    ],
  },
  key: {
    title: 'One key for each text, for ever',
    wrong: 'A retry makes a new key, or two equal texts share one, so a text arrives twice or never.',
    right: [
      'Make a random key when the text is written, and store it with the text.',
      'Send it as `Idempotency-Key` with each try, also after a restart, until there is a response. Some HTTP libraries repeat a POST by themselves: with the key, that does no harm.',
      'The same text written twice has two keys.',
    ],
  },
  expired: {
    title: 'Keys are forgotten after 7 days',
    wrong: 'A text that waited for weeks is sent again, and the server takes it for a new one.',
    right: [
      'Store when a text was first tried. After 6 days fail it, and let the player decide.',
      "Measure by the server's `Date` and the monotonic clock since: the device's clock can be wrong by years.",
    ],
  },
  response: {
    title: 'What counts as a response of the server',
    wrong: 'Hotels and offices respond instead of the server. The client believes a login page, and the text is lost.',
    right: [
      'A 2xx counts if its JSON has the fields of the operation, such as `ticketId`.',
      'A 4xx counts if `type` begins with `/problems/`. The 404 of identify has `error.code` instead.',
      'A 304 counts only if you sent `If-None-Match`.',
      'Everything else is no response: try again, also after a broken connection.',
      'A body can be cut: compare its length with `Content-Length`.',
      'Limit the time of the whole exchange. The time-out of a socket is often for each read, and a response that trickles never ends.',
    ],
  },
  final: {
    title: 'Only a refusal of this very text is final',
    wrong: 'A 429 or a refused identify fails the text, or a refused text is sent for ever.',
    right: [
      'Final is a 4xx to the request with the text, except 401, 408 and 429.',
      'Then show why, keep the text until the player sends it again or removes it, and send the next one.',
      'If identify is refused, for example because the project is disabled for a while, texts wait.',
      'If a ticket fails, so do the replies that wait for it.',
      'Cut each text of the context to its maximum length. Names of devices are long, and a refused identify stops everything.',
    ],
  },
  order: {
    title: 'One ticket in order, several tickets side by side',
    wrong: 'A reply overtakes the one before it, or one stuck text stops all others.',
    right: [
      'Send the oldest text of a ticket first, and the next one after its response.',
      'A text that waits for its next try must not stop the texts of other tickets.',
      'A player can reply in a ticket that has no id yet: send the reply after the ticket. Until its replies are sent, keep the entry of the ticket, which has the id.',
    ],
  },
  pause: {
    title: 'Wait before you try again',
    wrong: 'The client tries again at once, or believes its own clock.',
    right: [
      'Wait 1 to 2 seconds, then twice as long each time, up to 15 minutes, plus a random part, so that devices do not come back together.',
      "Never wait less than `Retry-After`. A date is compared with the response's `Date`, not with the device's clock.",
      'A stop and a start must not shorten a wait that the server asked for.',
    ],
  },
  redirect: {
    title: 'Do not follow redirects',
    wrong: 'The HTTP library follows a redirect, and another host gets the token and the text.',
    right: [
      'Switch redirects off in the library. A redirect is no response: try again, and log that the address in the game is wrong.',
    ],
  },
  identify: {
    title: 'Identify once at a time',
    wrong: 'Two calls get a 401 and both identify. Each token replaces the other one, without end.',
    right: [
      'Keep the token. Identify without one, after a 401, and when the user or the context changed.',
      'All calls share one identify, and each tries once more with the new token.',
      'If a new token is refused too, another device has the same installation id: wait longer each time, up to 5 minutes.',
      'The installation id has 128 random bits of the system, and is stored before it is sent. It is in the body of identify only, and the token in `Authorization` only.',
    ],
  },
  users: {
    title: 'Each user of a device is another player',
    wrong: 'After a sign-out, the next user sees or sends the texts of the one before.',
    right: [
      'Keep an installation id and an outbox for each user. The first user takes over what the player without a user wrote. Store at each sign-in that this user exists, or the second user takes over too.',
      'Drop late responses and events of the user before.',
    ],
  },
  poll: {
    title: 'Poll as often as the server says',
    wrong: 'The client ignores `nextPollAfterSeconds`, or polls twice as often after a stop and a start.',
    right: [
      '`nextPollAfterSeconds` can be a number or a string of digits. Add up to a tenth.',
      'Send the `ETag` back as `If-None-Match`.',
      'Stop means stop: no request afterwards.',
    ],
  },
  inbox: {
    title: 'Show each message as new once',
    wrong: 'A message is shown as new after each restart, or never, because a poll in between failed.',
    right: [
      'Store the ids before you show them.',
      'Keep the `ETag` only after the messages of its response were shown.',
      '`since` is the newest `createdAt` or `readAt` that you have, minus 30 seconds. Skip ids that you have.',
    ],
  },
  files: {
    title: 'One slow file must not block other tickets',
    wrong: 'The upload of a log stops every text, or a text is sent without its file.',
    right: [
      'Upload beside the texts of other tickets. The ticket of the file waits.',
      'Store the file with the text, and the id of its upload too: after a kill, it is not sent again.',
      'A large upload can be refused before all its bytes are sent: read the response even if sending fails.',
      'A file that is refused for good is left out and told, also if it is in `refusedAttachments` of the response. Its text is sent.',
    ],
  },
  parts: {
    title: 'Ask the server where a large file goes on',
    wrong: 'A part is sent at the wrong place, or the whole file again.',
    right: [
      'After a failure ask for the offset, and send from there: the server may have more or less than you think.',
      'A 404 means that the upload is forgotten: begin a new one.',
      'Two files of one size are two uploads.',
    ],
  },
  cleanup: {
    title: 'Remove files after a kill too',
    wrong: 'The process ends between the response and the removal, and a copy of the file stays for ever.',
    right: ['At the start, remove each stored file whose text is sent or gone.'],
  },
  processes: {
    title: 'The game runs twice',
    wrong: "Two processes send the same text, or overwrite each other's outbox.",
    right: [
      'Let one process send and poll, with a lock that the system frees when the process ends. The others only add texts.',
      'If the platform has no locks, refuse the second process, or give it a folder of its own.',
    ],
  },
} as const satisfies Record<string, Rule>;

export type RuleName = keyof typeof RULES;

/** Where to look if histories show it. */
export const RULE_OF_KIND: Readonly<Record<Failed, RuleName>> = {
  lost: 'stored',
  doubled: 'key',
  'out of order': 'order',
  changed: 'stored',
  'wrong ticket': 'order',
  'sent too early': 'response',
  unknown: 'key',
  failed: 'final',
  'wrong player': 'users',
  'told twice': 'inbox',
  leaked: 'redirect',
  'file lost': 'files',
  'file doubled': 'files',
  'files out of order': 'files',
  'wrong file': 'files',
  'wrong part': 'parts',
  'file left behind': 'cleanup',
  crashed: 'crash',
  stuck: 'pause',
};
