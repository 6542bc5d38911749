import { Command } from '@commander-js/extra-typings';
import { OperatorError } from '../../operator-error.ts';
import { revokeGrantsOf, withheldCount } from '../../team/revoke-grants.ts';
import { asOperator } from '../as-operator.ts';
import { print } from '../output.ts';
import { revokedGrantsText } from '../revoked-grants-text.ts';
import { withStore } from '../with-store.ts';

export const revokeApiKey = new Command('revoke')
  .description('revoke a team API key, delete its links and suspend the keys it created')
  .argument('<id>')
  .action(async (id) => {
    const grants = await withStore(
      (store) =>
        asOperator(store, 'DeleteApiKey', async (tx, now) => {
          if (!(await tx.apiKeys.revoke(id, now))) return { result: undefined, subject: undefined };
          const result = await revokeGrantsOf(tx, id, now);
          return { result, subject: { target: id, details: withheldCount(result.withheldIn) } };
        }),
      { mustExist: true },
    );
    if (grants === undefined) {
      const hint = 'is DATABASE_URL that of the server?';
      throw new OperatorError(`there is no key ${JSON.stringify(id)} that could be revoked; ${hint}`);
    }
    print(`revoked ${id}; ${revokedGrantsText(grants)}`);
  });
