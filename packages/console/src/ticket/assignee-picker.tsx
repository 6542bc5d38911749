import { Button, Combobox, Group, useCombobox } from '@mantine/core';
import type { QueueTicketResponse } from '@player-support/contract/team';
import { ROLES } from '@player-support/contract/words';
import { IconUser, IconUserPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { membersQuery } from '../queries.ts';
import { useText } from '../text.ts';

const NOBODY = 'none';
const MOST_SHOWN = 50;

interface Props {
  readonly ticket: Pick<QueueTicketResponse, 'assigneeId' | 'projectId'>;
  readonly opened: boolean;
  readonly onChange: (opened: boolean) => void;
  readonly readOnly: boolean;
  readonly onPick: (assigneeId: string | null) => void;
}

/** Who works on the ticket: one of the members who may, or nobody. */
export function AssigneePicker({ ticket: { assigneeId, projectId }, opened, onChange, readOnly, onPick }: Props) {
  const { t } = useText();
  const [search, setSearch] = useState('');
  const { data } = useQuery(membersQuery);
  const combobox = useCombobox({
    opened,
    onOpenedChange: onChange,
    onDropdownClose: () => {
      setSearch('');
      combobox.resetSelectedOption();
      combobox.focusTarget();
    },
    onDropdownOpen: () => combobox.focusSearchInput(),
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: when it is opened by a key
  useEffect(() => {
    if (opened) combobox.focusSearchInput();
  }, [opened]);
  // Once the options are those of what was typed.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  useEffect(() => {
    if (search !== '') combobox.selectFirstOption();
  }, [search]);
  const members = data?.members ?? [];
  const assignee = members.find(({ id }) => id === assigneeId);
  const unknown = data === undefined ? '...' : t('ticket.former-member');
  const shown = assigneeId === null ? t('ticket.assignee.none') : (assignee?.name ?? unknown);
  const able = members.filter(({ disabled, role, projectIds }) => {
    const inProject = projectIds === null || projectIds.includes(projectId);
    return !disabled && inProject && ROLES.indexOf(role) >= ROLES.indexOf('agent');
  });
  const found = able.filter(({ name }) => name.toLocaleLowerCase().includes(search.trim().toLocaleLowerCase()));
  const icon = assigneeId === null ? <IconUserPlus size={16} aria-hidden /> : <IconUser size={16} aria-hidden />;
  if (readOnly) {
    return (
      <Group gap={4} px={8} component="span" title={t('ticket.assignee.now', { value: shown })}>
        {icon}
        {shown}
      </Group>
    );
  }
  return (
    <Combobox
      store={combobox}
      width={260}
      position="bottom-start"
      withinPortal={false}
      onOptionSubmit={(value) => {
        const picked = value === NOBODY ? null : value;
        combobox.closeDropdown();
        if (picked !== assigneeId) onPick(picked);
      }}
    >
      <Combobox.DropdownTarget>
        <Button
          variant="default"
          size="compact-sm"
          fw={500}
          leftSection={icon}
          aria-label={t('ticket.assignee.now', { value: shown })}
          aria-haspopup="listbox"
          aria-expanded={opened}
          onClick={() => combobox.toggleDropdown()}
          ref={(element) => {
            combobox.targetRef.current = element;
          }}
        >
          {shown}
        </Button>
      </Combobox.DropdownTarget>
      <Combobox.Dropdown>
        <Combobox.Search
          value={search}
          onChange={({ currentTarget }) => setSearch(currentTarget.value)}
          placeholder={t('ticket.assignee.search')}
          aria-label={t('ticket.assignee.search')}
        />
        <Combobox.Options mah={280} style={{ overflowY: 'auto' }} aria-label={t('ticket.assignee')}>
          {search === '' && <Combobox.Option value={NOBODY}>{t('ticket.assignee.none')}</Combobox.Option>}
          {found.slice(0, MOST_SHOWN).map(({ id, name }) => (
            <Combobox.Option key={id} value={id} active={id === assigneeId}>
              {name}
            </Combobox.Option>
          ))}
          {found.length === 0 && <Combobox.Empty>{t('ticket.assignee.unknown')}</Combobox.Empty>}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  );
}
