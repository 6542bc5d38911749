import type { TestContext } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import { aPlayer, aTicket, team } from '../../../server/test/helpers/builders.ts';
import type { Api } from '../../../server/test/helpers/call.ts';
import { anAttachment, aPicture, bytesOf } from '../../../server/test/helpers/files.ts';
import type { Member, Studio } from './studio.ts';

export interface PageFile {
  readonly name: string;
  readonly mimeType: string;
  readonly buffer: Buffer;
}

export const aLog = (name = 'game.log', text = 'level 3\n'): PageFile => ({
  name,
  mimeType: 'text/plain',
  buffer: Buffer.from(bytesOf(text)),
});

export const anImage = async (name = 'shot.png', side = 64): Promise<PageFile> => ({
  name,
  mimeType: 'image/png',
  buffer: Buffer.from(await aPicture('png', side)),
});

/** Three lines have an error. */
export const LINES = Array.from({ length: 3000 }, (_, index) =>
  index % 1000 === 998 ? `Error ${index + 1}` : `line ${index + 1}`,
);
export const TEXT = { type: 'text/plain', name: 'game.log' };

export async function aTicketWithFiles(server: Api, log = LINES.join('\n')): Promise<string> {
  const player = await aPlayer(server);
  const attachments = [
    await anAttachment(server, player, await aPicture('png', 400), { name: 'one.png' }),
    await anAttachment(server, player, await aPicture('jpeg', 300), { name: 'two.jpg', type: 'image/jpeg' }),
    await anAttachment(server, player, bytesOf(log), TEXT),
    await anAttachment(server, player, bytesOf('PK\u0003\u0004rest'), { name: 'save.zip', type: 'application/zip' }),
  ];
  return aTicket(server, player, { attachments });
}

export async function openTicket(studio: Studio, t: TestContext, as: Member) {
  const player = await aPlayer(studio);
  const id = await aTicket(studio, player);
  const page = await studio.open(t, { as, path: `/tickets/${id}` });
  await reply(page).waitFor();
  return { player, id, page };
}

export const messagesOf = async (server: Api, id: string) =>
  (await team(server, 'GET', `/tickets/${id}`)).body.messages;

export const namesOf = async (server: Api, id: string): Promise<string[][]> =>
  (await messagesOf(server, id)).map(({ attachments }: { attachments: { name: string }[] }) =>
    attachments.map(({ name }) => name).sort(),
  );

export const dialog = (page: Page) => page.getByRole('dialog');
export const files = (page: Page) => page.getByRole('list', { name: 'Files', exact: true });
export const reply = (page: Page) => page.getByLabel('Reply to the player');
export const send = (page: Page) => composer(page).getByRole('button', { name: 'Send', exact: true });
export const composer = (page: Page) => page.getByRole('region', { name: 'Write' });
export const filesOfMessage = (page: Page) => page.getByRole('list', { name: 'Files of this message' });
export const rowOf = (page: Page, name: string): Locator =>
  filesOfMessage(page).getByRole('listitem').filter({ hasText: name });

export async function attach(page: Page, ...files: PageFile[]): Promise<void> {
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    composer(page).getByRole('button', { name: 'Attach files' }).click(),
  ]);
  await chooser.setFiles(files);
}

/** No other files may be there. */
export const uploaded = (page: Page, count: number): Promise<void> =>
  composer(page)
    .getByText(count === 1 ? '1 file uploaded.' : `${count} files uploaded.`)
    .waitFor();

export async function give(target: Locator, how: 'paste' | 'drop', files: readonly PageFile[]): Promise<boolean> {
  const given = files.map(({ buffer, ...file }) => ({ ...file, data: buffer.toString('base64') }));
  return target.evaluate(
    (element, { how, given }) => {
      const dataTransfer = new DataTransfer();
      for (const { name, mimeType: type, data } of given) {
        const bytes = Uint8Array.from(atob(data), (character) => character.charCodeAt(0));
        dataTransfer.items.add(new File([bytes], name, { type }));
      }
      const options = { bubbles: true, cancelable: true };
      const event =
        how === 'paste'
          ? new ClipboardEvent('paste', { ...options, clipboardData: dataTransfer })
          : new DragEvent('drop', { ...options, dataTransfer });
      // Whether somebody took it.
      return !element.dispatchEvent(event);
    },
    { how, given },
  );
}
