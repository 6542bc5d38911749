import type { NotificationLanguage } from '@player-support/contract/enums';
import type { FieldProblem } from '@player-support/contract/field-problems';
import { COUNT_CAP } from '@player-support/contract/limits';
import { projectIdsOf } from '../domain/access.ts';
import { type CountedCaller, countedAs } from '../domain/counted-caller.ts';
import { AppError } from '../errors.ts';
import { createConcurrencyLimiter } from '../limits/concurrency-limiter.ts';
import type { Outgoing } from '../network/exchange.ts';
import { ATTEMPT_TIMEOUT_MS, type Outcome, post } from '../network/post.ts';
import { createResolveName, type ResolveName } from '../network/resolve-name.ts';
import { type NameRules, problemOfName, problemOfUrl } from '../network/webhook-address.ts';
import { signedHeaders } from '../network/webhook-signature.ts';
import type { Context } from '../operations/context.ts';
import { attentionOf, BUDGET, cappedCount, sumOf, type ViewCount } from '../operations/view-counts.ts';
import { visibleProjects } from '../operations/visible-projects.ts';
import type { Store } from '../store/store.ts';
import type { MemberRow, NotificationChannelRow } from '../store/tables.ts';
import { oneLine } from './message-text.ts';
import { choicesOf, isTold } from './news-of-member.ts';
import { notificationMail } from './notification-mail.ts';
import type { Sender } from './outbox.ts';
import { type Payload, resolveItems } from './payload.ts';
import type { Mailer } from './smtp-mailer.ts';
import { languageOf, TEXTS } from './texts.ts';
import { discordBody, slackBody, standardBody, type WebhookContent } from './webhook-message.ts';

declare module '../operations/context.ts' {
  interface Parts {
    readonly notifier: Notifier;
  }
}

/** Of one member, or of its keys. Few at once: a name without an answer takes five seconds. */
const OF_CALLER = { maxRunning: 1, maxQueued: 0, perTurn: false };
const tooManyChecks = () =>
  new AppError('unavailable', { detail: 'Too many addresses are being checked.', headers: { 'retry-after': '5' } });
const OF_PROCESS = { maxRunning: 4, maxQueued: 8, perTurn: false, refusal: tooManyChecks };
/** One limit for all members. */
const PROCESS = 'process';

function createAddressCheck(rules: NameRules) {
  const ofCaller = createConcurrencyLimiter(OF_CALLER);
  const ofProcess = createConcurrencyLimiter(OF_PROCESS);
  /**
   * Throws AppError `rate-limited` while the caller's earlier check runs, `unavailable` with too
   * many of others.
   */
  return async (address: string, caller: CountedCaller): Promise<FieldProblem | undefined> => {
    const problem = problemOfUrl(address, rules.allowPrivate);
    if (problem !== undefined) return problem;
    using _slotOfCaller = await ofCaller.enter(countedAs(caller));
    using _slotOfProcess = await ofProcess.enter(PROCESS);
    return await problemOfName(address, rules);
  };
}

interface Message {
  readonly id: string;
  readonly channel: NotificationChannelRow;
  readonly language: NotificationLanguage;
  readonly email: string;
  /** Without items and digest: a test. */
  readonly content: Pick<WebhookContent, 'items' | 'more'> & { readonly digest: readonly string[] };
  readonly now: number;
}

export interface NotifierOptions extends Pick<Context, 'store' | 'config' | 'clock'> {
  /** Undefined without SMTP_URL. */
  readonly mailer: Mailer | undefined;
  /** Default: the system's name servers. */
  readonly resolveName?: ResolveName;
}

export function createNotifier({ store, config, clock, mailer, resolveName = createResolveName() }: NotifierOptions) {
  const { publicUrl, webhookAllowPrivate: allowPrivate } = config;
  const names = { allowPrivate, resolveName };

  async function send(message: Message, signal?: AbortSignal): Promise<Outcome> {
    const { channel, language, content, email } = message;
    if (channel.channel === 'webhook') {
      const request = webhookRequest(message, { ...content, language, publicUrl });
      return post(request, { ...names, timeoutMilliseconds: ATTEMPT_TIMEOUT_MS, signal });
    }
    if (mailer === undefined) return { ok: false, error: 'no-mail' };
    return mailer.send(notificationMail({ id: message.id, to: email, language, publicUrl, ...content }), signal);
  }

  const sender: Sender = {
    async send({ delivery_id: id, owner_id: memberId, channel: name, payload }, signal) {
      const member = await store.members.byId(memberId);
      const setting = await store.notificationSettings.ofMember(memberId);
      const channel = (await store.notificationSettings.channelsOf(memberId)).find((one) => one.channel === name);
      // The member, its access or its choice may be gone since.
      if (member === undefined || member.disabled_at !== null || setting === undefined || channel === undefined) {
        return 'dropped';
      }
      const made = JSON.parse(payload) as Payload;
      const choices = choicesOf(channel.choices);
      const chosen = made.items.filter(({ kind }) => isTold(kind, member, choices));
      const items = await resolveItems(store, chosen, member);
      const language = languageOf(setting.language);
      const hasDigest = made.digest && setting.digest_at !== null;
      const digest = hasDigest ? await digestLines(store, member, language) : [];
      if (items.length === 0 && digest.length === 0) return 'dropped';
      const content = { items, more: items.length === 0 ? 0 : made.more, digest };
      return send({ id, channel, language, email: member.email, content, now: clock() }, signal);
    },
    async settled({ notificationSettings }, { owner_id: member_id, channel }, outcome, now) {
      if (outcome === 'dropped') return;
      if (outcome.ok) return notificationSettings.sent({ member_id, channel }, now);
      const failure = { last_error_at: now, last_error: outcome.error, stopped_at: outcome.gone ? now : null };
      return notificationSettings.failed({ member_id, channel, ...failure });
    },
  };
  return {
    sender,
    /** Undefined: the server sends no mail. */
    mailer,
    problemOfAddress: createAddressCheck(names),
    test: (message: Omit<Message, 'content' | 'now'>) =>
      send({ ...message, content: { items: [], more: 0, digest: [] }, now: clock() }),
  };
}

export type Notifier = ReturnType<typeof createNotifier>;

function webhookRequest({ id, channel, now }: Message, content: WebhookContent): Outgoing {
  const { format, secret } = channel;
  const url = channel.address ?? '';
  if (format === 'slack') return { url, body: slackBody(content), headers: {} };
  if (format === 'discord') return { url, body: discordBody(content), headers: {} };
  const body = standardBody(content, now);
  return { url, body, headers: signedHeaders(id, body, secret ?? '', now) };
}

const number = ({ count, capped }: ViewCount) => (capped ? `${count}+` : String(count));

/** What waits in the member's projects and for the member, with the console's numbers. */
async function digestLines(store: Store, member: MemberRow, language: NotificationLanguage): Promise<string[]> {
  const texts = TEXTS[language];
  const projects = await visibleProjects(store, { projectIds: projectIdsOf(member.project_ids) });
  const ids = projects.map(({ project_id }) => project_id);
  const counts = Map.groupBy(await store.queueCounts.byStatus(ids, {}, BUDGET), ({ projectId }) => projectId);
  const lines = projects.flatMap(({ project_id, name }) => {
    const ofProject = counts.get(project_id) ?? [];
    const [attention, pending] = [attentionOf(ofProject), sumOf(ofProject, ['pending'])];
    if (attention.count + pending.count === 0) return [];
    return [texts.digestProject(oneLine(name), number(attention), number(pending))];
  });
  const mine = await store.queueCounts.ofMember(member.member_id, ids, {}, COUNT_CAP + 1);
  return [...lines, texts.digestMine(number(cappedCount(mine)))];
}
