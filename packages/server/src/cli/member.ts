import { Command } from '@commander-js/extra-typings';
import { CreateInvitationRequest } from '@player-support/contract/team/invitations';
import { readConfig } from '../config/config.ts';
import { newInvitation } from '../domain/invitation.ts';
import type { AuditDetails } from '../operations/audit-details.ts';
import { validator } from '../operations/validation.ts';
import { OperatorError } from '../operator-error.ts';
import type { Store, Transaction } from '../store/store.ts';
import type { MemberRow } from '../store/tables.ts';
import { withoutTotp } from '../team/account/totp.ts';
import { changeMember, isFullOwner } from '../team/members/change-member.ts';
import { passwordLink } from '../team/members/password-link.ts';
import { listedMembers } from '../team/members/present-member.ts';
import { unsentDetails } from '../team/revoke-grants.ts';
import { PROJECT_OPTION, ROLE_OPTION, readAccess } from './access-options.ts';
import { print, printTable, revokedGrantsText } from './output.ts';
import { asOperator, withStore } from './with-store.ts';

export const member = new Command('member').description('members of the team');

member
  .command('list')
  .description('list the members of the team')
  .option('--json', 'print JSON')
  .action(async ({ json }) => {
    const { hostname } = URL.parse(readConfig(process.env).publicUrl) ?? {};
    const members = await withStore((store) => listedMembers(store, hostname));
    if (json) print(JSON.stringify(members));
    else {
      const cells = members.map(({ id, email, role, disabled, totp, passkey, passkeyUsable, name }) => {
        const key = passkeyUsable ? 'passkey' : 'passkey of another address';
        const factors = [...(totp ? ['totp'] : []), ...(passkey ? [key] : [])].join(',') || '-';
        return [id, role, disabled ? 'disabled' : 'active', factors, email ?? '', name];
      });
      printTable([['ID', 'ROLE', 'STATE', '2FA', 'E-MAIL', 'NAME'], ...cells]);
    }
  });

const validate = validator(CreateInvitationRequest);

member
  .command('invite')
  .description('print a link with which a person joins the team; it works once')
  .requiredOption(...ROLE_OPTION)
  .option('--email <address>', 'allow only this e-mail address')
  .option(...PROJECT_OPTION)
  .option('--json', 'print JSON')
  .action(async ({ role, email, project, json }) => {
    if (email !== undefined && validate({ email, role: 'owner' }) !== undefined) {
      throw new OperatorError(`${JSON.stringify(email)} is not an e-mail address`);
    }
    const invite = async (store: Store) => {
      const access = await readAccess(role, project, store);
      return asOperator(store, 'CreateInvitation', async (tx, now) => {
        if (email !== undefined && (await tx.members.byEmail(email.toLowerCase())) !== undefined) {
          throw new OperatorError(`${email} is already a member`);
        }
        const { token, row } = newInvitation({ email: email?.toLowerCase() ?? null, ...access }, now);
        await tx.invitations.insert(row);
        return [token, { target: row.invitation_id, details: access }];
      });
    };
    const token = await withStore(invite);
    print(json ? JSON.stringify({ token }) : linkText(token));
  });

member
  .command('password-link')
  .description('print a link with which a member sets a new password; it works once')
  .argument('<email>')
  .action((email) =>
    changeAsOperator(email, 'CreatePasswordLink', async (tx, member, { now }) => {
      if (member.disabled_at !== null) throw new OperatorError(`${member.email} is disabled`);
      const { token } = await passwordLink(tx, member, now);
      return [linkText(token), {}];
    }),
  );

member
  .command('end-totp')
  .description('remove the authenticator app and the passkeys of a member who lost them')
  .argument('<email>')
  .action((email) =>
    changeAsOperator(email, 'EndTotp', async (tx, member) => {
      const hasPasskeys = (await tx.passkeys.ofMember(member.member_id)).length > 0;
      if (member.totp_secret === null && !hasPasskeys) {
        return [`${member.email} has no second factor. Nothing changed.`, undefined];
      }
      await tx.members.update(withoutTotp(member));
      await tx.passkeys.removeAll(member.member_id);
      const next = (await tx.teamSettings.isFactorRequired()) ? ', and must then set up a second factor' : '';
      return [`${member.email} now signs in with the password alone${next}`, {}];
    }),
  );

member
  .command('disable')
  .description('sign a member out everywhere and refuse further sign-ins')
  .argument('<email>')
  .action((email) =>
    changeAsOperator(email, 'UpdateMember', async (tx, member, locked) => {
      if (member.disabled_at !== null) return [`${member.email} is already disabled`, undefined];
      if (isFullOwner(member) && locked.owners === 1) {
        throw new OperatorError(`${member.email} is the last owner; invite another owner first`);
      }
      const grants = await changeMember(tx, member, { ...member, disabled_at: locked.now }, locked);
      const details = { disabled: true, removedWebhook: grants.removedWebhook, ...unsentDetails(grants.unsent) };
      return [`disabled ${member.email}; ${revokedGrantsText(grants)}`, details];
    }),
  );

/** `owners`: of all projects. Undefined details: nothing changed, so there is no audit entry. */
type Change = (
  tx: Transaction,
  member: MemberRow,
  locked: { readonly owners: number; readonly now: number },
) => Promise<readonly [text: string, details: AuditDetails | undefined]>;

/** Prints what was done. Throws OperatorError. */
async function changeAsOperator(email: string, operation: string, change: Change): Promise<void> {
  const text = await withStore((store) =>
    asOperator(store, operation, async (tx, now) => {
      // The API locks in the same order, so they cannot deadlock.
      const owners = await tx.members.lockOwners();
      const found = await tx.members.byEmail(email.toLowerCase());
      const member = found && (await tx.members.lock(found.member_id));
      if (member === undefined) throw new OperatorError(`there is no member ${JSON.stringify(email)}`);
      const [text, details] = await change(tx, member, { owners, now });
      return [text, details && { target: member.member_id, details }];
    }),
  );
  print(text);
}

/** Says how to use a link token. Without PUBLIC_URL, the console's address is unknown. */
function linkText(token: string): string {
  const { publicUrl } = readConfig(process.env);
  return publicUrl === ''
    ? `Open this path at the address of the console. It works once, within 7 days: /join#${token}`
    : `Open this link. It works once, within 7 days: ${publicUrl}/join#${token}`;
}
