import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Command } from '@commander-js/extra-typings';
import { isFilesUrl } from '../config/address-settings.ts';
import { type Config, readConfig } from '../config/config.ts';
import { SECOND } from '../domain/time.ts';
import { type CopiedFiles, copyFiles as copyAll } from '../files/copy-files.ts';
import type { FileStore } from '../files/file-store.ts';
import { FilesUnavailableError } from '../files/file-store.ts';
import { openFiles } from '../files/open-files.ts';
import { OperatorError } from '../operator-error.ts';
import type { FileRow } from '../store/attachments.ts';
import { print } from './output.ts';
import { withStore } from './with-store.ts';

interface Sides<T> {
  readonly from: T;
  readonly to: T;
}

export const copyFiles = new Command('copy-files')
  .description('copy the files of tickets to another store, also while a server runs; run it again to go on')
  .requiredOption('--from <url>', 'the source, as in FILES_URL')
  .requiredOption('--to <url>', 'the target, as in FILES_URL')
  .action(async (urls) => {
    const stores = await openBoth(urls, readConfig(process.env), { from: '--from', to: '--to' });
    const files = await withStore((store) => copyBetween(store.attachments.pages(), stores));
    print(`Done: ${inWords(files)}. Start the service with the URL of --to as its FILES_URL.`);
  });

/** Checks that they can be read. `names`: the command's options. Throws OperatorError. */
export async function openBoth(urls: Sides<string>, config: Config, names: Sides<string>): Promise<Sides<FileStore>> {
  for (const side of ['from', 'to'] as const) {
    if (!isFilesUrl(urls[side])) throw new OperatorError(`${names[side]} must be a URL like that of FILES_URL`);
  }
  const both = {
    from: await open(urls.from, config, names.from, false),
    to: await open(urls.to, config, names.to, true),
  };
  if (both.from.name === both.to.name) throw new OperatorError(`${names.from} and ${names.to} are the same`);
  return both;
}

async function open(filesUrl: string, config: Config, name: string, create: boolean): Promise<FileStore> {
  try {
    const { databaseUrl, attachments, s3 } = config;
    if (!create && filesUrl.startsWith('file:') && !existsSync(fileURLToPath(filesUrl))) {
      throw new OperatorError(`there is no folder ${fileURLToPath(filesUrl)}`);
    }
    const store = openFiles({ filesUrl, databaseUrl, attachments, s3 }, create);
    if (store === undefined) throw new OperatorError('there is no such store');
    for await (const _ of store.list()) break;
    return store;
  } catch (error) {
    throw new OperatorError(`${name}: ${(error as Error).message}`);
  }
}

/** Prints a line each second. Throws OperatorError if a store fails or files are missing. */
export async function copyBetween(pages: AsyncIterable<readonly FileRow[]>, { from, to }: Sides<FileStore>) {
  let printed = performance.now();
  try {
    const files = await copyAll(pages, from, to, (progress) => {
      if (performance.now() < printed + SECOND) return;
      printed = performance.now();
      process.stderr.write(`copy files: ${inWords(progress)}\n`);
    });
    if (files.missing === 0) return files;
    throw new OperatorError(`${files.missing} files are missing in the source, or have a wrong size; doctor says more`);
  } catch (error) {
    if (!(error instanceof FilesUnavailableError)) throw error;
    throw new OperatorError(`the copy of files was interrupted (${error.message}); run it again to continue`);
  }
}

const inWords = ({ copied, same }: CopiedFiles) => `${copied} files copied, ${same} were there`;
