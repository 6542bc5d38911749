import { Command } from '@commander-js/extra-typings';
import { withoutTotp } from '../../team/account/totp.ts';
import { changeMemberAsOperator } from './change-member-as-operator.ts';

export const endTotp = new Command('end-totp')
  .description('remove the authenticator app and the passkeys of a member who lost them')
  .argument('<email>')
  .action((email) =>
    changeMemberAsOperator(email, 'EndTotp', async ({ tx, member }) => {
      const hasPasskeys = (await tx.passkeys.ofMember(member.member_id)).length > 0;
      if (member.totp_secret === null && !hasPasskeys) {
        return { text: `${member.email} has no second factor. Nothing changed.`, isUnchanged: true };
      }
      await tx.members.update(withoutTotp(member));
      await tx.passkeys.removeAll(member.member_id);
      const next = (await tx.teamSettings.isFactorRequired()) ? ', and must then set up a second factor' : '';
      return { text: `${member.email} now signs in with the password alone${next}` };
    }),
  );
