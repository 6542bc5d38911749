/**
 * Limits that more than one package or layer uses. This file imports no schema library, so that the
 * console can use it. Lengths are in Unicode code points.
 */

/** Length of a name of a member, an API key or a project. */
export const MAX_NAME_LENGTH = 100;
/** Length of an id in a request. Every id of the server is shorter. */
export const MAX_ID_LENGTH = 100;
/** Length of a reply, a note, a macro, a direct message or an announcement. */
export const MAX_TEAM_TEXT_LENGTH = 10_000;
/** Length of the title of an inbox message. The subject of a ticket becomes such a title. */
export const MAX_TITLE_LENGTH = 120;
/** Length of the body of a notice, before its variables are filled in. */
export const MAX_NOTICE_BODY_LENGTH = 2000;
export const MAX_EMAIL_LENGTH = 254;
export const MAX_MACRO_NAME_LENGTH = 80;
/** Macros of a project, and as many for all projects. */
export const MAX_MACROS = 500;
/** Characters of their texts in total. */
export const MAX_MACROS_LENGTH = 2_000_000;
/** Macros that one reply can name. */
export const MAX_MACROS_PER_REPLY = 5;
/** NIST SP 800-63B, section 3.1.1: a minimum length, and no rules about characters. */
export const MIN_PASSWORD_LENGTH = 12;
export const MAX_PASSWORD_LENGTH = 200;

/**
 * In the last seconds before its start an announcement can no longer change. By its start each node
 * must show the last change, although it caches announcements and its clock can differ.
 */
export const ANNOUNCEMENT_LOCK_SECONDS = 10;
/** The longest `startsInSeconds` of an announcement or an answer: a day. */
export const MAX_STARTS_IN_SECONDS = 86_400;

/** Announcements of a project. */
export const MAX_ANNOUNCEMENTS = 1000;
/** Characters of their texts in total. Polls read those that have not ended once in a second. */
export const MAX_ANNOUNCEMENTS_LENGTH = 1_000_000;
/** Announcements of a project that have not ended. */
export const MAX_OPEN_ANNOUNCEMENTS = 100;
/** Platforms, and as many locales, of the audience of an announcement. */
export const MAX_AUDIENCE_VALUES = 20;
/** Players who are named in the audience of an announcement. */
export const MAX_AUDIENCE_PLAYERS = 1000;
/** A count of an audience has the players who were seen in so many days. */
export const AUDIENCE_ACTIVE_DAYS = 30;
/** Players that one count of an audience reads. */
export const MAX_COUNTED_PLAYERS = 10_000;
/** Reads of an announcement that are counted one by one. */
export const MAX_COUNTED_READS = 100_000;

/** Tickets of a player that are not closed. CreateTicket refuses the next one. */
export const MAX_OPEN_TICKETS = 10;
/** Tickets in the list of one player. */
export const MAX_LISTED_TICKETS = 100;
/** Messages in a response with a player's inbox. */
export const MAX_INBOX_MESSAGES = 50;

/** Attachments of one message. */
export const MAX_ATTACHMENTS = 5;
/** Length of the name of an attachment. Longer names are cut. */
export const MAX_FILE_NAME_LENGTH = 100;

/** Length of the type of a ticket. */
export const MAX_TICKET_TYPE_LENGTH = 30;
/** Length of the label of a ticket type, in each language. */
export const MAX_TICKET_TYPE_LABEL_LENGTH = 80;
/** Ticket types of a project. */
export const MAX_TICKET_TYPES = 100;
/** Ticket types of a project that have a form. */
export const MAX_FORMS = 20;
/** How often the form of a ticket type can change. Each change is a version, which stays. */
export const MAX_FORM_VERSIONS = 1000;
/** Characters of a form as JSON. */
export const MAX_FORM_LENGTH = 32_768;
/** Fields of a form. */
export const MAX_FORM_FIELDS = 12;
export const MAX_FIELD_NAME_LENGTH = 40;
/** The name of a field, as a part of a pattern. The filter of the queue relies on it. */
export const FIELD_NAME = `[a-z][a-z0-9_]{0,${MAX_FIELD_NAME_LENGTH - 1}}`;
export const MAX_FIELD_LABEL_LENGTH = 120;
export const MAX_FIELD_HELP_LENGTH = 300;
/** Choices of all fields of a form together. */
export const MAX_CHOICES = 100;
/** Length of the value of a choice. */
export const MAX_CHOICE_LENGTH = 60;
/** Length of an answer in a field of the kind `text`, and of the kind `long_text`. */
export const MAX_TEXT_ANSWER_LENGTH = 200;
export const MAX_LONG_TEXT_ANSWER_LENGTH = 1000;
/** Days after which a project closes its resolved tickets. */
export const MAX_AUTO_CLOSE_DAYS = 3650;
/** Minutes until a waiting ticket is due, by its priority: 30 days. */
export const MAX_RESPONSE_TARGET_MINUTES = 43_200;
/** Tags of a ticket. */
export const MAX_TAGS = 20;
export const MAX_TAG_LENGTH = 40;
/** Tickets with tags that are read to count them, different tags that are counted, and listed. */
export const MAX_TAGGED_TICKETS = 100_000;
export const MAX_COUNTED_TAGS = 10_000;
export const MAX_LISTED_TAGS = 1000;
/** Tickets that one request renames or deletes a tag in. */
export const MAX_TAG_TICKETS = 100;
/** Entries of a ticket's history in a response. */
export const MAX_TICKET_EVENTS = 200;

/** Tickets on a page of the queue. */
export const MAX_QUEUE_LIMIT = 100;
/** Tickets on a page of the queue, if the request does not say how many. */
export const DEFAULT_QUEUE_LIMIT = 50;
/** Length of a filter for a value of the player's context. */
export const MAX_CONTEXT_FILTER_LENGTH = 200;
/**
 * A view counts this many tickets at most. The server reads at most COUNT_CAP + 1 tickets of each
 * project and status. With a filter not all of them match, so a capped count can be lower.
 */
export const COUNT_CAP = 20_000;

/** Days for which the server knows which messages of a ticket a member has seen. */
export const SEEN_DAYS = 30;
/** The newest messages of a ticket among which those are counted that a member has not seen. */
export const MAX_NEW_MESSAGES = 20;

/** Bytes of a nested filter in UTF-8. A query has up to three characters for each. */
export const MAX_FILTER_LENGTH = 3000;
/** How deep its groups can be. */
export const MAX_FILTER_DEPTH = 4;
/** Conditions of a filter, in all its groups. */
export const MAX_FILTER_CONDITIONS = 30;
/** Values of all conditions of a filter together. Each is compared with each examined ticket. */
export const MAX_ALL_FILTER_VALUES = 80;
/** Values of one condition. */
export const MAX_FILTER_VALUES = 20;
/** Minutes in a condition about how long something is ago: a year. */
export const MAX_FILTER_MINUTES = 525_600;
export const MAX_VIEW_NAME_LENGTH = 60;
/** Saved views of one member. */
export const MAX_VIEWS_PER_MEMBER = 50;
/** Saved views that are shared, of all members together. */
export const MAX_SHARED_VIEWS = 200;
/** Of one project, or about all projects. So the team of one project cannot take all places. */
export const MAX_SHARED_VIEWS_PER_PROJECT = 50;
/** Of one member, so that nobody takes all places. */
export const MAX_SHARED_VIEWS_PER_MEMBER = 20;
/** Saved views that one request counts: the first ones in the member's order. */
export const MAX_COUNTED_VIEWS = 50;
/**
 * A saved view counts the matches among this many tickets at most, or among fewer if its filter
 * reads rows.
 */
export const VIEW_COUNT_TICKETS = 10_000;

/** Tickets that one UpdateTickets request changes. */
export const MAX_TICKETS_PER_UPDATE = 100;
/** How far ahead a ticket can be snoozed. */
export const MAX_SNOOZE_DAYS = 365;
/** Characters of a build that a ticket is snoozed for: those of `appVersion` and `buildNumber`. */
export const MAX_SNOOZE_BUILD_LENGTH = 50;
/** Tickets that one ReleaseHeldTickets or DeleteHeldTickets request changes. */
export const MAX_HELD_PER_REQUEST = 100;
/** Known texts in the response of GetHeldTickets. */
export const MAX_KNOWN_TEXTS = 20;
/** Tickets that are merged into one. */
export const MAX_MERGED_TICKETS = 10;
/** Days in which a merge can be undone. */
export const MERGE_UNDO_DAYS = 30;
/** Known issues of a project. */
export const MAX_KNOWN_ISSUES = 500;
/** Characters of their public notes in total. */
export const MAX_KNOWN_ISSUE_NOTES_LENGTH = 2_000_000;
/** Known issues on a page of ListKnownIssues. */
export const MAX_LISTED_KNOWN_ISSUES = 100;
/** Length of the description of a known issue, which only the team sees. */
export const MAX_KNOWN_ISSUE_DESCRIPTION_LENGTH = 4000;
/** Length of the public note of a known issue, in each locale. */
export const MAX_KNOWN_ISSUE_NOTE_LENGTH = 1000;
/** Builds, and as many platforms, that a known issue affects. */
export const MAX_AFFECTED = 20;
/** Length of the name of a build or a platform. */
export const MAX_BUILD_LENGTH = 60;
/** Tickets that are suggested for a known issue, and known issues for a ticket. */
export const MAX_SUGGESTED_TICKETS = 20;
export const MAX_SUGGESTED_KNOWN_ISSUES = 3;
/** Words that say why. */
export const MAX_SUGGESTION_WORDS = 5;
/** Links of a known issue to trackers, and the length of their titles and addresses. */
export const MAX_TRACKER_LINKS = 5;
export const MAX_TRACKER_TITLE_LENGTH = 120;
export const MAX_TRACKER_URL_LENGTH = 500;
/** Tickets that get one answer to a known issue. */
export const MAX_TICKETS_PER_ANSWER = 10_000;
/** What the tickets of a known issue have in common: values of each kind, and days of its trend. */
export const MAX_REPORT_VALUES = 50;
export const ISSUE_TREND_DAYS = 30;
/** Answers to one known issue. */
export const MAX_ANSWERS = 50;
/** Answers of a project that are not completely sent. */
export const MAX_OPEN_ANSWERS = 20;
/** Seconds before an answer is sent. In them it can be cancelled without effect. */
export const ANSWER_DELAY_SECONDS = 5;
/** Filled texts in a preview of an answer: one of each text, with and without a fallback. */
export const MAX_ANSWER_SAMPLES = 10;
/** At least these, if there are as many tickets. */
export const SAMPLES_OF_ONE_TEXT = 3;
/** Tickets without an answer in one response. */
export const MAX_UNANSWERED_TICKETS = 100;
/** Known issues that a player is shown. */
export const MAX_PUBLIC_KNOWN_ISSUES = 50;
/** Questions whether a known issue is fixed, in a response. */
export const MAX_OPEN_QUESTIONS = 50;
/** Subscribers of a known issue that are counted. */
export const SUBSCRIBERS_CAP = 50_000;
/** API keys that one TakeOverApiKeys request names. */
export const MAX_KEYS_PER_TAKE_OVER = 100;

/** Characters of the id that the game has for a user. */
export const MAX_USER_ID_LENGTH = 200;
/** Players in the response of ListPlayers. */
export const MAX_FOUND_PLAYERS = 10;
/** Installations in the response of ListInstallations. */
export const MAX_INSTALLATIONS = 50;
/** Entries on a page of the audit log. */
export const MAX_AUDIT_ENTRIES = 100;

/** Length of the address of a webhook. */
export const MAX_WEBHOOK_ADDRESS_LENGTH = 500;

/** Sections of the player data that a service of the studio answers, and items of a section. */
export const MAX_PLAYER_DATA_SECTIONS = 10;
export const MAX_PLAYER_DATA_ITEMS = 30;
/** Length of the title of a section, and of the label of an item. */
export const MAX_PLAYER_DATA_NAME_LENGTH = 80;
export const MAX_PLAYER_DATA_VALUE_LENGTH = 1000;
export const MAX_PLAYER_DATA_HREF_LENGTH = 2000;

/** After how many minutes a ticket can be reported as waiting: five minutes to a week. */
export const MIN_WAITING_MINUTES = 5;
export const MAX_WAITING_MINUTES = 7 * 24 * 60;

/** Members that a note mentions. */
export const MAX_MENTIONS = 20;
/** Mentions on a page of ListMentions. */
export const MAX_LISTED_MENTIONS = 50;
/** Unread mentions that are counted. */
export const MAX_UNREAD_MENTIONS = 100;
/** Days after which mentions are deleted. The notes stay. */
export const MENTION_DAYS = 90;

/** How far back GetNews tells, in milliseconds. */
export const NEWS_WINDOW_MS = 5 * 60_000;
/** Entries in the response of GetNews. */
export const MAX_NEWS = 100;

/** Length of an identity token of a game's backend. */
export const MAX_IDENTITY_TOKEN_LENGTH = 4096;
/** Seconds from the `iat` of an identity token to its `exp`. */
export const MAX_IDENTITY_TOKEN_SECONDS = 600;
/** Installations that are linked to one account. Another one ends the link that was not used for the longest time. */
export const MAX_LINKED_INSTALLATIONS = 50;
/** Days in which the team can give back what moved with a link or a support code. */
export const MOVE_UNDO_DAYS = 30;
/** Moves to one player that can be undone, the newest ones. */
export const MAX_RECORDED_MOVES = 100;
/** Support codes of one player in 24 hours, and as many that agents issue for it. */
export const MAX_SUPPORT_CODES_PER_DAY = 3;
/** Length of the audience or the issuer of identity tokens. */
export const MAX_AUDIENCE_LENGTH = 200;
/** Length of a public key as PEM or JWK. */
export const MAX_PUBLIC_KEY_LENGTH = 4000;
/** Length of a shared secret for identity tokens. RFC 7518, section 3.2: at least 256 bits. */
export const MIN_SHARED_SECRET_LENGTH = 32;
export const MAX_SHARED_SECRET_LENGTH = 512;

/** Characters of a search. */
export const MAX_SEARCH_LENGTH = 200;
/** Words of a search. In a script without spaces, each run of it is a word. */
export const MAX_SEARCH_WORDS = 8;
/** Tickets on a page of results. */
export const MAX_SEARCH_RESULTS = 50;
export const DEFAULT_SEARCH_RESULTS = 20;
/** Characters of the text around a match, without the ellipses. */
export const MAX_SNIPPET_LENGTH = 200;
/** Builds with their platform and ticket type that the build radar counts one by one in an hour. */
export const MAX_RADAR_SERIES = 200;
/** Builds with their platform whose players it counts one by one in an hour. */
export const MAX_RADAR_BUILDS = 100;
/** Hours in the response of GetRadar. */
export const MAX_RADAR_HOURS = 7 * 24;
export const DEFAULT_RADAR_HOURS = 48;
/** Builds with their platform and ticket type in the response of GetRadar. */
export const MAX_LISTED_RADAR_SERIES = 30;
/** Spikes in the response of GetRadar. */
export const MAX_LISTED_SPIKES = 50;
