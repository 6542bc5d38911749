import { Badge, Button, Code, Group, Text } from '@mantine/core';
import type { ApiKeyResponse } from '@player-support/contract/team/api-keys';
import { useCreatorName } from '../data/use-creator-name.ts';
import { useText } from '../i18n/text.ts';
import { AccessSummary } from '../parts/access/access-summary.tsx';
import { RobotMark } from '../ui/robot-mark.tsx';
import { RemoveButton, Row } from '../ui/rows.tsx';
import { Time } from '../ui/time.tsx';
import { isSuspended } from './suspended-keys.ts';

interface Props {
  readonly apiKey: ApiKeyResponse;
  /** Undefined: this member cannot take over the key. */
  readonly onTakeOver: (() => void) | undefined;
  readonly onRevoke: () => void;
}

export function ApiKeyRow({ apiKey, onTakeOver, onRevoke }: Props) {
  const { t } = useText();
  const creatorName = useCreatorName();
  const { id, name, createdAt, createdBy, lastUsedAt, expiresAt, revokedAt } = apiKey;
  const isExpired = expiresAt !== null && Date.parse(expiresAt) <= Date.now();
  return (
    <Row
      actions={
        revokedAt === null && (
          <>
            {onTakeOver !== undefined && (
              <Button variant="default" onClick={onTakeOver} aria-label={t('api-keys.take-over.one', { name })}>
                {t('api-keys.take-over')}
              </Button>
            )}
            <RemoveButton onClick={onRevoke} aria-label={t('api-keys.revoke.one', { name })}>
              {t('action.revoke')}
            </RemoveButton>
          </>
        )
      }
    >
      <Group gap="xs">
        <Text fw={600} c={revokedAt === null ? 'inherit' : 'dimmed'}>
          {name}
        </Text>
        <State apiKey={apiKey} isExpired={isExpired} />
      </Group>
      <Text size="sm" c="dimmed">
        <Code>{id}</Code>
      </Text>
      <Text size="sm" c="dimmed" mb={4}>
        {t('created-at')} <Time at={createdAt} /> <RobotMark id={createdBy} />
        {t('created-by', { name: creatorName(createdBy) })} ·{' '}
        {lastUsedAt === null ? (
          t('api-keys.never-used')
        ) : (
          <>
            {t('api-keys.used')} <Time at={lastUsedAt} />
          </>
        )}
        {expiresAt !== null && (
          <>
            {' '}
            · {t(isExpired ? 'api-keys.expired' : 'api-keys.expires')} <Time at={expiresAt} />
          </>
        )}
        {revokedAt !== null && (
          <>
            {' '}
            · {t('api-keys.revoked')} <Time at={revokedAt} />
          </>
        )}
        {isSuspended(apiKey) && onTakeOver === undefined && <> · {t('api-keys.take-over.not-you')}</>}
      </Text>
      <AccessSummary role={apiKey.role} projectIds={apiKey.projectIds} />
    </Row>
  );
}

function State({ apiKey, isExpired }: { readonly apiKey: ApiKeyResponse; readonly isExpired: boolean }) {
  const { t } = useText();
  if (isSuspended(apiKey)) {
    return (
      <Badge variant="default" c="var(--mantine-color-error)">
        {t('api-keys.suspended')}
      </Badge>
    );
  }
  if (apiKey.revokedAt === null && !isExpired) return null;
  return (
    <Badge variant="default" c="dimmed">
      {t(apiKey.revokedAt === null ? 'api-keys.expired' : 'api-keys.revoked')}
    </Badge>
  );
}
