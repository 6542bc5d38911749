/**
 * Without a schema library, because the console uses this file. Lengths are in Unicode code points.
 */

/** Of a member, an API key or a project. */
export const MAX_NAME_LENGTH = 100;
/** In a request. Every id of the server is shorter. */
export const MAX_ID_LENGTH = 100;
/** Of a reply, note, macro, direct message or announcement. */
export const MAX_TEAM_TEXT_LENGTH = 10_000;
/** Of an inbox message. A ticket's subject becomes such a title. */
export const MAX_TITLE_LENGTH = 120;
/** Before its variables are filled in. */
export const MAX_NOTICE_BODY_LENGTH = 2000;
export const MAX_EMAIL_LENGTH = 254;
export const MAX_MACRO_NAME_LENGTH = 80;
/** Of a project, and as many for all projects. */
export const MAX_MACROS = 500;
/** All texts together. */
export const MAX_MACROS_LENGTH = 2_000_000;
export const MAX_MACROS_PER_REPLY = 5;
/** NIST SP 800-63B, section 3.1.1: a minimum length, and no rules about characters. */
export const MIN_PASSWORD_LENGTH = 12;
export const MAX_PASSWORD_LENGTH = 200;

/**
 * It can no longer change then: each node must show the last change, despite caches and clock
 * differences.
 */
export const ANNOUNCEMENT_LOCK_SECONDS = 10;
/** The longest `startsInSeconds` of an announcement or an answer: a day. */
export const MAX_STARTS_IN_SECONDS = 86_400;

/** Per project. */
export const MAX_ANNOUNCEMENTS = 1000;
/** All texts together. Polls read those that have not ended once a second. */
export const MAX_ANNOUNCEMENTS_LENGTH = 1_000_000;
/** Not ended, per project. */
export const MAX_OPEN_ANNOUNCEMENTS = 100;
/** Platforms, and as many locales, of an audience. */
export const MAX_AUDIENCE_VALUES = 20;
/** Named in an audience. */
export const MAX_AUDIENCE_PLAYERS = 1000;
/** An audience's count has the players seen in these days. */
export const AUDIENCE_ACTIVE_DAYS = 30;
/** By one count of an audience. */
export const MAX_COUNTED_PLAYERS = 10_000;
/** Of an announcement, counted one by one. */
export const MAX_COUNTED_READS = 100_000;

/** Not closed, per player. CreateTicket refuses the next one. */
export const MAX_OPEN_TICKETS = 10;
/** For one player. */
export const MAX_LISTED_TICKETS = 100;
/** Per response. */
export const MAX_INBOX_MESSAGES = 50;

/** Per message. */
export const MAX_ATTACHMENTS = 5;
/** Longer names are cut. */
export const MAX_FILE_NAME_LENGTH = 100;

export const MAX_TICKET_TYPE_LENGTH = 30;
/** In each language. */
export const MAX_TICKET_TYPE_LABEL_LENGTH = 80;
/** Per project. */
export const MAX_TICKET_TYPES = 100;
/** Ticket types with a form, per project. */
export const MAX_FORMS = 20;
/** Per ticket type. Each change is a version, which stays. */
export const MAX_FORM_VERSIONS = 1000;
/** As JSON. */
export const MAX_FORM_LENGTH = 32_768;
export const MAX_FORM_FIELDS = 12;
export const MAX_FIELD_NAME_LENGTH = 40;
/** A part of a pattern. The queue's filter relies on it. */
export const FIELD_NAME = `[a-z][a-z0-9_]{0,${MAX_FIELD_NAME_LENGTH - 1}}`;
export const MAX_FIELD_LABEL_LENGTH = 120;
export const MAX_FIELD_HELP_LENGTH = 300;
/** Of all fields of a form. */
export const MAX_CHOICES = 100;
export const MAX_CHOICE_LENGTH = 60;
/** Of the kind `text`, then of `long_text`. */
export const MAX_TEXT_ANSWER_LENGTH = 200;
export const MAX_LONG_TEXT_ANSWER_LENGTH = 1000;
/** Until a project closes its resolved tickets. */
export const MAX_AUTO_CLOSE_DAYS = 3650;
/** 30 days, for each priority. */
export const MAX_RESPONSE_TARGET_MINUTES = 43_200;
/** Per ticket. */
export const MAX_TAGS = 20;
export const MAX_TAG_LENGTH = 40;
/** Tagged tickets that are read to count tags, tags that are counted, and listed. */
export const MAX_TAGGED_TICKETS = 100_000;
export const MAX_COUNTED_TAGS = 10_000;
export const MAX_LISTED_TAGS = 1000;
/** In which one request renames or deletes a tag. */
export const MAX_TAG_TICKETS = 100;
/** Per response. */
export const MAX_TICKET_EVENTS = 200;

/** Tickets on a page. */
export const MAX_QUEUE_LIMIT = 100;
export const DEFAULT_QUEUE_LIMIT = 50;
/** For a value of the player's context. */
export const MAX_CONTEXT_FILTER_LENGTH = 200;
/**
 * Of a view. The server reads at most COUNT_CAP + 1 tickets per project and status. With a filter,
 * a capped count can be lower.
 */
export const COUNT_CAP = 20_000;

/** The server knows for this time what a member has seen. */
export const SEEN_DAYS = 30;
/** Among these newest messages of a ticket, unseen ones are counted. */
export const MAX_NEW_MESSAGES = 20;

/** Bytes in UTF-8. A query has up to three characters for each. */
export const MAX_FILTER_LENGTH = 3000;
/** Of groups. */
export const MAX_FILTER_DEPTH = 4;
/** In all groups. */
export const MAX_FILTER_CONDITIONS = 30;
/** Of all conditions. Each is compared with each examined ticket. */
export const MAX_ALL_FILTER_VALUES = 80;
/** Per condition. */
export const MAX_FILTER_VALUES = 20;
/** A year, since something happened. */
export const MAX_FILTER_MINUTES = 525_600;
export const MAX_VIEW_NAME_LENGTH = 60;
export const MAX_VIEWS_PER_MEMBER = 50;
/** Of all members. */
export const MAX_SHARED_VIEWS = 200;
/** Or about all projects. One project's team cannot take all places. */
export const MAX_SHARED_VIEWS_PER_PROJECT = 50;
/** So that no member takes all places. */
export const MAX_SHARED_VIEWS_PER_MEMBER = 20;
/** Per request: the first in the member's order. */
export const MAX_COUNTED_VIEWS = 50;
/** A saved view counts matches among so many tickets, or fewer if it reads rows. */
export const VIEW_COUNT_TICKETS = 10_000;

export const MAX_TICKETS_PER_UPDATE = 100;
export const MAX_SNOOZE_DAYS = 365;
/** As of `appVersion` and `buildNumber`. */
export const MAX_SNOOZE_BUILD_LENGTH = 50;
/** In ReleaseHeldTickets or DeleteHeldTickets. */
export const MAX_HELD_PER_REQUEST = 100;
/** In GetHeldTickets. */
export const MAX_KNOWN_TEXTS = 20;
/** Into one ticket. */
export const MAX_MERGED_TICKETS = 10;
export const MERGE_UNDO_DAYS = 30;
/** Per project. */
export const MAX_KNOWN_ISSUES = 500;
/** All public notes of a project. */
export const MAX_KNOWN_ISSUE_NOTES_LENGTH = 2_000_000;
/** Per page. */
export const MAX_LISTED_KNOWN_ISSUES = 100;
/** Only the team sees it. */
export const MAX_KNOWN_ISSUE_DESCRIPTION_LENGTH = 4000;
/** Public, in each locale. */
export const MAX_KNOWN_ISSUE_NOTE_LENGTH = 1000;
/** Builds, and as many platforms, of a known issue. */
export const MAX_AFFECTED = 20;
/** Of a build or a platform. */
export const MAX_BUILD_LENGTH = 60;
/** For a known issue, and known issues for a ticket. */
export const MAX_SUGGESTED_TICKETS = 20;
export const MAX_SUGGESTED_KNOWN_ISSUES = 3;
export const MAX_SUGGESTION_WORDS = 5;
/** Of a known issue, with the lengths of titles and addresses. */
export const MAX_TRACKER_LINKS = 5;
export const MAX_TRACKER_TITLE_LENGTH = 120;
export const MAX_TRACKER_URL_LENGTH = 500;
export const MAX_TICKETS_PER_ANSWER = 10_000;
/** Common values of a known issue's tickets, per kind, and days of the trend. */
export const MAX_REPORT_VALUES = 50;
export const ISSUE_TREND_DAYS = 30;
/** To one known issue. */
export const MAX_ANSWERS = 50;
/** Not completely sent, per project. */
export const MAX_OPEN_ANSWERS = 20;
/** Before it is sent, an answer can be cancelled without effect. */
export const ANSWER_DELAY_SECONDS = 5;
/** Filled texts in a preview, with and without a fallback. */
export const MAX_ANSWER_SAMPLES = 10;
/** At least these, if there are as many tickets. */
export const SAMPLES_OF_ONE_TEXT = 3;
/** Per response. */
export const MAX_UNANSWERED_TICKETS = 100;
/** For a player. */
export const MAX_PUBLIC_KNOWN_ISSUES = 50;
/** Whether a known issue is fixed, per response. */
export const MAX_OPEN_QUESTIONS = 50;
/** Counted for a known issue. */
export const SUBSCRIBERS_CAP = 50_000;
export const MAX_KEYS_PER_TAKE_OVER = 100;
/** Usable keys, and as many open links, that a member and its keys created, also through others. */
export const MAX_GRANTS = 100;

/** The game's id. */
export const MAX_USER_ID_LENGTH = 200;
/** In ListPlayers. */
export const MAX_FOUND_PLAYERS = 10;
/** In ListInstallations. */
export const MAX_INSTALLATIONS = 50;
/** Per page. */
export const MAX_AUDIT_ENTRIES = 100;

export const MAX_WEBHOOK_ADDRESS_LENGTH = 500;

/** In a service's answer, and items of a section. */
export const MAX_PLAYER_DATA_SECTIONS = 10;
export const MAX_PLAYER_DATA_ITEMS = 30;
/** Of a section's title and an item's label. */
export const MAX_PLAYER_DATA_NAME_LENGTH = 80;
export const MAX_PLAYER_DATA_VALUE_LENGTH = 1000;
export const MAX_PLAYER_DATA_HREF_LENGTH = 2000;

/** Until a ticket can be reported as waiting: five minutes to a week. */
export const MIN_WAITING_MINUTES = 5;
export const MAX_WAITING_MINUTES = 7 * 24 * 60;

/** In a note. */
export const MAX_MENTIONS = 20;
/** Per page. */
export const MAX_LISTED_MENTIONS = 50;
export const MAX_UNREAD_MENTIONS = 100;
/** Then mentions are deleted. The notes stay. */
export const MENTION_DAYS = 90;

/** How far back GetNews tells. */
export const NEWS_WINDOW_MS = 5 * 60_000;
/** In GetNews. */
export const MAX_NEWS = 100;

/** From a game's backend. */
export const MAX_IDENTITY_TOKEN_LENGTH = 4096;
/** From `iat` to `exp`. */
export const MAX_IDENTITY_TOKEN_SECONDS = 600;
/** To one account. Another one ends the least recently used link. */
export const MAX_LINKED_INSTALLATIONS = 50;
/** In these the team can give back what a link or support code moved. */
export const MOVE_UNDO_DAYS = 30;
/** The newest moves to a player, which can be undone. */
export const MAX_RECORDED_MOVES = 100;
/** Per player in 24 hours, and as many that agents issue. */
export const MAX_SUPPORT_CODES_PER_DAY = 3;
/** Or issuer, of identity tokens. */
export const MAX_AUDIENCE_LENGTH = 200;
/** As PEM or JWK. */
export const MAX_PUBLIC_KEY_LENGTH = 4000;
/** For identity tokens. RFC 7518, section 3.2: at least 256 bits. */
export const MIN_SHARED_SECRET_LENGTH = 32;
export const MAX_SHARED_SECRET_LENGTH = 512;

export const MAX_SEARCH_LENGTH = 200;
/** In a script without spaces, each run is a word. */
export const MAX_SEARCH_WORDS = 8;
/** Per page. */
export const MAX_SEARCH_RESULTS = 50;
export const DEFAULT_SEARCH_RESULTS = 20;
/** Around a match, without the ellipses. */
export const MAX_SNIPPET_LENGTH = 200;
/** Build, platform and type, counted one by one in an hour. */
export const MAX_RADAR_SERIES = 200;
/** Build and platform, with players counted one by one in an hour. */
export const MAX_RADAR_BUILDS = 100;
/** In GetRadar. */
export const MAX_RADAR_HOURS = 7 * 24;
export const DEFAULT_RADAR_HOURS = 48;
/** In GetRadar: build, platform and type. */
export const MAX_LISTED_RADAR_SERIES = 30;
/** In GetRadar. */
export const MAX_LISTED_SPIKES = 50;
