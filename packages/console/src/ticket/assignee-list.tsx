import { Combobox } from '@mantine/core';
import type { MemberResponse } from '@player-support/contract/team/members';
import { useText } from '../i18n/text.ts';
import { SearchList, type SearchListProps } from './search-list.tsx';

const NOBODY = 'none';
const MOST_SHOWN = 50;

interface Props extends SearchListProps {
  /** Those who may work on the ticket. */
  readonly members: readonly MemberResponse[];
  readonly assigneeId: string | null;
  readonly onPick: (assigneeId: string | null) => void;
}

/** The members to choose from, under the button of AssigneePicker. */
export function AssigneeList({ members, assigneeId, onPick, ...list }: Props) {
  const { t } = useText();
  const pick = (value: string) => {
    const picked = value === NOBODY ? null : value;
    list.onOpened(false);
    if (picked !== assigneeId) onPick(picked);
  };
  return (
    <SearchList {...list} label={t('ticket.assignee')} searchLabel={t('ticket.assignee.search')} onSubmit={pick}>
      {(search) => {
        const wanted = search.trim().toLocaleLowerCase();
        const found = members.filter(({ name }) => name.toLocaleLowerCase().includes(wanted));
        return (
          <>
            {search === '' && <Combobox.Option value={NOBODY}>{t('ticket.assignee.none')}</Combobox.Option>}
            {found.slice(0, MOST_SHOWN).map(({ id, name }) => (
              <Combobox.Option key={id} value={id} active={id === assigneeId}>
                {name}
              </Combobox.Option>
            ))}
            {found.length === 0 && <Combobox.Empty>{t('ticket.assignee.unknown')}</Combobox.Empty>}
          </>
        );
      }}
    </SearchList>
  );
}
