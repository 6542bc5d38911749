import { Anchor, Badge, Button, Card, Collapse, Group, Stack, Text, Title } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { ProjectResponse } from '@player-support/contract/team/projects';
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react';
import { useId } from 'react';
import { useHasRole } from '../data/session/session.ts';
import { ticketTypeLabel } from '../data/ticket-type-label.ts';
import { useText } from '../i18n/text.ts';
import { CopyField } from '../ui/copy-field.tsx';
import { holdKeys } from '../ui/held-keys.ts';
import { lazyComponent } from '../ui/lazy-component.tsx';
import { AnchorLink } from '../ui/link.tsx';
import { GameCode } from './game-code.tsx';

interface Props {
  readonly project: ProjectResponse;
  /** For games. */
  readonly url: string;
  readonly isExpanded: boolean;
  readonly onExpandedChange: (isExpanded: boolean) => void;
  readonly onEdit: () => void;
}

const IdentityDialog = lazyComponent(async () => (await import('./identity-dialog.tsx')).IdentityDialog);

export function ProjectCard({ project, url, isExpanded, onExpandedChange, onEdit }: Props) {
  const { t, language } = useText();
  const canEdit = useHasRole('admin');
  const [settingIdentity, identity] = useDisclosure(false, { onOpen: holdKeys });
  const [headingId, codeId] = [useId(), useId()];
  const Chevron = isExpanded ? IconChevronDown : IconChevronRight;
  const { id, name, status, publicKey, autoCloseDays, ticketTypes } = project;
  return (
    <Card withBorder mb="md" component="section" aria-labelledby={headingId}>
      <Stack gap="sm">
        <Group justify="space-between" align="flex-start" wrap="nowrap">
          <Group gap="xs" miw={0} className="row-main">
            <Title order={2} size="h3" id={headingId}>
              {name}
            </Title>
            <Badge variant="dot" color={status === 'active' ? 'green' : 'gray'}>
              {t(`projects.${status}`)}
            </Badge>
          </Group>
          {canEdit && (
            <Button variant="default" flex="0 0 auto" onClick={onEdit} aria-label={t('action.edit.one', { name })}>
              {t('action.edit')}
            </Button>
          )}
        </Group>
        <CopyField label={t('projects.key')} value={publicKey} description={t('projects.key.hint')} />
        <Text size="sm" c="dimmed">
          {t('label.auto-close', { count: autoCloseDays })} · {t('label.ticket-types')}:{' '}
          {ticketTypes.map((one) => ticketTypeLabel(one, language)).join(', ') || t('projects.types.none')}
        </Text>
        <Group gap="md">
          <AnchorLink
            to="/settings/projects/$projectId/notices"
            params={{ projectId: id }}
            size="sm"
            aria-label={t('projects.notices.one', { name })}
          >
            {t('settings.notices')}
          </AnchorLink>
          {canEdit && (
            <AnchorLink
              to="/settings/projects/$projectId/forms"
              params={{ projectId: id }}
              size="sm"
              aria-label={t('projects.forms.one', { name })}
            >
              {t('settings.forms')}
            </AnchorLink>
          )}
          {canEdit && (
            <AnchorLink
              to="/settings/projects/$projectId/player-data"
              params={{ projectId: id }}
              size="sm"
              aria-label={t('projects.player-data.one', { name })}
            >
              {t('settings.player-data')}
            </AnchorLink>
          )}
          {canEdit && (
            <Anchor
              component="button"
              type="button"
              size="sm"
              onClick={identity.open}
              aria-label={t('projects.identity.one', { name })}
            >
              {t('projects.identity')}
            </Anchor>
          )}
        </Group>
        {settingIdentity && <IdentityDialog project={project} onClose={identity.close} />}
        <div>
          <Button
            variant="transparent"
            color="gray"
            fw={400}
            px={0}
            size="compact-sm"
            leftSection={<Chevron size={16} aria-hidden />}
            onClick={() => onExpandedChange(!isExpanded)}
            aria-expanded={isExpanded}
            aria-controls={codeId}
          >
            {t('snippets.title')}
          </Button>
        </div>
        <Collapse expanded={isExpanded} id={codeId}>
          {isExpanded && <GameCode game={{ url, publicKey, type: ticketTypes[0]?.type || 'other' }} />}
        </Collapse>
      </Stack>
    </Card>
  );
}
