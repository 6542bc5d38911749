import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { clamav } from '../attachments/clamav.ts';
import { SingleRun } from '../domain/single-run.ts';
import { HOUR, MINUTE, SECOND } from '../domain/time.ts';
import type { FileStore } from '../files/file-store.ts';
import { makeDeliveries } from '../notifications/make-deliveries.ts';
import type { Outbox } from '../notifications/outbox.ts';
import type { Available } from '../operations/context.ts';
import { countReach } from '../team/announcements/count-reach.ts';
import type { AuditWebhook } from '../team/audit/audit-webhook.ts';
import type { RefusedRequests } from '../team/audit/refused-requests.ts';
import type { LastUse } from '../team/last-use.ts';
import { createAsking } from './ask-fixed.ts';
import { closeResolved } from './close-resolved.ts';
import { createIndexing } from './index-messages.ts';
import { numberTickets } from './number-tickets.ts';
import { prune } from './prune.ts';
import { cleanScratch, pruneAttachments, pruneParts } from './prune-attachments.ts';
import { createRadarWatch } from './radar-watch.ts';
import { createScans } from './scan-attachments.ts';
import { sendKnownIssueAnswers } from './send-known-issue-answers.ts';
import { createWaking } from './wake-snoozed.ts';

/** How often a node makes deliveries, at most. */
const DELIVERIES_INTERVAL_MS = 15 * SECOND;
/** For what a killed server left, and old sums of projects. */
const CLEAN_INTERVAL_MS = HOUR;
/** A larger jump of the clock may be a mistake that somebody corrects. */
const MAX_CORRECTION_MS = 5 * MINUTE;
const TRUST_AFTER_MS = HOUR;
/** Rows per transaction. Players' requests wait, so it must be short. */
const BATCH = 100;

type UsedParts = 'store' | 'config' | 'clock' | 'elapsed' | 'live' | 'stormWatch' | 'activePlayers' | 'baselines';

interface JobOptions extends Pick<Available, UsedParts> {
  readonly logger: Logger;
  readonly lastUse: LastUse;
  readonly refusedRequests: RefusedRequests;
  readonly outbox: Outbox;
  /** Undefined: the audit log is not sent. */
  readonly auditWebhook: AuditWebhook | undefined;
  /** Undefined: this server does not accept files. */
  readonly files: FileStore | undefined;
}

/**
 * Starts the jobs, which `runAll` names, every `jobIntervalSeconds` unless the last round still
 * runs. `stop` waits for the current job and, for the given time, for what is being sent or
 * deleted. Then it stores what is counted in memory.
 */
export function startJobs(options: JobOptions): { stop(milliseconds: number): Promise<void> } {
  const { store, config, clock, elapsed, logger, live, lastUse, refusedRequests, outbox, auditWebhook } = options;
  const { stormWatch, activePlayers, baselines, files } = options;
  const stopped = new AbortController();
  const stopping = () => stopped.signal.aborted;
  const work = { store, live, config, clock, elapsed, logger, limit: BATCH, stopping };
  let deliveriesMadeAt = Number.NEGATIVE_INFINITY;
  let cleanedAt = Number.NEGATIVE_INFINITY;

  const { clamav: scannerAddress, scanSeconds } = config.attachments;
  const scan =
    files &&
    scannerAddress &&
    createScans({
      ...work,
      files,
      scanner: clamav(scannerAddress),
      timeoutMs: scanSeconds * SECOND,
      stopping: stopped.signal,
    });

  const radar = createRadarWatch({ ...work, baselines, keptDays: config.radarDays, stopping: stopped.signal });
  const wakeSnoozed = createWaking(work);
  const askFixed = createAsking(work);

  /** Logs a failure, so the other jobs and the next round still run. */
  async function attempt(job: string, one: () => Promise<void>): Promise<void> {
    // Without the database, each job would delay the stop by its time-out.
    if (stopping()) return;
    try {
      await one();
    } catch (error) {
      logger.error({ err: error, job }, 'a job failed; it runs again');
    }
  }

  let offsetBefore = clock() - elapsed();
  let isSetAt = Number.NEGATIVE_INFINITY;
  /**
   * Returns the time, unless somebody set the clock within the last hour: then nothing is closed
   * or deleted by its age. Call it anew for each use: it also notices that the clock was set.
   */
  function trustedNow(): number | undefined {
    const now = clock();
    const offset = now - elapsed();
    if (Math.abs(offset - offsetBefore) > MAX_CORRECTION_MS) {
      isSetAt = elapsed();
      logger.warn('the clock of the system was set; for an hour, nothing is closed or deleted by its age');
    }
    offsetBefore = offset;
    return elapsed() - isSetAt >= TRUST_AFTER_MS ? now : undefined;
  }

  /** Rounds do not wait for it. */
  const runBeside = (job: string, one: () => Promise<void>) => new SingleRun(() => attempt(job, one));
  const radarRun = runBeside('radar', radar.tidy);
  const answersRun = runBeside('answers', () => sendKnownIssueAnswers(work));
  const indexRun = runBeside('search-index', createIndexing(store, stopped.signal));
  const numbersRun = runBeside('ticket-numbers', () => numberTickets(work, stopped.signal));
  const scanRun = new SingleRun(async () => scan?.());
  const closeRun = runBeside('close-resolved', async () => {
    while (!stopping()) {
      const now = trustedNow();
      if (now === undefined || (await closeResolved({ ...work, now })) < BATCH) return;
    }
  });
  const pruneRun = runBeside('prune', async () => {
    const now = trustedNow();
    if (now !== undefined) await prune({ ...work, now });
  });
  const filesRun = runBeside('attachments', async () => {
    const now = trustedNow();
    if (files === undefined || now === undefined) return;
    await pruneAttachments({ ...work, files, now });
    if (elapsed() - cleanedAt < CLEAN_INTERVAL_MS) return;
    cleanedAt = elapsed();
    await pruneParts({ store, files });
    await store.attachments.forgetUsage(now);
    await cleanScratch(files);
  });

  async function runAll(): Promise<void> {
    // Nobody waits for it, and a project can have many at once.
    void closeRun.begin();
    await attempt('wake-snoozed', wakeSnoozed);
    await attempt('ask-fixed', askFixed);
    await attempt('announcement-reach', () => countReach({ ...work, now: clock() }));
    await attempt('last-use', () => lastUse.write(elapsed()));
    await attempt('refused-requests', () => refusedRequests.write(clock()));
    await attempt('active-players', () => activePlayers.write(clock()));
    await attempt('storms', stormWatch.checkNew);
    await attempt('storms', stormWatch.checkHolding);
    await attempt('radar', radar.look);
    // Nobody waits for it: a busy hour's counters take minutes.
    void radarRun.begin();
    await attempt('notifications', async () => {
      if (elapsed() - deliveriesMadeAt >= DELIVERIES_INTERVAL_MS) {
        deliveriesMadeAt = elapsed();
        await makeDeliveries({ ...work, now: clock() });
      }
      await outbox.round();
    });
    // Nor for this: many tickets take seconds.
    void answersRun.begin();
    void numbersRun.begin();
    await attempt('audit-webhook', async () => auditWebhook?.round());
    // Nor for these: the store of files can take a minute.
    void filesRun.begin();
    void scanRun.begin();
    void indexRun.begin();
    void pruneRun.begin();
  }

  const round = new SingleRun(runAll);
  const timer = setInterval(() => round.begin(), config.jobIntervalSeconds * SECOND);
  return {
    async stop(milliseconds) {
      stopped.abort();
      outbox.stop();
      auditWebhook?.stop();
      clearInterval(timer);
      const runs = [round, closeRun, answersRun, numbersRun, radarRun, scanRun, indexRun, pruneRun];
      await Promise.all(runs.map((run) => run.idle()));
      const filesIdle = Promise.race([filesRun.idle(), sleep(milliseconds, undefined, { ref: false })]);
      await Promise.all([outbox.idle(milliseconds), auditWebhook?.idle(milliseconds), filesIdle]);
      const last = [
        [lastUse, 'the last use of API keys and sessions was not stored'],
        [refusedRequests, 'the last refused requests are not in the audit log'],
        [activePlayers, 'the last active players were not counted'],
      ] as const;
      for (const [kept, failed] of last) {
        await kept.write(clock(), true).catch((error) => logger.error({ err: error }, failed));
      }
    },
  };
}
