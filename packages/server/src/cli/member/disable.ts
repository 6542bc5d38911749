import { Command } from '@commander-js/extra-typings';
import { OperatorError } from '../../operator-error.ts';
import { changeMember, isFullOwner } from '../../team/members/change-member.ts';
import { withheldCount } from '../../team/revoke-grants.ts';
import { revokedGrantsText } from '../revoked-grants-text.ts';
import { changeMemberAsOperator } from './change-member-as-operator.ts';

export const disableMember = new Command('disable')
  .description('sign a member out everywhere and refuse further sign-ins')
  .argument('<email>')
  .action((email) =>
    changeMemberAsOperator(email, 'UpdateMember', async ({ tx, member, owners, now }) => {
      if (member.disabled_at !== null) return { text: `${member.email} is already disabled`, isUnchanged: true };
      if (isFullOwner(member) && owners === 1) {
        throw new OperatorError(`${member.email} is the last owner; invite another owner first`);
      }
      const grants = await changeMember(tx, member, { ...member, disabled_at: now }, { owners, now });
      const details = { disabled: true, removedWebhook: grants.removedWebhook, ...withheldCount(grants.withheldIn) };
      return { text: `disabled ${member.email}; ${revokedGrantsText(grants)}`, details };
    }),
  );
