import { MAX_COUNTED_PLAYERS } from '@player-support/contract/limits';
import type { Audience, PlayerCount } from '@player-support/contract/team/announcements';
import { isInAudience } from '../domain/audience.ts';
import { parseContext } from '../domain/context.ts';
import { atLeast, estimated, exactly } from '../domain/player-count.ts';
import type { AudiencePlayer } from '../store/audience-players.ts';
import type { Store } from '../store/store.ts';

/** Players per statement. */
const PAGE = 1000;
const ANY = new Map<string, unknown>();

interface Counted {
  readonly projectId: string;
  /** Null: every player of the project. */
  readonly audience: Audience | null;
  /** Only players who started the game or wrote since then. */
  readonly seenSince: number;
}

/**
 * Reads at most MAX_COUNTED_PLAYERS. With more, estimates from a sample, or gives a minimum. `read`
 * runs each statement, so that others get turns.
 */
export async function countPlayers(
  { audiencePlayers }: Pick<Store, 'audiencePlayers'>,
  counted: Counted,
  read: <T>(statement: () => Promise<T>) => Promise<T>,
): Promise<PlayerCount> {
  const { projectId, audience, seenSince } = counted;
  const { players, knownIssueId } = audience ?? {};
  const isCounted = (player: AudiencePlayer, knownIssues: ReadonlyMap<string, unknown>) =>
    player.project_id === projectId &&
    player.account_id === null &&
    player.last_seen_at >= seenSince &&
    (audience === null ||
      isInAudience(audience, {
        playerId: player.player_id,
        userId: player.user_id,
        context: parseContext(player.context),
        knownIssues,
      }));

  if (knownIssueId !== undefined) {
    const linked = await read(() => audiencePlayers.ofKnownIssue(knownIssueId, MAX_COUNTED_PLAYERS));
    const tickets = await read(() => audiencePlayers.linkedTickets(knownIssueId, MAX_COUNTED_PLAYERS + 1));
    const subscribed = await read(() => audiencePlayers.subscribedTo(knownIssueId, MAX_COUNTED_PLAYERS));
    const found = new Map([...linked, ...subscribed].map((player) => [player.player_id, player]));
    const issues = new Map([[knownIssueId, 0]]);
    const count = [...found.values()].filter((player) => isCounted(player, issues)).length;
    const isCut = tickets > MAX_COUNTED_PLAYERS || subscribed.length === MAX_COUNTED_PLAYERS;
    return isCut ? atLeast(count) : exactly(count);
  }
  if (players !== undefined) {
    const byId = await read(() => audiencePlayers.byIds(players));
    const byUserId = await read(() => audiencePlayers.byUserIds(projectId, players, MAX_COUNTED_PLAYERS));
    const found = new Map([...byId, ...byUserId].map((player) => [player.player_id, player]));
    const count = [...found.values()].filter((player) => isCounted(player, ANY)).length;
    return byUserId.length === MAX_COUNTED_PLAYERS ? atLeast(count) : exactly(count);
  }
  let count = 0;
  let after = '';
  for (let sampled = 0; sampled < MAX_COUNTED_PLAYERS; sampled += PAGE) {
    const page = await read(() => audiencePlayers.page(after, PAGE));
    count += page.filter((player) => isCounted(player, ANY)).length;
    const last = page.at(-1);
    if (last === undefined || page.length < PAGE) return exactly(count);
    after = last.player_id;
  }
  return estimated(count, after);
}
