import { Badge, Text } from '@mantine/core';
import type { AnnouncementResponse } from '@player-support/contract/team/announcements';
import type { ProjectResponse } from '@player-support/contract/team/projects';
import { AnnouncementTimes } from './announcement-times.tsx';

interface Props {
  readonly announcement: AnnouncementResponse;
  readonly projects: readonly ProjectResponse[];
}

export function AnnouncementHeader({ announcement, projects }: Props) {
  const { title, projectId } = announcement;
  return (
    <>
      <Text fw={600} dir="auto">
        {title}
      </Text>
      <AnnouncementTimes announcement={announcement} />
      <Badge variant="default">{projects.find(({ id }) => id === projectId)?.name ?? projectId}</Badge>
    </>
  );
}
