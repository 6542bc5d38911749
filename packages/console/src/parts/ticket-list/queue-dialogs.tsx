import { Radio, Select, Stack, TagsInput } from '@mantine/core';
import { PRIORITIES, type Priority } from '@player-support/contract/enums';
import { MAX_TAG_LENGTH, MAX_TAGS } from '@player-support/contract/limits';
import { cutText } from '@player-support/contract/visible-text';
import { useState } from 'react';
import { byName } from '../../data/by-name.ts';
import type { TicketChange } from '../../data/queue/queue-rows.ts';
import { ME, NOBODY } from '../../data/queue/queue-search.ts';
import type { QueueNames } from '../../data/queue/use-queue-names.ts';
import { useText } from '../../i18n/text.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { Form } from '../../ui/form.tsx';
import { FormButtons } from '../../ui/form-dialog.tsx';

interface Props {
  readonly onClose: () => void;
  readonly count: number;
  readonly onChange: (change: TicketChange) => void;
}

interface AssignProps extends Props {
  readonly names: QueueNames;
  readonly memberId: string;
}

export function AssignDialog({ names, memberId, onClose, count, onChange }: AssignProps) {
  const { t, language } = useText();
  const [selected, setSelected] = useState<string | null>(null);
  const others = names.members.filter(({ id, disabled, role }) => id !== memberId && !disabled && role !== 'viewer');
  const submit = () => {
    if (selected === null) return;
    onChange({ assigneeId: selected === NOBODY ? null : selected === ME ? memberId : selected });
    onClose();
  };
  return (
    <Dialog onClose={onClose} title={t('queue.assign.title', { count })}>
      <Form error={null} onSubmit={submit}>
        <Select
          label={t('queue.filter.assignee')}
          placeholder={t('queue.assign.placeholder')}
          data={[
            { value: ME, label: t('queue.assignee.me') },
            { value: NOBODY, label: t('label.nobody') },
            ...byName(others, language).map(({ id, name }) => ({ value: id, label: name })),
          ]}
          value={selected}
          onChange={setSelected}
          searchable
          openOnFocus={false}
          nothingFoundMessage={t('label.no-members')}
          data-autofocus
        />
        <FormButtons onClose={onClose} action={t('queue.bulk.assign')} disabled={selected === null} />
      </Form>
    </Dialog>
  );
}

interface PriorityProps extends Props {
  /** Undefined: they differ. */
  readonly current: Priority | undefined;
}

export function PriorityDialog({ current, onClose, count, onChange }: PriorityProps) {
  const { t } = useText();
  // A colleague's change meanwhile is not this member's choice.
  const [before] = useState(current);
  const [chosen, setChosen] = useState(current);
  const isChanged = chosen !== undefined && chosen !== before;
  const submit = () => {
    if (!isChanged) return;
    onChange({ priority: chosen });
    onClose();
  };
  const highestFirst = PRIORITIES.toReversed();
  return (
    <Dialog onClose={onClose} title={t('queue.priority.title', { count })}>
      <Form error={null} onSubmit={submit}>
        <Radio.Group
          aria-label={t('label.priority')}
          value={chosen ?? null}
          onChange={(value) => setChosen(PRIORITIES.find((one) => one === value))}
        >
          <Stack gap="xs" pt={4}>
            {highestFirst.map((priority) => (
              <Radio
                key={priority}
                value={priority}
                label={t(`priority.${priority}`)}
                data-autofocus={priority === (before ?? highestFirst[0]) || undefined}
              />
            ))}
          </Stack>
        </Radio.Group>
        <FormButtons onClose={onClose} action={t('action.save')} disabled={!isChanged} />
      </Form>
    </Dialog>
  );
}

interface TagsProps extends Props {
  readonly available: readonly string[];
  readonly assigned: readonly string[];
}

export function TagsDialog({ available, assigned, onClose, count, onChange }: TagsProps) {
  const { t } = useText();
  const [add, setAdd] = useState<string[]>([]);
  const [remove, setRemove] = useState<string[]>([]);
  // Suggestions show only while typing: they would cover the buttons.
  const [typed, setTyped] = useState('');
  const field = { splitChars: [','], maxTags: MAX_TAGS, acceptValueOnBlur: true, clearable: false };
  const submit = () => {
    if (add.length + remove.length === 0) return;
    onChange({ addTags: add, removeTags: remove });
    onClose();
  };
  return (
    <Dialog onClose={onClose} title={t('queue.tags.title', { count })}>
      <Form error={null} onSubmit={submit}>
        <TagsInput
          {...field}
          label={t('queue.tags.add')}
          description={t('queue.tags.hint')}
          data={[...available]}
          value={add}
          searchValue={typed}
          onSearchChange={setTyped}
          dropdownOpened={typed !== ''}
          onChange={(tags) => setAdd(tags.map((tag) => cutText(tag.trim(), MAX_TAG_LENGTH)))}
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
        <FormButtons onClose={onClose} action={t('action.save')} disabled={add.length + remove.length === 0} />
      </Form>
    </Dialog>
  );
}
