import { DEMO_PROJECT_NAME } from '@player-support/contract/demo-project';
import type { NotificationSettingsResponse } from '@player-support/contract/team/notifications';
import { useQuery } from '@tanstack/react-query';
import { invitationsQuery, membersQuery } from '../../data/queries/members.ts';
import { notificationsQuery } from '../../data/queries/notifications.ts';
import { projectsQuery } from '../../data/queries/projects.ts';
import { useMember } from '../../data/session/session.ts';
import { type Facts, type Step, stepsFor, visibleSteps } from './first-steps.ts';
import { useVisibility } from './use-visibility.ts';

/** `ticketCount`: of all projects; undefined until it is known. */
export function useFirstSteps(ticketCount: number | undefined): readonly Step[] {
  const [visibility] = useVisibility();
  const ids = stepsFor(useMember());
  const projects = useQuery(projectsQuery).data?.projects;
  const members = useQuery(membersQuery).data?.members;
  const isAlone = members?.length === 1;
  const steps = (facts: Pick<Facts, 'notifications' | 'member'>) =>
    visibleSteps(ids, {
      visibility,
      ticketCount,
      facts: {
        project: projects?.some(({ name }) => name !== DEMO_PROJECT_NAME),
        ticket: ticketCount === undefined ? undefined : ticketCount > 0,
        ...facts,
      },
    });
  // Most teams are past these steps, so they skip these requests.
  const enabled = steps({ notifications: false, member: false }).length > 0;
  const notifications = useQuery({ ...notificationsQuery, enabled: enabled && ids.includes('notifications') }).data;
  const canInvite = isAlone && ids.includes('member');
  const invitations = useQuery({ ...invitationsQuery, enabled: enabled && canInvite }).data?.invitations;
  return steps({
    notifications: notifications && isTold(notifications),
    member: members && (isAlone ? invitations && invitations.length > 0 : true),
  });
}

/** The member is told of something, on a channel that works. */
function isTold({ mail, mailAvailable, webhook, webhookFormat }: NotificationSettingsResponse): boolean {
  return (mailAvailable && mail.length > 0) || (webhookFormat !== null && webhook.length > 0);
}
