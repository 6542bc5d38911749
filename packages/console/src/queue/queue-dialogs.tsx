import { Button, Group, Select, Stack, TagsInput } from '@mantine/core';
import { MAX_TAG_LENGTH, MAX_TAGS } from '@player-support/contract/limits';
import { useState } from 'react';
import { useText } from '../i18n/text.ts';
import { Dialog } from '../ui/dialog.tsx';
import type { TicketChange } from './queue-rows.ts';
import { ME, NOBODY } from './queue-search.ts';
import type { QueueNames } from './use-queue-names.ts';

interface Props {
  readonly onClose: () => void;
  /** The number of tickets to change. */
  readonly count: number;
  readonly onChange: (change: TicketChange) => void;
}

/** Chooses the assignee of the tickets. */
export function AssignDialog(props: Props & { readonly names: QueueNames; readonly memberId: string }) {
  const { t } = useText();
  return (
    <Dialog onClose={props.onClose} title={t('queue.assign.title', { count: props.count })}>
      <AssignForm {...props} />
    </Dialog>
  );
}

function AssignForm({ names, memberId, onClose, onChange }: Parameters<typeof AssignDialog>[0]) {
  const { t } = useText();
  const [selected, setSelected] = useState<string | null>(null);
  const others = names.members.filter(({ id, disabled, role }) => id !== memberId && !disabled && role !== 'viewer');
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (selected === null) return;
        onChange({ assigneeId: selected === NOBODY ? null : selected === ME ? memberId : selected });
        onClose();
      }}
    >
      <Stack>
        <Select
          label={t('queue.filter.assignee')}
          placeholder={t('queue.assign.placeholder')}
          data={[
            { value: ME, label: t('queue.assignee.me') },
            { value: NOBODY, label: t('queue.assignee.nobody') },
            ...others.map(({ id, name }) => ({ value: id, label: name })),
          ]}
          value={selected}
          onChange={setSelected}
          searchable
          openOnFocus={false}
          nothingFoundMessage={t('queue.assign.none')}
          data-autofocus
        />
        <DialogButtons onClose={onClose} label={t('queue.bulk.assign')} disabled={selected === null} />
      </Stack>
    </form>
  );
}

interface TagsProps extends Props {
  /** Tags of the loaded tickets. */
  readonly available: readonly string[];
  /** Tags of the tickets to change. */
  readonly assigned: readonly string[];
}

/** Chooses tags to add to and to remove from the tickets. */
export function TagsDialog(props: TagsProps) {
  const { t } = useText();
  return (
    <Dialog onClose={props.onClose} title={t('queue.tags.title', { count: props.count })}>
      <TagsForm {...props} />
    </Dialog>
  );
}

function TagsForm({ available, assigned, onClose, onChange }: TagsProps) {
  const { t } = useText();
  const [add, setAdd] = useState<string[]>([]);
  const [remove, setRemove] = useState<string[]>([]);
  // Suggestions show only while typing: they would cover the buttons.
  const [typed, setTyped] = useState('');
  const field = { splitChars: [','], maxTags: MAX_TAGS, acceptValueOnBlur: true, clearable: false };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (add.length + remove.length === 0) return;
        onChange({ addTags: add, removeTags: remove });
        onClose();
      }}
    >
      <Stack>
        <TagsInput
          {...field}
          label={t('queue.tags.add')}
          description={t('queue.tags.hint')}
          data={[...available]}
          value={add}
          searchValue={typed}
          onSearchChange={setTyped}
          dropdownOpened={typed !== ''}
          onChange={(tags) => setAdd(tags.map((tag) => tag.trim().slice(0, MAX_TAG_LENGTH)))}
          data-autofocus
        />
        {assigned.length > 0 && (
          <TagsInput
            {...field}
            label={t('queue.tags.remove')}
            data={[...assigned]}
            value={remove}
            onChange={(tags) => setRemove(tags.filter((tag) => assigned.includes(tag)))}
          />
        )}
        <DialogButtons onClose={onClose} label={t('action.save')} disabled={add.length + remove.length === 0} />
      </Stack>
    </form>
  );
}

interface ButtonsProps {
  readonly onClose: () => void;
  readonly label: string;
  readonly disabled: boolean;
}

function DialogButtons({ onClose, label, disabled }: ButtonsProps) {
  const { t } = useText();
  return (
    <Group justify="flex-end">
      <Button variant="default" onClick={onClose}>
        {t('action.cancel')}
      </Button>
      <Button type="submit" disabled={disabled}>
        {label}
      </Button>
    </Group>
  );
}
