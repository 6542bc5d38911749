import { teamOperations } from '../../src/operations/all.ts';
import { aMember, aProject, fromOwnPage, type Member } from './builders.ts';
import type { Reply, TestServer } from './harness.ts';
import { again, refusals, type Scenario, type Scenarios, team, viewer, writeRefusals } from './scenarios.ts';
import { requestOf, send, takesKey } from './team-requests.ts';

/** Scenarios of accounts: who may come in, and what for. */

/** What the operations of accounts declare. */
export const DECLARED_BY_ACCOUNTS = {
  SignIn: [200, 400, 401, 403, 429],
  GetSession: [200, 401, 429],
  UpdateAccount: [200, 400, 401, 403, 429],
  BeginTotp: [200, 401, 403, 409, 429],
  ConfirmTotp: [200, 400, 401, 403, 409, 429],
  EndTotp: [204, 400, 401, 403, 429],
  ListMembers: [200, 401, 429],
  UpdateMember: [200, 400, 401, 403, 404, 429],
  CreatePasswordLink: [201, 401, 403, 404, 409, 429],
  ListInvitations: [200, 401, 403, 429],
  CreateInvitation: [201, 400, 401, 403, 409, 429],
  DeleteInvitation: [204, 401, 403, 404, 429],
  LookAtInvitation: [200, 400, 404, 429],
  AcceptInvitation: [201, 400, 401, 403, 404, 409, 429],
  ListApiKeys: [200, 401, 403, 429],
  CreateApiKey: [201, 400, 401, 403, 429],
  DeleteApiKey: [204, 401, 403, 404, 429],
  TakeOverApiKeys: [200, 400, 401, 403, 404, 409, 429],
  ListAuditEntries: [200, 400, 401, 403, 429],
  SignOut: [204, 401, 403, 429],
  SignOutEverywhere: [204, 401, 403, 429],
} as const;

const own = ({ cookie }: Member) => ({ headers: fromOwnPage(cookie) });

/** A good request, of a member where it takes one and with the team's key elsewhere. */
const good =
  (id: keyof typeof DECLARED_BY_ACCOUNTS, before?: (member: Member) => Promise<unknown>): Scenario =>
  async (server) => {
    const operation = teamOperations.find((one) => one.id === id);
    if (operation === undefined) throw new Error(`no ${id}`);
    const member = await aMember(server, 'owner');
    const request = await requestOf(operation, server, await aProject(server), member);
    await before?.(member);
    if (operation.auth === 'none') return send(server, request);
    return send(server, request, takesKey(operation) ? { token: server.teamKey } : own(member));
  };

/** Of a member who has just signed in. */
const asMember =
  (method: string, path: string, body?: object): Scenario =>
  async (server) =>
    (await aMember(server)).call(method, path, body);

/** Of an owner who has just signed in. */
const asOwner =
  (method: string, path: string, body?: object): Scenario =>
  async (server) =>
    (await aMember(server, 'owner')).call(method, path, body);

/** From a page of another site. */
const foreign =
  (method: string, path: string, body: object = {}): Scenario =>
  async (server) => {
    const { cookie } = await aMember(server);
    const headers = { cookie, 'sec-fetch-site': 'cross-site' };
    return server.call(method, `/api/v1/team${path}`, { headers, body });
  };

const memberRefusals = (method: string, path: string) => ({ ...refusals(method, path), 403: foreign(method, path) });

/** Of a member with a second factor. */
const withTotp =
  (method: string, path: string, body?: object): Scenario =>
  async (server) => {
    const member = await aMember(server);
    const row = await server.store.members.byId(member.id);
    if (row !== undefined) await server.store.members.update({ ...row, totp_secret: 'A'.repeat(32) });
    return member.call(method, path, body);
  };

const signIn = (server: TestServer, body: object): Promise<Reply> =>
  server.call('POST', '/api/v1/team/session', { body });
const wrong: Scenario = (server) => signIn(server, { email: 'nobody', password: 'wrong' });

const join =
  (what: 'look' | 'accept', body: object): Scenario =>
  (server) =>
    server.call('POST', `/api/v1/team/invitations/${what}`, { body });
const unknown = { token: 'inv_unknown' };
const invalid = { ...unknown, name: 'n', password: 'a long enough one' };

/** Accepts a link that asks for a second factor. */
const acceptWithoutCode: Scenario = async (server) => {
  const { id } = await aMember(server);
  const row = await server.store.members.byId(id);
  if (row !== undefined) await server.store.members.update({ ...row, totp_secret: 'A'.repeat(32) });
  const { token } = (await asOwner('POST', `/members/${id}/password-link`)(server)).body;
  return join('accept', { ...invalid, token })(server);
};

/** Accepts an invitation for the address of a member. */
const acceptTwice: Scenario = async (server) => {
  const invite = team('POST', '/invitations', { email: 'twice@studio.example', role: 'viewer' });
  const tokens = [(await invite(server)).body.token, (await invite(server)).body.token];
  await join('accept', { ...invalid, token: tokens[0] })(server);
  return join('accept', { ...invalid, token: tokens[1] })(server);
};

export const ACCOUNTS: Scenarios<typeof DECLARED_BY_ACCOUNTS> = {
  SignIn: {
    200: good('SignIn'),
    400: (server) => signIn(server, {}),
    401: wrong,
    403: foreign('POST', '/session'),
    429: (server) => again(() => wrong(server)),
  },
  GetSession: { ...refusals('GET', '/session'), 200: good('GetSession') },
  UpdateAccount: {
    ...memberRefusals('PATCH', '/account'),
    200: good('UpdateAccount'),
    400: asMember('PATCH', '/account', { newPassword: 'short' }),
  },
  BeginTotp: {
    ...memberRefusals('POST', '/account/totp'),
    200: good('BeginTotp'),
    409: withTotp('POST', '/account/totp'),
  },
  ConfirmTotp: {
    ...memberRefusals('POST', '/account/totp/confirm'),
    200: good('ConfirmTotp'),
    400: asMember('POST', '/account/totp/confirm', { code: '000000' }),
    409: withTotp('POST', '/account/totp/confirm', { code: '000000' }),
  },
  EndTotp: {
    ...memberRefusals('POST', '/account/totp/end'),
    204: good('EndTotp'),
    400: asMember('POST', '/account/totp/end', { password: 'wrong' }),
  },
  ListMembers: { ...refusals('GET', '/members'), 200: good('ListMembers') },
  UpdateMember: {
    ...writeRefusals('PATCH', '/members/mem_a'),
    200: good('UpdateMember'),
    400: team('PATCH', '/members/mem_a', { role: 'king' }),
    404: team('PATCH', '/members/mem_a', {}),
  },
  CreatePasswordLink: {
    ...writeRefusals('POST', '/members/mem_a/password-link'),
    201: good('CreatePasswordLink'),
    404: asOwner('POST', '/members/mem_a/password-link'),
    409: async (server) => {
      const { id } = await aMember(server);
      await team('PATCH', `/members/${id}`, { disabled: true })(server);
      return asOwner('POST', `/members/${id}/password-link`)(server);
    },
  },
  ListInvitations: {
    ...refusals('GET', '/invitations'),
    200: good('ListInvitations'),
    403: viewer('GET', '/invitations'),
  },
  CreateInvitation: {
    ...writeRefusals('POST', '/invitations'),
    201: good('CreateInvitation'),
    400: team('POST', '/invitations', {}),
    409: async (server) => {
      const { email } = await aMember(server);
      return team('POST', '/invitations', { email, role: 'viewer' })(server);
    },
  },
  DeleteInvitation: {
    ...writeRefusals('DELETE', '/invitations/inv_a'),
    204: good('DeleteInvitation'),
    404: team('DELETE', '/invitations/inv_a'),
  },
  LookAtInvitation: {
    200: good('LookAtInvitation'),
    400: join('look', {}),
    404: join('look', unknown),
    429: (server) => again(() => join('look', unknown)(server)),
  },
  AcceptInvitation: {
    201: good('AcceptInvitation'),
    400: join('accept', {}),
    401: acceptWithoutCode,
    403: foreign('POST', '/invitations/accept', invalid),
    404: join('accept', invalid),
    409: acceptTwice,
    429: (server) => again(() => join('accept', invalid)(server)),
  },
  ListApiKeys: { ...refusals('GET', '/api-keys'), 200: good('ListApiKeys'), 403: viewer('GET', '/api-keys') },
  CreateApiKey: {
    ...writeRefusals('POST', '/api-keys'),
    201: good('CreateApiKey'),
    400: team('POST', '/api-keys', {}),
  },
  DeleteApiKey: {
    ...writeRefusals('DELETE', '/api-keys/key_a'),
    204: good('DeleteApiKey'),
    404: team('DELETE', '/api-keys/key_a'),
  },
  TakeOverApiKeys: {
    ...writeRefusals('POST', '/api-keys/take-over'),
    200: good('TakeOverApiKeys'),
    400: asOwner('POST', '/api-keys/take-over', { apiKeyIds: [] }),
    404: asOwner('POST', '/api-keys/take-over', { apiKeyIds: ['key_a'] }),
    409: async (server) => {
      const { apiKey } = (await team('POST', '/api-keys', { name: 'n', role: 'viewer' })(server)).body;
      return asOwner('POST', '/api-keys/take-over', { apiKeyIds: [apiKey.id] })(server);
    },
  },
  ListAuditEntries: {
    ...refusals('GET', '/audit'),
    200: good('ListAuditEntries'),
    400: team('GET', '/audit?cursor=x'),
    403: viewer('GET', '/audit'),
  },
  SignOut: { ...memberRefusals('DELETE', '/session'), 204: good('SignOut') },
  SignOutEverywhere: { ...memberRefusals('DELETE', '/sessions'), 204: good('SignOutEverywhere') },
};
