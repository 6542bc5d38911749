import { Button } from '@mantine/core';
import { IconArrowForwardUp, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { useHasRole } from '../../data/session/session.ts';
import { useText } from '../../i18n/text.ts';
import { holdKeys } from '../../ui/held-keys.ts';
import { lazyComponent } from '../../ui/lazy-component.tsx';
import { type HeldSelection, useHeldChange } from './use-held-change.ts';

const DeleteHeldDialog = lazyComponent(async () => (await import('./delete-held-dialog.tsx')).DeleteHeldDialog);

interface Props {
  readonly tickets: readonly { readonly id: string; readonly projectId: string }[];
  readonly onDone?: () => void;
}

export function HeldBulkActions({ tickets, onDone }: Props) {
  const { t } = useText();
  const canDelete = useHasRole('admin');
  const { change, isPending } = useHeldChange(onDone);
  const [asked, setAsked] = useState<HeldSelection>();
  const [askedCount, setAskedCount] = useState(0);
  return (
    <>
      <Button
        variant="subtle"
        size="compact-sm"
        loading={isPending}
        leftSection={<IconArrowForwardUp size={16} aria-hidden />}
        onClick={() => change('release', { tickets })}
      >
        {t('storm.release')}
      </Button>
      {canDelete && (
        <Button
          variant="subtle"
          color="red"
          size="compact-sm"
          disabled={isPending}
          leftSection={<IconTrash size={16} aria-hidden />}
          onClick={() => {
            holdKeys();
            setAskedCount(tickets.length);
            setAsked({ tickets });
          }}
        >
          {t('storm.delete')}
        </Button>
      )}
      {asked !== undefined && (
        <DeleteHeldDialog
          selection={asked}
          count={askedCount}
          total={String(askedCount)}
          onClose={() => setAsked(undefined)}
          onDone={onDone}
        />
      )}
    </>
  );
}
