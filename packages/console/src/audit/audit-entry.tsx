import { Code, Group, Text } from '@mantine/core';
import type { AuditEntryResponse } from '@player-support/contract/team/audit';
import type { ListedMemberResponse } from '@player-support/contract/team/members';
import { useQuery } from '@tanstack/react-query';
import { labelOfType } from '../data/label-of-type.ts';
import { projectsQuery } from '../data/queries/projects.ts';
import { useText } from '../i18n/text.ts';
import { AnchorLink } from '../ui/link.tsx';
import { RobotMark } from '../ui/robot-mark.tsx';
import { Row } from '../ui/rows.tsx';
import { Time } from '../ui/time.tsx';
import { actionInWords, actionKey } from './audit-actions.ts';
import { auditDetails } from './audit-details.ts';

interface Props {
  readonly entry: AuditEntryResponse;
  readonly members: readonly ListedMemberResponse[];
}

export function AuditEntry({ entry, members }: Props) {
  const { t, language } = useText();
  const projects = useQuery(projectsQuery).data?.projects ?? [];
  const { actor, action, projectId, target, details, address, occurrences } = entry;
  const key = actionKey(action, details);
  const projectOfEntry = projects.find(({ id }) => id === projectId);
  const project = projectOfEntry?.name ?? projectId;
  const failed = typeof details.failed === 'string' || action === 'RefusedRequest';
  const detailTexts = auditDetails(details, {
    t,
    memberName: (id) => members.find((member) => member.id === id)?.name ?? id,
    projectName: (id) => projects.find((one) => one.id === id)?.name ?? id,
    typeLabel: (type) => labelOfType(projectOfEntry?.ticketTypes, type, language),
  });
  if (occurrences !== null && occurrences > 1) detailTexts.push(t('audit.detail.occurrences', { count: occurrences }));
  if (address !== null) detailTexts.push(t('audit.detail.address', { address }));
  return (
    <Row
      actions={
        <Text size="sm" c="dimmed">
          <Time at={entry.at} />
        </Text>
      }
    >
      <Group gap={6}>
        <RobotMark id={actor.id} />
        <Text fw={600}>{actor.id === 'nobody' ? t('audit.nobody') : actor.name}</Text>
        {actor.type === 'system' && <Text c="dimmed">({t('audit.actor.system')})</Text>}
        <Text c={failed ? 'var(--mantine-color-error)' : 'inherit'}>
          {key === undefined ? actionInWords(action) : t(key)}
        </Text>
        {project !== null && <Text c="dimmed">{project}</Text>}
        {target !== null && target !== actor.id && <Target id={target} members={members} />}
      </Group>
      {detailTexts.length > 0 && (
        <Text size="sm" c="dimmed" className="user-text">
          {detailTexts.join(' · ')}
        </Text>
      )}
    </Row>
  );
}

function shortId(id: string): string {
  return `…${id.slice(-6)}`;
}

function Target({ id, members }: { readonly id: string; readonly members: readonly ListedMemberResponse[] }) {
  if (id.startsWith('tkt_')) {
    return (
      <AnchorLink to="/tickets/$ticketId" params={{ ticketId: id }} size="sm">
        {shortId(id)}
      </AnchorLink>
    );
  }
  if (id.startsWith('ply_')) {
    return (
      <AnchorLink to="/players/$playerId" params={{ playerId: id }} size="sm">
        {shortId(id)}
      </AnchorLink>
    );
  }
  const name = members.find((member) => member.id === id)?.name;
  return name === undefined ? <Code>{id}</Code> : <Text>{name}</Text>;
}
