import { Badge, Button, Group, Text } from '@mantine/core';
import type { ListedMemberResponse } from '@player-support/contract/team/members';
import { covers } from '../data/access.ts';
import { useMember } from '../data/session/session.ts';
import { useText } from '../i18n/text.ts';
import { AccessSummary } from '../parts/access/access-summary.tsx';
import { LazyTooltip } from '../ui/lazy-tooltip.tsx';
import { Row } from '../ui/rows.tsx';

interface Props {
  readonly member: ListedMemberResponse;
  readonly onEdit: () => void;
}

export function MemberRow({ member, onEdit }: Props) {
  const { t } = useText();
  const me = useMember();
  const { name, email, disabled, totp, oidc, passkey, passkeyUsable, wrongCodesAt, webhookHost } = member;
  return (
    <Row
      actions={
        covers(me, member) && (
          <Button variant="default" onClick={onEdit} aria-label={t('action.edit.one', { name })}>
            {t('action.edit')}
          </Button>
        )
      }
    >
      <Group gap="xs">
        <Text fw={600} c={disabled ? 'dimmed' : 'inherit'}>
          {name}
        </Text>
        {member.id === me.id && <Badge variant="light">{t('members.you')}</Badge>}
        {disabled && (
          <Badge variant="default" c="dimmed">
            {t('members.disabled')}
          </Badge>
        )}
        {oidc && <Badge variant="default">{t('members.oidc')}</Badge>}
        {totp && <Badge variant="default">{t('label.second-factor')}</Badge>}
        {passkey && (
          <Badge variant="default">{t(passkeyUsable === false ? 'members.passkey-elsewhere' : 'label.passkey')}</Badge>
        )}
        {totp === false && passkey === false && oidc === false && !disabled && (
          <Badge variant="default" c="dimmed">
            {t('members.no-factor')}
          </Badge>
        )}
        {wrongCodesAt !== null && (
          <LazyTooltip label={t('members.wrong-codes.hint')}>
            <Badge color="red">{t('members.wrong-codes')}</Badge>
          </LazyTooltip>
        )}
      </Group>
      <Text size="sm" c="dimmed" mb={4}>
        {email}
      </Text>
      <AccessSummary role={member.role} projectIds={member.projectIds} />
      {webhookHost !== null && (
        <Text size="sm" c="dimmed" mt={4} className="user-text">
          {t('members.webhook', { host: webhookHost })}
        </Text>
      )}
    </Row>
  );
}
