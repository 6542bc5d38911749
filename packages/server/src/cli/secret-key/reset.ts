import { Command } from '@commander-js/extra-typings';
import { asOperator } from '../as-operator.ts';
import { print } from '../output.ts';
import { withStore } from '../with-store.ts';

export const resetSecretKey = new Command('reset')
  .description('begin with a new secret key, and give up what the lost one encrypted')
  .requiredOption('--accept-loss', 'agree: players become new players when their token expires; webhooks are deleted')
  .action(async () => {
    const { projects, playerData, webhooks, members } = await withStore(
      async (store) => {
        const reset = await store.secrets.reset();
        await asOperator(store, 'ResetSecretKey', async () => ({ result: undefined, subject: {} }));
        return reset;
      },
      { mustExist: true, anyKey: true },
    );
    print(`${projects} projects: each installation becomes a new player at its next identify`);
    print(`${playerData} projects: the address of their player data is deleted; an admin can enter it again`);
    print(`${webhooks} members: their webhook is deleted; they can enter it again`);
    print(`${members.length} members: sign in with a recovery code, or run member end-totp <email>`);
    for (const email of members) print(`  ${email}`);
    print('Restart the servers with the new key, and keep a copy of it in a safe place.');
  });
