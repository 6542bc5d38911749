import { Badge, Button, Group, Text } from '@mantine/core';
import type { ListedSessionResponse } from '@player-support/contract/team/session';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../api/client.ts';
import { sessionsQuery } from '../data/queries/account.ts';
import { requestSignOut } from '../data/session/sign-out-request.ts';
import { useText } from '../i18n/text.ts';
import { ConfirmAction } from '../ui/confirm-dialog.tsx';
import { LoadedList } from '../ui/loaded-list.tsx';
import { RemoveButton, Row, Rows } from '../ui/rows.tsx';
import { Section } from '../ui/section.tsx';
import { Time } from '../ui/time.tsx';

export function SessionsSection() {
  const { t } = useText();
  const sessions = useQuery(sessionsQuery);
  const [ended, setEnded] = useState<ListedSessionResponse>();
  const deviceOf = ({ device }: ListedSessionResponse) => device ?? t('sessions.unknown');
  return (
    <Section title={t('account.sessions')} text={t('account.sessions.hint')}>
      <LoadedList query={sessions} list={sessions.data?.sessions}>
        <Rows label={t('account.sessions')}>
          {sessions.data?.sessions.map((session) => (
            <Row
              key={session.id}
              actions={
                !session.current && (
                  <RemoveButton
                    aria-label={t('sessions.end.one', { device: deviceOf(session) })}
                    onClick={() => setEnded(session)}
                  >
                    {t('sessions.end')}
                  </RemoveButton>
                )
              }
            >
              <Group gap="xs">
                <Text fw={600} className="user-text">
                  {deviceOf(session)}
                </Text>
                {session.current && <Badge variant="light">{t('sessions.current')}</Badge>}
              </Group>
              <Text size="sm" c="dimmed">
                {session.address !== null && `${session.address} · `}
                {t('label.last-used')} <Time at={session.lastUsedAt} />
              </Text>
            </Row>
          ))}
        </Rows>
      </LoadedList>
      <div>
        <Button variant="default" onClick={() => requestSignOut('/sessions')}>
          {t('menu.sign-out-everywhere')}
        </Button>
      </div>
      {ended !== undefined && (
        <ConfirmAction
          title={t('sessions.end.ask')}
          text={t('sessions.end.text', { device: deviceOf(ended) })}
          action={t('sessions.end')}
          run={() => api.delete('/sessions/{sessionId}', { path: { sessionId: ended.id } })}
          stale={[sessionsQuery]}
          onClose={() => setEnded(undefined)}
        />
      )}
    </Section>
  );
}
