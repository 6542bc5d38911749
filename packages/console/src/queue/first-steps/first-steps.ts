import { DEMO_PROJECT_NAME } from '@player-support/contract/demo-project';
import { ROLES } from '@player-support/contract/enums';
import type { MemberResponse } from '@player-support/contract/team/members';
import type { ProjectResponse } from '@player-support/contract/team/projects';

/** In this order. */
const STEPS = ['project', 'ticket', 'notifications', 'member'] as const;
export type StepId = (typeof STEPS)[number];

/** Undefined: not known yet. */
export type Facts = Readonly<Record<StepId, boolean | undefined>>;

export interface Step {
  readonly id: StepId;
  readonly isDone: boolean;
}

export function stepsFor({ role, projectIds }: Pick<MemberResponse, 'role' | 'projectIds'>): readonly StepId[] {
  const rank = ROLES.indexOf(role);
  const may: Readonly<Record<StepId, boolean>> = {
    // A new project needs access to all projects.
    project: rank >= ROLES.indexOf('admin') && projectIds === null,
    ticket: rank >= ROLES.indexOf('agent'),
    notifications: rank >= ROLES.indexOf('agent'),
    member: rank >= ROLES.indexOf('admin'),
  };
  return STEPS.filter((id) => may[id]);
}

/** `shown` and `hidden` were chosen by the member. `auto`: until all are done. */
export type Visibility = 'auto' | 'hidden' | 'shown';

/** The first active project, else the demo. */
export function testProject<P extends Pick<ProjectResponse, 'name' | 'status'>>(projects: readonly P[]): P | undefined {
  const active = projects.filter(({ status }) => status === 'active');
  return active.find(({ name }) => name !== DEMO_PROJECT_NAME) ?? active[0];
}

/** A team with more tickets is past its first steps. */
const FEW_TICKETS = 10;

interface Situation {
  readonly visibility: Visibility;
  /** Undefined: not known yet. */
  readonly ticketCount: number | undefined;
  readonly facts: Facts;
}

/** Shows steps only when all are known, so that none flashes. */
export function visibleSteps(ids: readonly StepId[], { visibility, ticketCount, facts }: Situation): readonly Step[] {
  if (visibility === 'hidden' || ticketCount === undefined) return [];
  const steps = ids.flatMap((id): Step[] => (facts[id] === undefined ? [] : [{ id, isDone: facts[id] }]));
  if (steps.length < ids.length) return [];
  const isOver = ticketCount > FEW_TICKETS || steps.every(({ isDone }) => isDone);
  return isOver && visibility === 'auto' ? [] : steps;
}
