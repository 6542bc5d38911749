import { Button, Text } from '@mantine/core';
import type { PasskeyResponse } from '@player-support/contract/team/passkeys';
import { IconKey } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../api/client.ts';
import { passkeysQuery } from '../data/queries/account.ts';
import { canUsePasskeys } from '../data/session/passkey.ts';
import { sessionQuery } from '../data/session/session.ts';
import { useText } from '../i18n/text.ts';
import { LoadedList } from '../ui/loaded-list.tsx';
import { RemoveButton, Row, Rows } from '../ui/rows.tsx';
import { Section } from '../ui/section.tsx';
import { Time } from '../ui/time.tsx';
import { AddPasskeyDialog } from './add-passkey-dialog.tsx';
import { PasswordDialog } from './password-dialog.tsx';

export function PasskeysSection() {
  const { t } = useText();
  const passkeys = useQuery(passkeysQuery);
  const [adding, setAdding] = useState(false);
  const [removed, setRemoved] = useState<PasskeyResponse>();
  const close = () => setRemoved(undefined);
  return (
    <Section title={t('passkey.title')} text={t('passkey.text')}>
      <LoadedList query={passkeys} list={passkeys.data?.passkeys} empty={t('passkey.none')}>
        <Rows label={t('passkey.title')}>
          {passkeys.data?.passkeys.map((passkey) => (
            <Row
              key={passkey.id}
              actions={
                <RemoveButton
                  aria-label={t('passkey.remove.one', { name: passkey.name })}
                  onClick={() => setRemoved(passkey)}
                >
                  {t('passkey.remove')}
                </RemoveButton>
              }
            >
              <Text fw={600} className="user-text">
                {passkey.name}
              </Text>
              {passkey.usable === false && (
                <Text size="sm" c="red">
                  {t('passkey.elsewhere', { host: passkey.host ?? '' })}
                </Text>
              )}
              <Text size="sm" c="dimmed">
                {passkey.lastUsedAt === null ? (
                  t('passkey.unused')
                ) : (
                  <>
                    {t('label.last-used')} <Time at={passkey.lastUsedAt} />
                  </>
                )}
              </Text>
            </Row>
          ))}
        </Rows>
      </LoadedList>
      <div>
        <Button
          variant="default"
          leftSection={<IconKey size={16} aria-hidden />}
          onClick={() => setAdding(true)}
          disabled={!canUsePasskeys()}
        >
          {t('passkey.add')}
        </Button>
        {!canUsePasskeys() && (
          <Text size="sm" c="dimmed" mt={4}>
            {t('passkey.not-here')}
            {location.hostname === '127.0.0.1' && ` ${t('passkey.localhost', { url: localhostUrl() })}`}
          </Text>
        )}
      </div>
      {adding && <AddPasskeyDialog onClose={() => setAdding(false)} />}
      {removed !== undefined && (
        <PasswordDialog
          title={t('passkey.remove.ask')}
          text={t('passkey.remove.text', { name: removed.name })}
          action={t('passkey.remove')}
          destructive
          run={(body) => api.post('/account/passkeys/{passkeyId}/end', { path: { passkeyId: removed.id }, body })}
          stale={[passkeysQuery, sessionQuery]}
          onDone={close}
          onClose={close}
        />
      )}
    </Section>
  );
}

/** Returns this server's URL with a name that passkeys accept. */
function localhostUrl(): string {
  const url = new URL('/', location.href);
  url.hostname = 'localhost';
  return url.origin;
}
