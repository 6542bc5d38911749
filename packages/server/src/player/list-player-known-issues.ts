import { fieldsOfBuild } from '@player-support/contract/builds';
import { MAX_PUBLIC_KNOWN_ISSUES } from '@player-support/contract/limits';
import { PlayerKnownIssuesQuery, PlayerKnownIssuesResponse } from '@player-support/contract/player-extensions';
import { parseContext } from '../domain/context.ts';
import { textFor } from '../domain/localized-texts.ts';
import { concerns, deviceOf } from '../domain/public-issues.ts';
import { strongEtag } from '../operations/etag.ts';
import { jsonText } from '../operations/json-text.ts';
import { operation } from '../operations/operation.ts';

export const listPlayerKnownIssues = operation({
  id: 'ListPlayerKnownIssues',
  tag: 'Known issues',
  summary: 'List what is known for a build',
  description:
    'The known issues with a public note that affect this build on this platform, and that are not closed. Show them before the form: a player who has one too says so with SubscribeToKnownIssue, without a ticket.',
  method: 'GET',
  url: '/api/v1/player/known-issues',
  auth: 'player',
  limits: ['read'],
  sheds: 'read',
  query: PlayerKnownIssuesQuery,
  needs: ['publicIssues'],
  success: { status: 200, schema: PlayerKnownIssuesResponse },

  readWithSession: ({ caller }, { store }) => store.subscriptions.knownTo(caller),

  async handle({ caller: { project }, query, data }, { publicIssues }) {
    const context = parseContext(data.context);
    const build = textOf(query.build);
    const own = build === undefined ? context : fieldsOfBuild(build);
    const device = deviceOf({ ...own, platform: textOf(query.platform) ?? context.platform });
    const locale = textOf(query.locale) ?? context.locale;
    const issues = await publicIssues.of(project.project_id);
    const body = jsonText<PlayerKnownIssuesResponse>({
      knownIssues: issues
        .filter(({ affected }) => concerns(affected, device))
        .slice(0, MAX_PUBLIC_KNOWN_ISSUES)
        .map(({ id, notes, state, fixedInBuild }) => ({
          id,
          note: textFor(locale, notes) ?? '',
          state,
          fixedInBuild,
          subscribed: data.subscribed.has(id) || data.linked.has(id),
        })),
    });
    return { status: 200, body, headers: { etag: strongEtag(body), 'cache-control': 'private, no-cache' } };
  },
});

/** Longer than every value of a context. */
const MAX_LENGTH = 50;

/** Cuts a query value: it can be anything, and is compared with each known issue. */
const textOf = (value: unknown) => (typeof value === 'string' && value !== '' ? value.slice(0, MAX_LENGTH) : undefined);
