import { sortsOf, TICKET_VIEWS } from '@player-support/contract/enums';
import { ofLength } from './text-fields.ts';

/** Placeholders of `Side` stand for ids, tokens and tags. */
export interface Step {
  readonly method: string;
  readonly path: string;
  readonly token?: string | undefined;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}
export interface Pause {
  readonly milliseconds: number;
}

interface KnownPlayer {
  readonly project: number;
  readonly id: string;
  token: string;
  readonly tickets: string[];
  readonly messages: string[];
  readonly tags: string[];
}

/** Steps use ids and tokens from earlier requests. */
export class World {
  /** They exist from the start. Players belong to them. */
  readonly projects: { readonly id: string; readonly publicKey: string }[] = [];
  readonly otherProjects: string[] = [];
  readonly players: KnownPlayer[] = [];
  readonly tickets: string[] = [];
  readonly announcements: string[] = [];
  readonly macros: string[] = [];
  readonly members: string[] = [];
  readonly cursors: string[] = [];
}

export const TEAM = '@@team@@';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const DAY = 1440 * MINUTE;
const PAUSES = [0, 1, 1, SECOND, MINUTE, 10 * MINUTE, DAY / 2, DAY, 3 * DAY, 7 * DAY, 31 * DAY, 91 * DAY];

const PIECES = [
  ...['help', ' ', '\n', '\t', '\u00a0', '\u2028', '', '0', 'null', 'NULL', 'x'.repeat(300)],
  ...['😀', '👨‍👩‍👧‍👦', '𝒳', 'e\u0301', '\u0301', 'ﬀ', 'İ', 'ß', '\u{10ffff}', '\ufffd', '\ufeff', '中文', 'नमस्ते'],
  ...['\u202eevil', 'שלום', 'مرحبا', "'", "''", "'; DROP TABLE ticket; --", '"', '\\', '\\\\', "\\'", '`', '\\u0000'],
  ...['$1', '$2', '?', ':name', '@p1', '%', '_', '%s', '{"a":[1,null,"\\"b"]}', '[]', '</script>', '\u0007', '\u001f'],
  ...["E'\\n'", '$$', '$body$', '--', '/*', '{1,2}', 'NaN', '1e999', '\r\n'],
];

/** The caller adds the responses' contents to `world`. */
export function stepsOf(random: () => number, world: World, now: () => number): () => Step | Pause {
  const below = (limit: number) => Math.floor(random() * limit);
  const chance = (probability: number) => random() < probability;
  function one<T>(values: readonly T[]): T {
    const value = values[below(values.length)];
    if (value === undefined) throw new RangeError('nothing to choose from');
    return value;
  }
  /** Sometimes an invalid value. */
  const id = (ids: readonly string[], kind: string): string => {
    if (ids.length === 0 || chance(0.03)) {
      return one([
        `${kind}_0`,
        'x',
        `${kind}_%00`,
        '%F0%9F%98%80',
        "'%20OR%201=1--",
        '%25',
        `${kind}_${'a'.repeat(90)}`,
      ]);
    }
    // Newer ids are more likely.
    const valid = chance(0.6) ? one(ids.slice(-8)) : one(ids);
    return chance(0.02) ? `${valid}${one(['a', '%00', '%20', "'"])}` : valid;
  };

  const words = (max: number): string => Array.from({ length: 1 + below(max) }, () => one(PIECES)).join('');
  const text = (max: number): unknown => {
    if (chance(0.01)) return one<unknown>(['', ' \n', null, 7, [], {}, 'a\0b', '\ud83d', '\ude00x']);
    if (chance(0.05)) return ofLength(one([max, max, max + 1, 5000]), one(['x', '😀', 'e\u0301', "'", '\\']));
    const pieces = words(chance(0.1) ? 60 : 5);
    return Array.from(/\S/.test(pieces) ? pieces : `${pieces}.`)
      .slice(0, max)
      .join('');
  };
  const context = (): object =>
    chance(0.5)
      ? {}
      : {
          context: chance(0.2)
            ? null
            : { appVersion: text(50), locale: chance(0.5) ? null : text(30), platform: text(50) },
        };
  const audience = (): object | null =>
    one([
      null,
      { players: ['u1', words(2).slice(0, 200)] },
      { platforms: [words(2).slice(0, 60), 'PC'] },
      { locales: [one(['de', 'en', 'pt-PT'])] },
      { minBuild: one(['1.0', '0.9', 'new']), maxBuild: '2.0' },
    ]);
  const time = (): string => new Date(now() + one([-DAY, -MINUTE, 0, 1, MINUTE, DAY])).toISOString();
  const tag = (tags: readonly string[]) =>
    tags.length > 0 && chance(0.5) ? { 'if-none-match': one(tags.slice(-2)) } : {};
  const key = () => (chance(0.4) ? { 'idempotency-key': one(['a', 'b', 'c', "'", '$1', '?']) } : {});

  function identify(): Step {
    const publicKey = chance(0.02) ? text(80) : one(world.projects).publicKey;
    const installationId = chance(0.02) ? text(128) : `installation-😀'${below(4)}`;
    const user = chance(0.5)
      ? {}
      : { userId: chance(0.2) ? null : chance(0.5) ? 'u1' : text(200), sessionId: chance(0.2) ? null : text(128) };
    const body = { projectPublicKey: publicKey, installationId, ...user, ...context() };
    return { method: 'POST', path: '/api/v1/player/identify', body };
  }

  function playerRequest(): Step {
    const player = chance(0.7) ? one(world.players.slice(-6)) : one(world.players);
    const publicKey = one(
      chance(0.97) ? world.projects.slice(player.project, player.project + 1) : world.projects,
    ).publicKey;
    const query = `?projectPublicKey=${publicKey}`;
    const tickets = chance(0.9) ? player.tickets : world.tickets;
    const token = chance(0.99) ? player.token : `${player.token}a`;
    switch (below(12)) {
      case 0:
      case 1:
      case 2: {
        const type = chance(0.5) ? 'bug' : text(30);
        const body = { projectPublicKey: publicKey, type, subject: text(120), message: text(4000), ...context() };
        return { method: 'POST', path: '/api/v1/tickets', token, body, headers: key() };
      }
      case 3:
        return { method: 'GET', path: `/api/v1/player/tickets${query}`, token, headers: tag(player.tags) };
      case 4:
      case 5:
        return { method: chance(0.1) ? 'HEAD' : 'GET', path: `/api/v1/tickets/${id(tickets, 'tkt')}`, token };
      case 6:
      case 7: {
        const path = `/api/v1/tickets/${id(tickets, 'tkt')}/messages`;
        return { method: 'POST', path, token, body: { message: text(4000) }, headers: key() };
      }
      case 8:
      case 9:
      case 10: {
        const since = chance(0.6) ? '' : `&since=${chance(0.1) ? one(['x', '%00', '']) : time()}`;
        return { method: 'GET', path: `/api/v1/player/inbox${query}${since}`, token, headers: tag(player.tags) };
      }
      default: {
        const message = chance(0.3) ? id(world.announcements, 'ann') : id(player.messages, 'inb');
        return { method: 'POST', path: `/api/v1/player/inbox/${message}/read`, token };
      }
    }
  }

  function teamRequest(): Step {
    const team = (method: string, path: string, body?: object): Step => {
      const request = { method, path: `/api/v1/team${path}`, token: TEAM };
      return body === undefined ? request : { ...request, body };
    };
    const ticket = id(world.tickets, 'tkt');
    const player = id(
      world.players.map((one) => one.id),
      'ply',
    );
    const projects = world.projects.map((one) => one.id);
    const anyProject = id([...projects, ...world.otherProjects], 'prj');
    const member = () => id(world.members, 'mem');
    const tagText = () => one(['vip', 'refund', words(1).slice(0, 40), "'", '"']);
    const tags = () => Array.from({ length: below(3) }, tagText);
    const triage = () =>
      Object.fromEntries(
        Object.entries({
          status: one(['open', 'pending', 'resolved', 'closed']),
          assigneeId: chance(0.3) ? null : member(),
          priority: one(['low', 'normal', 'high', 'urgent']),
        }).filter(() => chance(0.5)),
      );
    const macro = id(world.macros, 'mac');
    switch (below(34)) {
      case 0:
        return team('POST', '/projects', { name: text(100) });
      case 1:
        return team('GET', chance(0.5) ? '/projects' : `/projects/${anyProject}`);
      case 2: {
        const changes = {
          name: text(100),
          autoCloseDays: one([0.1, 1 / 3, 7, 3650, 3651, 1e-9]),
          ticketTypes: [{ type: text(30), label: text(80), labels: { de: text(80) } }],
        };
        return team(
          'PATCH',
          `/projects/${anyProject}`,
          Object.fromEntries(Object.entries(changes).filter(() => chance(0.5))),
        );
      }
      case 3:
        return team('PATCH', `/projects/${chance(0.5) ? one(projects) : anyProject}`, {
          status: chance(0.05) ? 'disabled' : 'active',
        });
      case 4:
      case 5:
      case 6: {
        const view = one([
          '',
          '&view=attention',
          '&view=all',
          '&view=open',
          '&view=pending',
          '&view=resolved',
          '&view=closed',
          '&view=mine',
          '&view=unassigned',
        ]);
        const filter = one([
          ...['', '', '', '&status=open', '&priority=high', '&assigneeId=none', `&assigneeId=${member()}`],
          `&tag=${encodeURIComponent(tagText())}`,
          `&platform=${encodeURIComponent(words(2).slice(0, 50))}`,
          `&type=bug&from=${time()}`,
          `&to=${time()}&tag=vip`,
        ]);
        const sort = chance(0.3) ? `&sort=${one(sortsOf(one(TICKET_VIEWS)))}` : '';
        const cursor = world.cursors.length > 0 && chance(0.4) ? `&cursor=${one(world.cursors.slice(-4))}` : '';
        return team(
          'GET',
          `/tickets?limit=${one([1, 2, 5, 100])}${view}${sort}${chance(0.4) ? `&projectId=${anyProject}` : ''}${cursor}${filter}`,
        );
      }
      case 7:
        return team('GET', `/tickets/${ticket}`);
      case 8:
      case 9:
      case 10:
      case 11:
        return team('PATCH', `/tickets/${ticket}`, {
          status: one(['open', 'pending', 'resolved', 'resolved', 'resolved', 'closed']),
        });
      case 12:
      case 13:
      case 14:
      case 15:
        return team('POST', `/tickets/${ticket}/replies`, { message: text(5000) });
      case 16:
        return team('POST', `/tickets/${ticket}/notes`, { message: text(5000) });
      case 17:
        return team('GET', `/players/${player}`);
      case 18:
        return team('PATCH', `/players/${player}`, { blocked: chance(0.2) });
      case 19:
      case 20:
        return {
          ...team('POST', `/players/${player}/messages`, {
            title: text(120),
            body: text(5000),
            ...(chance(0.5) ? { canReply: chance(0.7) } : {}),
          }),
          ...(chance(0.2) ? { headers: key() } : {}),
        };
      case 21: {
        // A much later start can be edited, and no inbox has it.
        const startsAt = chance(0.3) ? '2099-01-01T00:00:00.000Z' : chance(0.4) ? time() : null;
        const times = { startsAt, endsAt: chance(0.4) ? time() : null };
        return team('POST', '/announcements', {
          projectId: one(projects),
          title: text(120),
          body: text(5000),
          ...times,
          ...(chance(0.5) ? { audience: audience() } : {}),
          ...(chance(0.3) ? { texts: { de: { title: text(120), body: text(5000) } } } : {}),
        });
      }
      case 22:
        return team('PATCH', `/tickets/${ticket}`, { ...triage(), ...(chance(0.5) ? { tags: tags() } : {}) });
      case 23: {
        const ticketIds = Array.from({ length: 1 + below(5) }, () => id(world.tickets, 'tkt'));
        return team('PATCH', '/tickets', { ticketIds, ...triage(), addTags: tags(), removeTags: tags() });
      }
      case 24: {
        const body = { message: text(5000), status: one(['pending', 'resolved', 'closed']) };
        return { ...team('POST', `/tickets/${ticket}/${one(['replies', 'notes'])}`, body), headers: key() };
      }
      case 25:
        return team(
          'GET',
          one([
            '/tickets/counts',
            '/tickets/facets',
            '/tickets/facets',
            `/tickets/facets?projectId=${anyProject}`,
            `/tickets/counts?projectId=${anyProject}`,
            `/tickets/counts?tag=vip&type=bug&from=${time()}`,
            `/tickets/counts?platform=${encodeURIComponent(words(2).slice(0, 50))}&assigneeId=none`,
          ]),
        );
      case 26:
        return team(
          'GET',
          one([`/players/${player}/tickets`, `/players/${player}/installations`, '/players?userId=u1']),
        );
      case 27: {
        const fields = { name: text(80), body: text(5000), projectId: chance(0.5) ? null : anyProject };
        return chance(0.5) ? team('POST', '/macros', fields) : team('PATCH', `/macros/${macro}`, fields);
      }
      case 28:
        return chance(0.3) ? team('DELETE', `/macros/${macro}`) : team('GET', '/macros');
      case 29:
        if (chance(0.8)) {
          const fields = { title: text(120), ...(chance(0.2) ? { startsAt: time() } : {}) };
          // Most others have begun.
          return team('PATCH', `/announcements/${id(world.announcements.slice(-1), 'ann')}`, fields);
        }
        return team('GET', `/announcements${chance(0.5) ? '' : `?projectId=${anyProject}`}`);
      case 30:
      case 31:
      case 32: {
        // Mostly two tickets of one player.
        const owner = one(world.players).tickets;
        const merged = chance(0.9) ? id(owner, 'tkt') : ticket;
        const request = chance(0.7)
          ? team('POST', `/tickets/${merged}/merge`, { into: id(owner, 'tkt') })
          : team('POST', `/tickets/${merged}/unmerge`);
        return chance(0.2) ? { ...request, headers: key() } : request;
      }
      default:
        if (chance(0.1))
          return team('POST', '/announcements/count-audience', { projectId: one(projects), audience: audience() });
        if (chance(0.2)) {
          const announcement = id(world.announcements, 'ann');
          return chance(0.5)
            ? team('POST', `/announcements/${announcement}/retract`)
            : team('GET', `/announcements/${announcement}/reach`);
        }
        return chance(0.4)
          ? team('DELETE', `/announcements/${id(world.announcements, 'ann')}`)
          : team('GET', `/tickets/${ticket}`);
    }
  }

  return () => {
    if (world.players.length === 0 || chance(0.06)) return identify();
    if (chance(0.1)) return { milliseconds: one(chance(0.8) ? PAUSES.slice(0, 6) : PAUSES) };
    return chance(0.5) ? playerRequest() : teamRequest();
  };
}
