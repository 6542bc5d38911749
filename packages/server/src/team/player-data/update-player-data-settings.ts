import { randomBytes } from 'node:crypto';
import { PlayerDataSettings, UpdatePlayerDataSettingsRequest } from '@player-support/contract/team/player-data';
import { canAccessProject } from '../../domain/access.ts';
import { isSealed } from '../../domain/sealed-text.ts';
import { AppError, invalid } from '../../errors.ts';
import { formatSecret } from '../../network/webhook-signature.ts';
import { audited } from '../../operations/audited.ts';
import { operation } from '../../operations/operation.ts';
import { webhookHost } from '../members/remove-webhook.ts';
import { presentPlayerDataSettings } from './get-player-data-settings.ts';

export const updatePlayerDataSettings = operation({
  id: 'UpdatePlayerDataSettings',
  tag: 'Projects',
  summary: 'Update where the server asks for data about players',
  description:
    'Absent fields do not change. The first `url` gets a secret. Only this response shows it, and a secret that `newSecret` created.',
  method: 'PATCH',
  url: '/api/v1/team/projects/:projectId/player-data',
  auth: 'team',
  role: 'admin',
  body: UpdatePlayerDataSettingsRequest,
  audited: true,
  needs: ['limits', 'notifier', 'projectCache'],
  success: { status: 200, schema: PlayerDataSettings },

  async handle(call, { store, limits, live, notifier, projectCache }) {
    const { body, caller, params } = call;
    const { projectId } = params;
    if (!canAccessProject(caller, projectId)) throw new AppError('not-found');
    if (body.url) {
      limits.consumeByCaller('testNotification', caller);
      const problem = await notifier.problemOfAddress(body.url, caller);
      if (problem !== undefined) throw new AppError('validation', { problems: { url: [problem] } });
    }
    const settings = await audited(call, store, async (tx) => {
      const project = await tx.projects.lock(projectId);
      if (project === undefined) throw new AppError('not-found');
      const { player_data_url: before, player_data_secret: kept } = project;
      const url = body.url === undefined ? before : body.url;
      if (url === null && body.newSecret) throw invalid('newSecret', 'url-needed');
      const created = url !== null && (kept === null || body.newSecret) ? formatSecret(randomBytes(32)) : null;
      const secret = url === null ? null : (created ?? kept);
      // Nothing changes, so the audit log has no entry.
      if (url === before && created === null) return [presentPlayerDataSettings(url, null), undefined];
      await tx.projects.setPlayerData({ project_id: projectId, player_data_url: url, player_data_secret: secret });
      // Only names and hosts: the rest of an address can be a secret.
      const details = {
        changed: [...(body.url === undefined ? [] : ['url']), ...(created === null ? [] : ['secret'])],
        webhook: body.url ? webhookHost(body.url) : undefined,
        removedWebhook: before === null || body.url === undefined ? undefined : hostOf(before),
      };
      return [presentPlayerDataSettings(url, created), { target: projectId, projectId, details }];
    });
    projectCache.forget(projectId);
    live.settingsChanged('projects');
    return { status: 200, body: settings };
  },
});

/** Undefined: the address's secret key is missing. */
const hostOf = (url: string) => (isSealed(url) ? undefined : webhookHost(url));
