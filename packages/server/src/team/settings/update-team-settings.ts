import { TeamSettingsResponse, UpdateTeamSettingsRequest } from '@player-support/contract/team/team-settings';
import { AppError } from '../../errors.ts';
import { audited } from '../../operations/audited.ts';
import { operation } from '../../operations/operation.ts';
import { requireAllProjects } from '../grants.ts';

export const updateTeamSettings = operation({
  id: 'UpdateTeamSettings',
  tag: 'Team',
  summary: 'Update the settings of the team',
  description:
    'For owners of all projects. To require a second factor of everybody, the owner must have one. Members without one can then do nothing but set one up. API keys need none.',
  method: 'PATCH',
  url: '/api/v1/team/settings',
  auth: 'member',
  role: 'owner',
  body: UpdateTeamSettingsRequest,
  success: { status: 200, schema: TeamSettingsResponse },
  failures: [409],

  async handle(call, { store, live }) {
    const { body, caller } = call;
    const { secondFactorRequired } = body;
    requireAllProjects(caller);
    if (secondFactorRequired && caller.session.totp_secret === null && caller.session.has_passkey === 0) {
      throw new AppError('already-exists', { detail: 'Set up your own second factor first.' });
    }
    const isRequired = await audited(call, store, async (tx) => {
      const before = await tx.teamSettings.isFactorRequired();
      const after = secondFactorRequired ?? before;
      if (after === before) return [after, undefined];
      await tx.teamSettings.requireFactor(after);
      return [after, { details: { secondFactorRequired: after } }];
    });
    live.settingsChanged('members');
    live.accessChanged();
    return { status: 200, body: { secondFactorRequired: isRequired } };
  },
});
