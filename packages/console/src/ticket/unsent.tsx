import { Stack, Textarea, Title } from '@mantine/core';
import { useState } from 'react';
import { withText } from '../data/draft-macros.ts';
import type { MessageKind } from '../data/outbox/drafts.ts';
import { isMessage } from '../data/outbox/entries.ts';
import { useDraft, useOutboxEntries } from '../data/outbox/sending.tsx';
import { useText } from '../i18n/text.ts';
import { SendingMessage } from './message.tsx';
import classes from './ticket.module.css';

export function Unsent({ ticketId }: { readonly ticketId: string }) {
  const { t } = useText();
  const waiting = useOutboxEntries()
    .filter(isMessage)
    .filter((entry) => entry.ticketId === ticketId);
  return (
    <Stack p="md" gap="md" className={classes.unsent ?? ''}>
      {waiting.length > 0 && (
        <section>
          <Title order={2} size="sm" mb="xs">
            {t('unsent.waiting')}
          </Title>
          <ul className={classes.list}>
            {waiting.map((entry) => (
              <SendingMessage key={entry.id} entry={entry} />
            ))}
          </ul>
        </section>
      )}
      <DraftField ticketId={ticketId} kind="reply" />
      <DraftField ticketId={ticketId} kind="note" />
    </Stack>
  );
}

function DraftField({ ticketId, kind }: { readonly ticketId: string; readonly kind: MessageKind }) {
  const { t } = useText();
  const [draft, setDraft] = useDraft(ticketId, kind);
  // The field stays when its text is deleted.
  const [isShown, setShown] = useState(false);
  if (draft.text !== '' && !isShown) setShown(true);
  return isShown ? (
    <Textarea
      label={t(`unsent.${kind}`)}
      value={draft.text}
      autosize
      minRows={3}
      maxRows={12}
      onChange={({ currentTarget }) => setDraft(withText(draft, currentTarget.value).draft)}
    />
  ) : null;
}
