import { Command } from '@commander-js/extra-typings';
import { CreateInvitationRequest } from '@player-support/contract/team/invitations';
import { newInvitation } from '../../domain/invitation.ts';
import { validator } from '../../operations/validation.ts';
import { OperatorError } from '../../operator-error.ts';
import { PROJECT_OPTION, ROLE_OPTION, readAccess } from '../access-options.ts';
import { asOperator } from '../as-operator.ts';
import { print } from '../output.ts';
import { withStore } from '../with-store.ts';
import { linkText } from './link-text.ts';

const validate = validator(CreateInvitationRequest);

export const inviteMember = new Command('invite')
  .description('print a link with which a person joins the team; it works once')
  .requiredOption(...ROLE_OPTION)
  .option('--email <address>', 'allow only this e-mail address')
  .option(...PROJECT_OPTION)
  .option('--json', 'print JSON')
  .action(async ({ role, email, project, json }) => {
    if (email !== undefined && validate({ email, role: 'owner' }) !== undefined) {
      throw new OperatorError(`${JSON.stringify(email)} is not an e-mail address`);
    }
    const token = await withStore(async (store) => {
      const access = await readAccess(role, project, store);
      return asOperator(store, 'CreateInvitation', async (tx, now) => {
        if (email !== undefined && (await tx.members.byEmail(email.toLowerCase())) !== undefined) {
          throw new OperatorError(`${email} is already a member`);
        }
        const { token, row } = newInvitation({ email: email?.toLowerCase() ?? null, ...access }, now);
        await tx.invitations.insert(row);
        const details = { role: access.role, projectIds: access.projectIds };
        return { result: token, subject: { target: row.invitation_id, details } };
      });
    });
    print(json ? JSON.stringify({ token }) : linkText(token));
  });
