import { openSpotlight, Spotlight } from '@mantine/spotlight';
import { IconSearch } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useText } from '../i18n/text.ts';
import { commands } from './commands.ts';
import { useRegistered } from './registry.ts';

/** A ticket's id, alone or in an address. */
const TICKET_ID = /\btkt_[0-9a-v]+\b/;

/** The search for commands, of what the pages registered; a ticket's id opens the ticket. Opens whenever `asked` grows. */
export function CommandSearch({ asked }: { readonly asked: number }) {
  const { t } = useText();
  const navigate = useNavigate();
  const [query, setQuery] = useState('');
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  useEffect(openSpotlight, [asked]);
  const registered = useRegistered(commands);
  const [ticketId] = TICKET_ID.exec(query.toLowerCase()) ?? [];
  // What a page offers as well, once.
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
