import { Command } from '@commander-js/extra-typings';
import { print } from './output.ts';
import { asOperator, withStore } from './with-store.ts';

export const secretKey = new Command('secret-key').description('the key that encrypts secrets in the database');

secretKey
  .command('rotate')
  .description('encrypt all secrets with the first key of SECRET_KEY, or with a new key in the key file')
  .action(async () => {
    const { sealed, counts, file } = await withStore(async (store) => {
      const rotated = await store.secrets.rotate();
      await asOperator(store, 'RotateSecretKey', async () => [undefined, {}]);
      return { ...rotated, file: store.secrets.keys.file };
    });
    const { current, older, plain } = counts;
    print(`${sealed} secrets were encrypted; ${current} have the new key, ${older} an older one, ${plain} none`);
    print(
      `Keep a copy of ${file ?? 'the first key of SECRET_KEY'} in a safe place. ` +
        'Older keys are needed only for backups from before.',
    );
  });

secretKey
  .command('reset')
  .description('begin with a new secret key, and give up what the lost one encrypted')
  .requiredOption('--accept-loss', 'agree: players become new players when their token expires; webhooks are deleted')
  .action(async () => {
    const { projects, playerData, webhooks, members } = await withStore(
      async (store) => {
        const reset = await store.secrets.reset();
        await asOperator(store, 'ResetSecretKey', async () => [undefined, {}]);
        return reset;
      },
      { anyKey: true },
    );
    print(`${projects} projects: each installation becomes a new player at its next identify`);
    print(`${playerData} projects: the address of their player data is deleted; an admin can enter it again`);
    print(`${webhooks} members: their webhook is deleted; they can enter it again`);
    print(`${members.length} members: sign in with a recovery code, or run member end-totp <email>`);
    for (const email of members) print(`  ${email}`);
    print('Restart the servers with the new key, and keep a copy of it in a safe place.');
  });
