import { Command } from '@commander-js/extra-typings';
import { listedMembers } from '../../team/members/present-member.ts';
import { print, printTable } from '../output.ts';
import { withStore } from '../with-store.ts';

export const listMembers = new Command('list')
  .description('list the members of the team')
  .option('--json', 'print JSON')
  .action(async ({ json }) => {
    const members = await withStore(listedMembers, { mustExist: true });
    if (json) print(JSON.stringify(members));
    else {
      const cells = members.map(({ id, email, role, disabled, totp, passkey, name }) => {
        const factors = [...(totp ? ['totp'] : []), ...(passkey ? ['passkey'] : [])].join(',') || '-';
        return [id, role, disabled ? 'disabled' : 'active', factors, email ?? '', name];
      });
      printTable([['ID', 'ROLE', 'STATE', '2FA', 'E-MAIL', 'NAME'], ...cells]);
    }
  });
