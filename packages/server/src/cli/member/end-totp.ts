import { Command } from '@commander-js/extra-typings';
import { withoutTotp } from '../../team/account/totp.ts';
import { changeMemberAsOperator } from './change-member-as-operator.ts';

export const endTotp = new Command('end-totp')
  .description('remove the second factor of a member who lost it')
  .argument('<email>')
  .action((email) =>
    changeMemberAsOperator(email, 'EndTotp', async ({ tx, member }) => {
      await tx.members.update(withoutTotp(member));
      return { text: `${member.email} signs in with the password alone` };
    }),
  );
