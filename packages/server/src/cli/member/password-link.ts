import { Command } from '@commander-js/extra-typings';
import { OperatorError } from '../../operator-error.ts';
import { passwordLink } from '../../team/members/password-link.ts';
import { changeMemberAsOperator } from './change-member-as-operator.ts';
import { linkText } from './link-text.ts';

export const createPasswordLink = new Command('password-link')
  .description('print a link with which a member sets a new password; it works once')
  .argument('<email>')
  .action((email) =>
    changeMemberAsOperator(email, 'CreatePasswordLink', async ({ tx, member, now }) => {
      if (member.disabled_at !== null) throw new OperatorError(`${member.email} is disabled`);
      const { token } = await passwordLink(tx, member, now);
      return { text: linkText(token) };
    }),
  );
