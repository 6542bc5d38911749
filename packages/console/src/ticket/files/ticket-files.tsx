import type { AttachmentResponse } from '@player-support/contract/attachments';
import type { TeamTicketResponse } from '@player-support/contract/team/tickets';
import { useQueryClient } from '@tanstack/react-query';
import { createContext, type ReactNode, useContext, useMemo, useRef, useState } from 'react';
import { ticketKeys, ticketQuery } from '../../data/queries/ticket.ts';
import { lazyComponent } from '../../ui/lazy-component.tsx';

const FileViewer = lazyComponent(async () => (await import('./file-viewer.tsx')).FileViewer);

export type ShownFile = AttachmentResponse & { readonly url: string };

interface TicketFiles {
  readonly open: (fileId: string) => void;
  /** Loads the ticket again, once for each expired URL. Undefined: the file has no URL any more. */
  readonly renew: (file: ShownFile) => Promise<string | undefined>;
}

const Context = createContext<TicketFiles | undefined>(undefined);

/** The server keeps other images, such as HEIC, as they are. */
export const isImage = ({ contentType }: Pick<AttachmentResponse, 'contentType'>) =>
  ['image/png', 'image/jpeg', 'image/webp'].includes(contentType);

/** The viewer cannot show other files, so they are downloads. */
function isShown(file: AttachmentResponse): file is ShownFile {
  // An uploaded GIF is a PNG here: the server re-encodes images.
  return file.url !== null && (isImage(file) || file.contentType === 'text/plain');
}

const filesOf = ({ messages }: Pick<TeamTicketResponse, 'messages'>) =>
  // A node of the last release sends none.
  messages.flatMap(({ attachments }) => attachments ?? []);

/** Shares one viewer for all files of a ticket. */
export function TicketFilesProvider({ ticket, children }: { ticket: TeamTicketResponse; children: ReactNode }) {
  const queryClient = useQueryClient();
  const [openId, setOpenId] = useState<string>();
  const renewed = useRef(new Set<string>());
  const { id: ticketId } = ticket;
  const value = useMemo<TicketFiles>(
    () => ({
      open: setOpenId,
      renew: async ({ id, url }) => {
        if (!renewed.current.has(url)) {
          renewed.current.add(url);
          await queryClient.invalidateQueries({ queryKey: ticketKeys.one(ticketId) });
        }
        const data = queryClient.getQueryData(ticketQuery(ticketId).queryKey);
        const next = data && filesOf(data).find((file) => file.id === id)?.url;
        return next === null || next === url ? undefined : next;
      },
    }),
    [queryClient, ticketId],
  );
  const shown = filesOf(ticket).filter(isShown);
  return (
    <Context value={value}>
      {children}
      {openId !== undefined && shown.some(({ id }) => id === openId) && (
        <FileViewer files={shown} openId={openId} onOpen={setOpenId} onClose={() => setOpenId(undefined)} />
      )}
    </Context>
  );
}

export function useTicketFiles(): TicketFiles {
  const files = useContext(Context);
  if (files === undefined) throw new Error('useTicketFiles needs a TicketFilesProvider.');
  return files;
}
