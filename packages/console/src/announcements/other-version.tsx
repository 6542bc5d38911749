import { Group, Input, Paper, Text } from '@mantine/core';
import type { AnnouncementResponse } from '@player-support/contract/team/announcements';
import type { ProjectResponse } from '@player-support/contract/team/projects';
import { useText } from '../i18n/text.ts';
import { AnnouncementHeader } from './announcement-header.tsx';

interface Props {
  readonly announcement: AnnouncementResponse;
  readonly projects: readonly ProjectResponse[];
}

export function OtherVersion({ announcement, projects }: Props) {
  const { t } = useText();
  return (
    <Input.Wrapper label={t('announcements.other-version')} labelElement="div">
      <Paper withBorder p="sm" mt={4} mah="12rem" tabIndex={0} style={{ overflowY: 'auto' }}>
        <Group gap="xs">
          <AnnouncementHeader announcement={announcement} projects={projects} />
        </Group>
        <Text size="sm" className="user-text" dir="auto">
          {announcement.body}
        </Text>
      </Paper>
    </Input.Wrapper>
  );
}
