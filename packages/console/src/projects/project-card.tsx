import { Badge, Button, Card, Collapse, Group, Stack, Text, Title } from '@mantine/core';
import type { ProjectResponse } from '@player-support/contract/team/projects';
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react';
import { useId } from 'react';
import { useMay } from '../app/session.ts';
import { useText } from '../i18n/text.ts';
import { CopyField } from '../ui/copy-field.tsx';
import { FirstTicket } from './first-ticket.tsx';

interface Props {
  readonly project: ProjectResponse;
  /** Whether it is shown how to send a ticket. */
  readonly taught: boolean;
  readonly onTeach: (on: boolean) => void;
  readonly onEdit: () => void;
}

export function ProjectCard({ project, taught, onTeach, onEdit }: Props) {
  const { t } = useText();
  const mayEdit = useMay('admin');
  const [heading, lesson] = [useId(), useId()];
  const Chevron = taught ? IconChevronDown : IconChevronRight;
  const { name, status, publicKey, autoCloseDays, ticketTypes } = project;
  return (
    <Card withBorder mb="md" component="section" aria-labelledby={heading}>
      <Stack gap="sm">
        <Group justify="space-between" align="flex-start" wrap="nowrap">
          <Group gap="xs" miw={0} className="row-main">
            <Title order={2} size="h3" id={heading}>
              {name}
            </Title>
            <Badge variant="dot" color={status === 'active' ? 'green' : 'gray'}>
              {t(`projects.${status}`)}
            </Badge>
          </Group>
          {mayEdit && (
            <Button variant="default" flex="0 0 auto" onClick={onEdit} aria-label={t('projects.edit', { name })}>
              {t('action.edit')}
            </Button>
          )}
        </Group>
        <CopyField label={t('projects.key')} value={publicKey} description={t('projects.key.hint')} />
        <Text size="sm" c="dimmed">
          {t('projects.auto-close.after', { count: autoCloseDays })} · {t('projects.types')}:{' '}
          {ticketTypes.map(({ label }) => label).join(', ') || t('projects.types.none')}
        </Text>
        <div>
          <Button
            variant="transparent"
            color="gray"
            fw={400}
            px={0}
            size="compact-sm"
            leftSection={<Chevron size={16} aria-hidden />}
            onClick={() => onTeach(!taught)}
            aria-expanded={taught}
            aria-controls={lesson}
          >
            {t('first-ticket.title')}
          </Button>
        </div>
        <Collapse expanded={taught} id={lesson}>
          {taught && <FirstTicket publicKey={publicKey} type={ticketTypes[0]?.type ?? ''} />}
        </Collapse>
      </Stack>
    </Card>
  );
}
