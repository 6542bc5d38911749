import { Command } from '@commander-js/extra-typings';
import { presentMember } from '../../team/members/present-member.ts';
import { print, printTable } from '../output.ts';
import { withStore } from '../with-store.ts';

export const listMembers = new Command('list')
  .description('list the members of the team')
  .option('--json', 'print JSON')
  .action(async ({ json }) => {
    const rows = await withStore((store) => store.members.list(), { mustExist: true });
    const members = rows.map(presentMember);
    if (json) print(JSON.stringify(members));
    else {
      const cells = members.map(({ id, email, role, disabled, totp, name }) => {
        return [id, role, disabled ? 'disabled' : 'active', totp ? 'totp' : '-', email, name];
      });
      printTable([['ID', 'ROLE', 'STATE', '2FA', 'E-MAIL', 'NAME'], ...cells]);
    }
  });
