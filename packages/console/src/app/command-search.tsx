import { openSpotlight, Spotlight } from '@mantine/spotlight';
import { IconSearch } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useText } from '../i18n/text.ts';
import { commands } from './commands.ts';
import { useRegistered } from './registry.ts';

/** A ticket id, alone or in a URL. */
const TICKET_ID = /\btkt_[0-9a-v]+\b/;

interface Props {
  /** The search opens each time this number changes. */
  readonly openCount: number;
}

/** The search for commands. A ticket id opens the ticket. */
export function CommandSearch({ openCount }: Props) {
  const { t } = useText();
  const navigate = useNavigate();
  const [query, setQuery] = useState('');
  // biome-ignore lint/correctness/useExhaustiveDependencies: on every change of the number
  useEffect(openSpotlight, [openCount]);
  const registered = useRegistered(commands);
  const [ticketId] = TICKET_ID.exec(query.toLowerCase()) ?? [];
  // A page may register a command that the shell has too.
  const distinct = new Map(registered.map((command) => [command.id, command]));
  const all = Array.from(distinct.values(), ({ id, label, run }) => ({ id, label, onClick: run }));
  const open = {
    id: 'ticket',
    label: t('commands.ticket', { id: ticketId ?? '' }),
    keywords: query,
    onClick: () => void navigate({ to: '/tickets/$ticketId', params: { ticketId: ticketId ?? '' } }),
  };
  return (
    <Spotlight
      shortcut={null}
      actions={ticketId === undefined ? all : [open, ...all]}
      query={query}
      onQueryChange={setQuery}
      nothingFound={t('commands.none')}
      highlightQuery
      limit={20}
      attributes={{ content: { 'aria-label': t('commands.open') } }}
      searchProps={{
        placeholder: t('commands.placeholder'),
        'aria-label': t('commands.open'),
        leftSection: <IconSearch size={18} aria-hidden />,
      }}
    />
  );
}
