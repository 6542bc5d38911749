import { existsSync, statfsSync } from 'node:fs';
import path from 'node:path';
import { Readable } from 'node:stream';
import { Command } from '@commander-js/extra-typings';
import { DEMO_PROJECT_NAME } from '@player-support/contract/demo-project';
import type { DeliveryError } from '@player-support/contract/enums';
import { clamav } from '../attachments/clamav.ts';
import { type Config, readConfig } from '../config/config.ts';
import { LIMITS, SETTABLE_LIMITS } from '../config/limits.ts';
import { NO_EFFECT } from '../config/removed-settings.ts';
import { isUsable } from '../domain/api-key.ts';
import { iso, monotonic, SECOND } from '../domain/time.ts';
import { compareFiles } from '../files/compare-files.ts';
import { localFolder, openFiles } from '../files/open-files.ts';
import { DEMO_KEY_NAME } from '../first-run.ts';
import { OperatorError } from '../operator-error.ts';
import { databaseFile } from '../store/database-url.ts';
import { secretWarnings } from '../store/secrets/secret-warnings.ts';
import { exposedFiles, exposedFolder } from '../store/sqlite/exposed-files.ts';
import { nearestExisting, requireLocalDisk } from '../store/sqlite/network-disk.ts';
import type { Store } from '../store/store.ts';
import type { MemberRow } from '../store/tables.ts';
import { AUDIT_WEBHOOK } from '../team/audit/audit-webhook.ts';
import { reasonOf } from '../team/oidc/provider-fetch.ts';
import { attemptOf, newAttemptSecret } from '../team/oidc/sign-in-attempt.ts';
import { isUsableAt } from '../team/relying-party.ts';
import { print } from './output.ts';
import { withStore } from './with-store.ts';

interface Finding {
  readonly level: 'ok' | 'warning' | 'problem';
  readonly text: string;
}

const ok = (text: string): Finding => ({ level: 'ok', text });
const warning = (text: string): Finding => ({ level: 'warning', text });
const problem = (text: string): Finding => ({ level: 'problem', text });

const MEGABYTE = 1024 * 1024;
const MIN_FREE_MEGABYTES = 500;

export const doctor = new Command('doctor')
  .description(
    'check the settings, the mail server, the provider of single sign-on, the malware scanner, the disk, the database, the files of tickets and the secret key; say whether the last entries of the audit log were sent, and whether other users can read the files of the database and of tickets; exit code 1 if something is wrong',
  )
  .action(async () => {
    const config = readConfig(process.env);
    const file = databaseFile(config.databaseUrl);
    const findings = [
      ok(`settings are valid; Node ${process.versions.node}`),
      ...(await checkMail(config)),
      ...(await checkProvider(config)),
      ...(await checkScanner(config)),
      ...(file === undefined ? await checkDatabase(config) : await checkFile(file, config)),
      ...checkFolder(config),
      ...config.removed.map((name) => warning(`${name} ${NO_EFFECT}`)),
    ];
    const off = SETTABLE_LIMITS.filter((name) => config.limits[name] === 0);
    if (off.length > 0) findings.push(warning(`no rate limit: ${off.map((name) => LIMITS[name].setting).join(', ')}`));
    // First: a closed pipe ends the process in print.
    if (findings.some(({ level }) => level === 'problem')) process.exitCode = 1;
    for (const { level, text } of findings) print(`${level.padEnd(8)} ${text}`);
  });

async function checkMail(config: Config): Promise<Finding[]> {
  const { createMailer } = await import('../notifications/smtp-mailer.ts');
  const mailer = createMailer(config);
  if (mailer === undefined) return [];
  const reason = await mailer.problem();
  mailer.close();
  return [reason === undefined ? ok('the mail server takes mail') : problem(`SMTP_URL does not work; ${reason}`)];
}

async function checkProvider(config: Config): Promise<Finding[]> {
  if (config.oidc.issuer === '') return [];
  try {
    const { createProvider } = await import('../team/oidc/provider.ts');
    await createProvider(config, monotonic).authorizationUrl(attemptOf(newAttemptSecret()));
    return [ok(`the provider ${config.oidc.issuer} responds`)];
  } catch (error) {
    return [problem(`OIDC_ISSUER does not work; ${reasonOf(error)}`)];
  }
}

export async function checkScanner({ attachments }: Config): Promise<Finding[]> {
  const { clamav: address, scanSeconds } = attachments;
  if (address === undefined) return [];
  const name = `clamd at ${address.host}:${address.port}`;
  try {
    const signal = AbortSignal.timeout(scanSeconds * SECOND);
    const verdict = await clamav(address).scan(Readable.from([Buffer.from('harmless')]), signal);
    return verdict === 'clean'
      ? [ok(`${name} scans files`)]
      : [problem(`${name} takes a harmless text for malware; files of players would be deleted`)];
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return [problem(`CLAMAV does not work; nobody can read new files; ${name}: ${reason}`)];
  }
}

async function checkFile(file: string, config: Config): Promise<Finding[]> {
  const found = existsSync(file)
    ? [...(await checkDatabase(config)), ...exposedFiles(file).map(warning)]
    : checkNewFile(file);
  return [checkDisk(file), ...found];
}

function checkNewFile(file: string): Finding[] {
  try {
    requireLocalDisk(file);
    return [warning(`no database at ${file} yet; the first start creates it`)];
  } catch (error) {
    return [problem((error as Error).message)];
  }
}

function checkFolder(config: Config): Finding[] {
  const folder = localFolder(config);
  return folder === undefined ? [] : exposedFolder(folder).map(warning);
}

function checkDisk(file: string): Finding {
  const directory = nearestExisting(path.dirname(file));
  const { bavail, bsize } = statfsSync(directory);
  const free = Math.floor((bavail * bsize) / MEGABYTE);
  return (free < MIN_FREE_MEGABYTES ? problem : ok)(`${free} MB free at ${directory}`);
}

async function checkDatabase(config: Config): Promise<Finding[]> {
  try {
    return await withStore((store) => checkStore(store, config), { anySchema: true });
  } catch (error) {
    return [problem(`the database cannot be used: ${(error as Error).message}`)];
  }
}

async function checkStore(store: Store, config: Config): Promise<Finding[]> {
  const pending = await store.pendingMigrations();
  const problems = await store.check();
  const found = problems.length === 0 ? [ok(`the database has no errors; ${store.engine}`)] : problems.map(problem);
  if (pending.length > 0)
    return [warning(`the next start will apply these migrations: ${pending.join(', ')}`), ...found];
  return [
    ok('the schema is up to date'),
    ...found,
    ...(await checkSecrets(store)),
    ...(await checkFiles(store, config)),
    ...(await checkMembers(store, config)),
    ...(await checkAuditWebhook(store, config)),
    ...(await checkDemo(store)),
  ];
}

/** They are encrypted, and their key is there. */
async function checkSecrets({ secrets }: Store): Promise<Finding[]> {
  try {
    const found = await secrets.inspect();
    const isLost = found.state === 'lost' || Object.keys(found.counts.unreadable).length > 0;
    const warnings = secretWarnings(found);
    if (warnings.length > 0) return warnings.map(isLost ? problem : warning);
    const { current } = found.counts;
    if (found.state === 'waiting') return [ok('there are no secrets yet; the first start encrypts them')];
    return [ok(`${current} secrets are encrypted with the key ${secrets.keys.all()[0]?.id}`)];
  } catch (error) {
    if (!(error instanceof OperatorError)) throw error;
    return [problem(error.message)];
  }
}

/** Exactly the tickets' files are there. */
async function checkFiles(store: Store, config: Config): Promise<Finding[]> {
  try {
    const files = openFiles(config, false);
    if (files === undefined) {
      const rows = await store.attachments.count();
      if (rows === 0) return [];
      return [problem(`the database has ${rows} files, but FILES_URL is not set`)];
    }
    const { files: compared, share, missing, damaged, orphans } = await compareFiles(store, files);
    const sample = share === 1 ? '' : `, a sample of ${(100 * share).toFixed(1)} %`;
    const restore = 'restore them from a backup';
    const found = [
      missing && problem(`${missing.count} files are missing in ${files.name}, such as ${missing.example}; ${restore}`),
      damaged &&
        problem(`${damaged.count} files in ${files.name} have a wrong size, such as ${damaged.example}; ${restore}`),
      orphans &&
        warning(
          `${orphans.count} files in ${files.name} are in no row, such as ${orphans.example}; nobody can read them`,
        ),
    ].filter((finding) => finding !== undefined);
    if (found.length > 0) return found;
    return [ok(`${compared} files are in ${files.name}, and each has a row${sample}`)];
  } catch (error) {
    return [problem(`the files cannot be read: ${(error as Error).message}`)];
  }
}

async function checkMembers(store: Store, { oidc, publicUrl }: Config): Promise<Finding[]> {
  const members = (await store.members.list()).filter((member) => member.disabled_at === null);
  const unknown = members.filter((one) => one.oidc_groups_unknown_since !== null && one.oidc_access_at !== null);
  const host = URL.parse(publicUrl)?.hostname;
  const passkeys = Map.groupBy(await store.passkeys.hosts(), ({ member_id }) => member_id);
  const onlyPasskeys = members.filter(({ member_id, totp_secret, oidc_subject }) => {
    const hasOther = totp_secret !== null || (oidc.issuer !== '' && oidc_subject !== null);
    return passkeys.has(member_id) && !hasOther;
  });
  const passkeysOf = ({ member_id }: MemberRow) => passkeys.get(member_id) ?? [];
  const lockedOut = onlyPasskeys.filter((member) => !passkeysOf(member).some((one) => isUsableAt(host, one)));
  const uncertain = onlyPasskeys.filter((member) => {
    const hosts = passkeysOf(member).map((one) => one.host);
    return host !== undefined && hosts.includes(null) && !hosts.includes(host);
  });
  const groups =
    `the groups of ${unknown.length} members are unknown: too many for the provider to send, so they keep their ` +
    'access when they leave a group; let it send only the groups of OIDC_ROLES';
  const moved =
    `${lockedOut.length} members have only passkeys of another address than ${host}, so they cannot sign in there; ` +
    'let them set up an authenticator app before you move, or run member end-totp <email> after it';
  const unused =
    `it is unknown whether the passkeys of ${uncertain.length} members work at ${host}: nobody has used ` +
    'them since the upgrade; let these members sign in with a passkey once before you move';
  return [
    ...(oidc.roles.size > 0 && unknown.length > 0 ? [warning(groups)] : []),
    ...(lockedOut.length > 0 ? [warning(moved)] : []),
    ...(uncertain.length > 0 ? [warning(unused)] : []),
  ];
}

async function checkAuditWebhook(store: Store, { auditWebhook: { url } }: Config): Promise<Finding[]> {
  if (url === '') return [];
  const { host } = new URL(url);
  const stream = await store.auditStreams.byName(AUDIT_WEBHOOK);
  if (stream?.failing_since != null) {
    const since = iso(stream.failing_since);
    return [problem(`${host} has not accepted entries since ${since}: ${inWords(stream.last_error)}`)];
  }
  const sentAt = stream?.last_sent_at ?? null;
  const last = sentAt === null ? 'nothing was sent yet' : `the last entries were sent at ${iso(sentAt)}`;
  return [ok(`the audit log is sent to ${host}; ${last}`)];
}

const inWords = (error: DeliveryError | null) => (error === 'connection' ? 'cannot connect' : error);

/** The first start's demo, if still usable beside other projects. */
async function checkDemo(store: Store): Promise<Finding[]> {
  const projects = await store.projects.list();
  const keys = await store.apiKeys.list();
  const demo = projects.find(({ name, status }) => name === DEMO_PROJECT_NAME && status === 'active');
  if (projects.every(({ project_id }) => project_id === demo?.project_id)) return [];
  const demoKeys = keys.filter((key) => key.name === DEMO_KEY_NAME && isUsable(key, Date.now()));
  return [
    ...(demo === undefined ? [] : ['the demo project accepts tickets; disable it in the console: Settings, Projects']),
    ...demoKeys.map(({ api_key_id }) => {
      return `the API key of the first start still works; revoke it: npm run -s cli -- api-key revoke ${api_key_id}`;
    }),
  ].map(warning);
}
