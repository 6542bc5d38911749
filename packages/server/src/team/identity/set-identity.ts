import { type FieldProblems, fieldProblem } from '@player-support/contract/field-problems';
import { IdentitySettingsResponse, SetIdentityRequest } from '@player-support/contract/team/identity';
import { canAccessProject } from '../../domain/access.ts';
import { parsePublicKey } from '../../domain/public-key.ts';
import { AppError, refuseProblems } from '../../errors.ts';
import { problemOfUrl } from '../../network/webhook-address.ts';
import { audited } from '../../operations/audited.ts';
import { operation } from '../../operations/operation.ts';
import { presentIdentity } from './get-identity.ts';

export const setIdentity = operation({
  id: 'SetIdentity',
  tag: 'Verified identity',
  summary: 'Set how the backend of a game proves who a player is',
  description:
    'Send one of `jwksUrl`, `publicKey` and `secret`: it also decides which algorithms are accepted. The settings replace earlier ones as a whole. Links of players stay.',
  method: 'PUT',
  url: '/api/v1/team/projects/:projectId/identity',
  auth: 'team',
  role: 'admin',
  body: SetIdentityRequest,
  audited: true,
  success: { status: 200, schema: IdentitySettingsResponse },

  async handle(call, { store, config, live }) {
    const { body, caller, params, now } = call;
    const { projectId } = params;
    if (!canAccessProject(caller, projectId)) throw new AppError('not-found');
    const { jwksUrl, publicKey, secret, audience, issuer = null } = body;
    const problems: FieldProblems = {};
    if ([jwksUrl, publicKey, secret].filter((key) => key !== undefined).length !== 1) {
      problems.jwksUrl = [fieldProblem('identity-keys')];
    }
    const urlProblem = jwksUrl === undefined ? undefined : problemOfUrl(jwksUrl, config.webhookAllowPrivate);
    if (urlProblem !== undefined) problems.jwksUrl = [urlProblem];
    const parsed = publicKey === undefined ? undefined : parsePublicKey(publicKey);
    if (parsed !== undefined && 'problem' in parsed) problems.publicKey = [parsed.problem];
    refuseProblems(problems);
    const row = {
      project_id: projectId,
      jwks_url: jwksUrl ?? null,
      public_key: parsed !== undefined && 'pem' in parsed ? parsed.pem : null,
      secret: secret ?? null,
      audience,
      issuer,
      updated_at: now,
    };
    await audited(call, store, async (tx) => {
      if ((await tx.projects.byId(projectId)) === undefined) throw new AppError('not-found');
      await tx.projectIdentities.set(row);
      const changed = Object.keys(SetIdentityRequest.properties).filter((name) => name in body);
      return [undefined, { target: projectId, projectId, details: { changed } }];
    });
    live.settingsChanged('projects');
    return { status: 200, body: presentIdentity(row, await store.projectIdentities.sharesTokens(row)) };
  },
});
