import { Combobox } from '@mantine/core';
import { fold } from '@player-support/contract/fold';
import type { ListedMemberResponse } from '@player-support/contract/team/members';
import { byName } from '../data/by-name.ts';
import { useMember } from '../data/session/session.ts';
import { useText } from '../i18n/text.ts';
import { isolated } from '../ui/isolated.ts';
import { OptionMark, SearchList, type SearchListProps } from './search-list.tsx';

const NOBODY = 'none';
const MAX_SHOWN = 50;

interface Props extends SearchListProps {
  readonly members: readonly ListedMemberResponse[];
  readonly assigneeId: string | null;
  readonly onPick: (assigneeId: string | null) => void;
}

export function AssigneeList({ members, assigneeId, onPick, ...list }: Props) {
  const { t, language } = useText();
  const { id: ownId } = useMember();
  const own = members.find(({ id }) => id === ownId);
  const me = own && { id: ownId, name: t('ticket.assignee.me', { name: isolated(own.name) }) };
  const otherMembers = byName(
    members.filter(({ id }) => id !== ownId),
    language,
  );
  const pick = (value: string) => {
    const picked = value === NOBODY ? null : value;
    if (picked !== assigneeId) onPick(picked);
  };
  return (
    <SearchList
      {...list}
      label={t('ticket.assignee')}
      searchLabel={t('ticket.assignee.search')}
      closeOnSubmit
      onSubmit={pick}
    >
      {(search) => {
        const query = fold(search.trim());
        const find = (some: readonly Pick<ListedMemberResponse, 'id' | 'name'>[]) =>
          some
            .filter(({ name }) => fold(name).includes(query))
            .map(({ id, name }) => option(id, name, id === assigneeId));
        const [first, others] = [find(me ? [me] : []), find(otherMembers)];
        return (
          <>
            {first}
            {search === '' && option(NOBODY, t('label.nobody'), assigneeId === null)}
            {others.slice(0, MAX_SHOWN)}
            {first.length + others.length === 0 && <Combobox.Empty>{t('label.no-members')}</Combobox.Empty>}
          </>
        );
      }}
    </SearchList>
  );
}

const option = (value: string, name: string, isAssigned: boolean) => (
  <Combobox.Option key={value} value={value} active={isAssigned} aria-current={isAssigned || undefined}>
    <OptionMark isShown={isAssigned} />
    <bdi>{name}</bdi>
  </Combobox.Option>
);
