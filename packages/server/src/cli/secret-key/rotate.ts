import { Command } from '@commander-js/extra-typings';
import { asOperator } from '../as-operator.ts';
import { print } from '../output.ts';
import { withStore } from '../with-store.ts';

export const rotateSecretKey = new Command('rotate')
  .description('encrypt all secrets with the first key of SECRET_KEY, or with a new key in the key file')
  .action(async () => {
    const { sealed, counts, file } = await withStore(
      async (store) => {
        const rotated = await store.secrets.rotate();
        await asOperator(store, 'RotateSecretKey', async () => ({ result: undefined, subject: {} }));
        return { ...rotated, file: store.secrets.keys.file };
      },
      { mustExist: true },
    );
    const { current, older, plain } = counts;
    print(`${sealed} secrets were encrypted; ${current} have the new key, ${older} an older one, ${plain} none`);
    print(
      `Keep a copy of ${file ?? 'the first key of SECRET_KEY'} in a safe place. ` +
        'Older keys are needed only for backups from before.',
    );
  });
