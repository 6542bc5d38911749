import { CreateInvitationRequest } from '@player-support/contract/team/invitations';
import { newInvitation } from '../domain/invitation.ts';
import { validator } from '../http/validation.ts';
import { OperatorError } from '../operator-error.ts';
import type { Store, Transaction } from '../store/store.ts';
import type { MemberRow } from '../store/tables.ts';
import { withoutTotp } from '../team/account/totp.ts';
import type { AuditDetails } from '../team/audit/audit-details.ts';
import { type AuditSubject, record } from '../team/audit/audited.ts';
import { changeMember, ownsAll } from '../team/members/change-member.ts';
import { passwordLink } from '../team/members/password-link.ts';
import { presentMember } from '../team/members/present-member.ts';
import { accessOptions, readAccess } from './access-options.ts';
import { type Command, endedText, type Invocation, table, withStore } from './command.ts';

const validEmail = validator(CreateInvitationRequest);

/** Does something as the operator, with its entry in the audit log unless nothing was changed. */
function asOperator<T>(
  store: Store,
  operation: string,
  work: (tx: Transaction, now: number) => Promise<readonly [T, AuditSubject | undefined]>,
): Promise<T> {
  const now = Date.now();
  const caller = { type: 'system', id: 'cli', name: 'command line' } as const;
  return store.transaction(async (tx) => {
    const [result, subject] = await work(tx, now);
    if (subject !== undefined) await record(tx, { operation, now, caller }, subject);
    return result;
  });
}

/** What a command did with a member. */
interface Done {
  readonly said: string;
  /** For the audit log, which gets no entry if nothing was changed. */
  readonly details?: AuditDetails;
  readonly unchanged?: true;
}

/** Does something with the member whose address is the argument; says what. */
async function withMember(
  invocation: Invocation,
  operation: string,
  work: (tx: Transaction, member: MemberRow, now: number, owners: number) => Promise<Done>,
): Promise<number> {
  const [email = ''] = invocation.positionals;
  const said = await withStore(invocation, (store) =>
    asOperator(store, operation, async (tx, now) => {
      // In the order in which the console's request locks them too.
      const owners = await tx.members.lockOwners();
      const found = await tx.members.byEmail(email.toLowerCase());
      const member = found && (await tx.members.lock(found.member_id));
      if (member === undefined) throw new OperatorError(`there is no member ${JSON.stringify(email)}`);
      const { said, details = {}, unchanged } = await work(tx, member, now, owners);
      return [said, unchanged ? undefined : { target: member.member_id, details }];
    }),
  );
  invocation.print(said);
  return 0;
}

const linkOf = (token: string) => `Open this where the console is, once and within 7 days: /join#${token}`;

export const listMembers: Command = {
  usage: 'member list [--json]',
  about: 'list the members of the team',
  options: { json: { type: 'boolean' } },
  async run(invocation) {
    const rows = await withStore(invocation, (store) => store.members.list());
    const members = rows.map(presentMember);
    if (invocation.values.json) invocation.print(JSON.stringify(members));
    else {
      const lines = members.map(({ id, email, role, disabled, totp, name }) => [
        id,
        role,
        disabled ? 'disabled' : 'active',
        totp ? 'totp' : '-',
        email,
        name,
      ]);
      invocation.print(table([['ID', 'ROLE', 'STATE', '2FA', 'E-MAIL', 'NAME'], ...lines]));
    }
    return 0;
  },
};

export const inviteMember: Command = {
  usage: 'member invite --role <role> [--email <address>] [--project <id>]... [--json]',
  about: 'print a link with which somebody joins the team, once',
  options: { ...accessOptions, email: { type: 'string' }, json: { type: 'boolean' } },
  async run(invocation) {
    const { email, json } = invocation.values;
    if (invocation.values.role === undefined) throw new OperatorError('say what the member may do: --role <role>');
    if (email !== undefined && validEmail({ email, role: 'owner' }) !== undefined) {
      throw new OperatorError(`${JSON.stringify(email)} is no e-mail address`);
    }
    const token = await withStore(invocation, async (store) => {
      const access = await readAccess(invocation, store);
      return asOperator(store, 'CreateInvitation', async (tx, now) => {
        if (email !== undefined && (await tx.members.byEmail(email.toLowerCase())) !== undefined) {
          throw new OperatorError(`${email} is a member already`);
        }
        const { token, row } = newInvitation({ email: email?.toLowerCase() ?? null, ...access }, now);
        await tx.invitations.insert(row);
        return [token, { target: row.invitation_id, details: { role: access.role, projectIds: access.projectIds } }];
      });
    });
    invocation.print(json ? JSON.stringify({ token }) : linkOf(token));
    return 0;
  },
};

export const linkForPassword: Command = {
  usage: 'member password-link <email>',
  about: 'print a link with which a member sets a new password, once',
  run: (invocation) =>
    withMember(invocation, 'CreatePasswordLink', async (tx, member, now) => {
      if (member.disabled_at !== null) throw new OperatorError(`${member.email} is disabled`);
      return { said: linkOf((await passwordLink(tx, member, now)).token) };
    }),
};

export const endSecondFactor: Command = {
  usage: 'member end-totp <email>',
  about: 'let a member who lost the second factor sign in without',
  run: (invocation) =>
    withMember(invocation, 'EndTotp', async (tx, member) => {
      await tx.members.update(withoutTotp(member));
      return { said: `${member.email} signs in with the password alone` };
    }),
};

export const disableMember: Command = {
  usage: 'member disable <email>',
  about: 'sign a member out everywhere and refuse it from now on',
  run: (invocation) =>
    withMember(invocation, 'UpdateMember', async (tx, member, now, owners) => {
      if (member.disabled_at !== null) return { said: `${member.email} is disabled already`, unchanged: true };
      if (ownsAll(member) && owners === 1) {
        throw new OperatorError(`${member.email} is the last owner; invite another one first`);
      }
      const ended = await changeMember(tx, member, { ...member, disabled_at: now }, { owners, now });
      return { said: `disabled ${member.email}; ${endedText(ended)}`, details: { disabled: true } };
    }),
};
