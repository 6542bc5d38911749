import { DEMO_PROJECT_NAME } from '@player-support/contract/limits';
import { useQuery } from '@tanstack/react-query';
import { useMember } from '../app/session.ts';
import { invitationsQuery, membersQuery } from '../members/queries.ts';
import { projectsQuery } from '../projects/queries.ts';
import { type Step, stepsFor, visibleSteps } from './first-steps.ts';
import { useVisibility } from './use-visibility.ts';

/**
 * The first steps to show, or none.
 *
 * @param ticketCount how many tickets all projects have; undefined until it is known
 */
export function useFirstSteps(ticketCount: number | undefined): readonly Step[] {
  const [visibility] = useVisibility();
  const ids = stepsFor(useMember());
  const projects = useQuery(projectsQuery).data?.projects;
  const members = useQuery(membersQuery).data?.members;
  const isAlone = members?.length === 1;
  const steps = (invited: boolean | undefined) =>
    visibleSteps(ids, {
      visibility,
      ticketCount,
      facts: {
        project: projects?.some(({ name }) => name !== DEMO_PROJECT_NAME),
        ticket: ticketCount === undefined ? undefined : ticketCount > 0,
        member: members && (isAlone ? invited : true),
      },
    });
  // Only a team of one asks for its invitations, and only if the answer matters.
  const enabled = isAlone && ids.includes('member') && steps(false).length > 0;
  const invitations = useQuery({ ...invitationsQuery, enabled }).data?.invitations;
  return steps(invitations && invitations.length > 0);
}
