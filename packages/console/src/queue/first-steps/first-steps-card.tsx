import './first-steps.css';
import { Alert, Button, Text, Title, VisuallyHidden } from '@mantine/core';
import type { ProjectResponse } from '@player-support/contract/team/projects';
import { IconCircle, IconCircleCheckFilled } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useId } from 'react';
import { NEW_PROJECT, projectsQuery } from '../../data/queries/projects.ts';
import { queueKeys } from '../../data/queries/queue.ts';
import { useMember } from '../../data/session/session.ts';
import { useText } from '../../i18n/text.ts';
import { errorText } from '../../ui/error-text.ts';
import { AnchorLink } from '../../ui/link.tsx';
import { notifySuccess } from '../../ui/notify.ts';
import { type Step, type StepId, testProject } from './first-steps.ts';
import { sendTestTicket } from './test-ticket.ts';
import { useVisibility } from './use-visibility.ts';

const TEST_TICKET = ['test-ticket'];

interface Props {
  readonly steps: readonly Step[];
  /** One line above the first tickets. */
  readonly isCompact: boolean;
}

export function FirstStepsCard({ steps, isCompact }: Props) {
  const { t } = useText();
  const [, setVisibility] = useVisibility();
  const heading = useId();
  const test = useTestTicket();
  const actions: Readonly<Record<StepId, ReactNode>> = {
    project: (
      <AnchorLink to="/settings/projects" hash={NEW_PROJECT}>
        {t('first-steps.project')}
      </AnchorLink>
    ),
    ticket: (
      <Button
        variant={isCompact ? 'default' : 'filled'}
        size="compact-md"
        onClick={test.send}
        loading={test.isPending}
        disabled={test.project === undefined}
      >
        {t('first-steps.ticket')}
      </Button>
    ),
    notifications: <AnchorLink to="/settings/notifications">{t('first-steps.notifications')}</AnchorLink>,
    member: <AnchorLink to="/settings/members">{t('first-steps.member')}</AnchorLink>,
  };
  const done = steps.filter(({ isDone }) => isDone).length;
  return (
    <section className="first-steps" aria-labelledby={heading} data-compact={isCompact || undefined}>
      <div className="first-steps-head">
        <Title order={2} size="h3" id={heading}>
          {t('first-steps.title')}
        </Title>
        <Text size="sm" c="dimmed" flex={1} style={{ whiteSpace: 'nowrap' }}>
          {t('first-steps.done', { done, all: steps.length })}
        </Text>
        <Button variant="subtle" color="gray" size="compact-md" onClick={() => setVisibility('hidden')}>
          {t('first-steps.hide')}
        </Button>
      </div>
      <ol>
        {steps.map(({ id, isDone }) => (
          <li key={id} data-done={isDone || undefined}>
            {isDone ? <IconCircleCheckFilled size={20} aria-hidden /> : <IconCircle size={20} aria-hidden />}
            <div>
              {isDone ? (
                <Text span c="dimmed">
                  <VisuallyHidden>{t('first-steps.is-done')} </VisuallyHidden>
                  {t(`first-steps.${id}`)}
                </Text>
              ) : (
                actions[id]
              )}
              {!isDone && !isCompact && (
                <Text size="sm" c="dimmed" mt={2}>
                  {t(
                    id === 'ticket' && test.project === undefined
                      ? 'first-steps.ticket.wait'
                      : `first-steps.${id}.text`,
                  )}
                </Text>
              )}
            </div>
          </li>
        ))}
      </ol>
      {test.error !== null && (
        <Alert color="red" role="alert" mt="sm">
          {errorText(test.error, t)}
        </Alert>
      )}
    </section>
  );
}

function useTestTicket() {
  const { t } = useText();
  const { id, name } = useMember();
  const queryClient = useQueryClient();
  const project = testProject(useQuery(projectsQuery).data?.projects ?? []);
  const { mutate, isPending, error } = useMutation({
    mutationKey: TEST_TICKET,
    mutationFn: async (to: ProjectResponse) =>
      sendTestTicket(id, to, {
        userId: t('first-steps.ticket.player', { name }),
        subject: t('first-steps.ticket.subject'),
        message: t('first-steps.ticket.message'),
      }),
    meta: { quiet: true },
    onSuccess: async (_sent, to) => {
      notifySuccess(t('first-steps.ticket.sent', { project: to.name }));
      await queryClient.invalidateQueries({ queryKey: queueKeys.counts({}) });
    },
  });
  const send = () => {
    // A double click is faster than the render that disables the button.
    if (project !== undefined && queryClient.isMutating({ mutationKey: TEST_TICKET }) === 0) mutate(project);
  };
  return { project, send, isPending, error };
}
