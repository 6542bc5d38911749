import { DEMO_PROJECT_NAME } from '@player-support/contract/demo-project';
import type { Config } from './config/config.ts';
import { newApiKey } from './domain/api-key.ts';
import { newInvitation } from './domain/invitation.ts';
import { newProject } from './domain/project.ts';
import { DAY } from './domain/time.ts';
import { type AuditSubject, noOrigin, record } from './operations/audited.ts';
import type { Store } from './store/store.ts';

/** Created by the first start. `doctor` looks for it. */
export const DEMO_KEY_NAME = 'demo';

const DEMO_KEY_DAYS = 7;
const FIRST_START = { type: 'system', id: 'first-start', name: 'first start' } as const;

/** Whether secrets may be printed, by the setting PRINT_SECRETS. */
export function mayShowSecrets(setting: Config['printSecrets'], isTerminal: boolean): boolean {
  return setting === 'always' || (setting === 'terminal' && isTerminal);
}

interface FirstRunOptions {
  readonly url: string;
  /** PUBLIC_URL if set: where people open the console. */
  readonly consoleUrl: string;
  /** Secrets in the text. Otherwise none is created. */
  readonly showsSecrets: boolean;
  readonly now: number;
}

/**
 * The text at a start. An empty store first gets a demo project and, if secrets may be shown, an
 * API key and an owner link.
 */
export async function firstRun(store: Store, { url, consoleUrl, showsSecrets, now }: FirstRunOptions): Promise<string> {
  const addresses = `\nPlayer Support is at ${url}\nAPI docs: ${url}/docs\n\n`;
  if (await store.members.any()) return addresses;

  const link = newInvitation({ email: null, role: 'owner', projectIds: null }, now);
  const project = newProject(DEMO_PROJECT_NAME, now);
  const { key, row } = newApiKey(DEMO_KEY_NAME, now, undefined, { expiresAt: now + DEMO_KEY_DAYS * DAY });
  const created = await store.transaction(async (tx) => {
    // Of several nodes that start at once, only one creates these and shows the secrets.
    if (!(await tx.tryLock('first-run'))) return { link: false, demo: false };
    const noted = (operation: string, subject: AuditSubject) =>
      record(tx, { operation, now, clock: Date.now, caller: FIRST_START, origin: noOrigin }, subject);
    const isLinked = (await tx.invitations.list(now)).some(({ role }) => role === 'owner');
    // Check again: an owner may have joined, which deletes the owner links.
    if (!isLinked && (await tx.members.any())) return undefined;
    const hasDemo = (await tx.projects.list()).length > 0 || (await tx.apiKeys.list()).length > 0;
    const makesLink = !isLinked && showsSecrets;
    if (makesLink) {
      await tx.invitations.insert(link.row);
      await noted('CreateInvitation', { target: link.row.invitation_id, details: { role: 'owner', projectIds: null } });
    }
    if (!hasDemo) {
      const { project_id: id } = project;
      await tx.projects.insert(project);
      await noted('CreateProject', { target: id, projectId: id });
      if (showsSecrets) {
        await tx.apiKeys.insert(row);
        await noted('CreateApiKey', { target: row.api_key_id, details: { role: row.role, projectIds: null } });
      }
    }
    return { link: makesLink, demo: !hasDemo };
  });
  if (created === undefined) return addresses;
  const owner = created.link
    ? `Open this link once to become the owner of the team. It is shown only now and valid for 7 days:\n${consoleUrl}/join#${link.token}\n\n`
    : 'Nobody is in the team yet. For a link to become its owner, run: npm run -s cli -- member invite --role owner\n\n';
  if (!created.demo) return addresses + owner;
  const { file } = store.secrets.keys;
  const keyFile =
    file === undefined ? '' : `The secret key is in ${file}. Copy it to another place: backups do not have it.\n\n`;
  const publicKey = `Demo project, public key: ${project.public_key}\n`;
  return (
    addresses +
    owner +
    keyFile +
    publicKey +
    (showsSecrets ? demo(url, project.public_key, key, row.api_key_id) : NO_KEY)
  );
}

/** Instead of a key, with commands of the operator's guide. */
const NO_KEY =
  'This output is no terminal, so no API key was made. For one, run: npm run -s cli -- api-key create --name demo\n\n';

/**
 * Shows the API key and a script that uses it. No comments in it: zsh rejects them in pasted text.
 */
function demo(url: string, publicKey: string, key: string, keyId: string): string {
  return `Team API key, shown only this once: ${key}
It has full access to every project, but invites nobody, and stops working after ${DEMO_KEY_DAYS} days.
To revoke it now, with the DATABASE_URL of this server:
npm run -s cli -- api-key revoke ${keyId}

The round trip: a game gets a token, and the player writes a ticket. The team finds it in its queue
and replies. The player's inbox has the reply. Paste these lines into another terminal:

  URL=${url}
  PROJECT=${publicKey}
  TEAM_KEY=${key}
  field() { sed -n "s/.*\\"$1\\":\\"\\([^\\"]*\\)\\".*/\\1/p"; }
  INSTALLATION=$(od -An -N16 -tx1 /dev/urandom | tr -d ' \\n')

  TOKEN=$(curl -s $URL/api/v1/player/identify -H 'Content-Type: application/json' \\
    -d '{"projectPublicKey":"'$PROJECT'","installationId":"'$INSTALLATION'"}' \\
    | field playerAccessToken)

  TICKET=$(curl -s $URL/api/v1/tickets -H "Authorization: Bearer $TOKEN" -H 'Content-Type: application/json' \\
    -d '{"projectPublicKey":"'$PROJECT'","type":"bug","subject":"Stuck","message":"I cannot leave level 3."}' \\
    | field ticketId)

  curl -s "$URL/api/v1/team/tickets?view=attention" -H "Authorization: Bearer $TEAM_KEY"; echo
  curl -s $URL/api/v1/team/tickets/$TICKET/replies -H "Authorization: Bearer $TEAM_KEY" \\
    -H 'Content-Type: application/json' -d '{"message":"Jump twice at the door."}'; echo

  curl -s "$URL/api/v1/player/inbox?projectPublicKey=$PROJECT" -H "Authorization: Bearer $TOKEN"; echo

`;
}
