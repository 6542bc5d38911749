import { createHash } from 'node:crypto';
import { isIP } from 'node:net';
import type { DeliveryError } from '@player-support/contract/enums';
import ipaddr from 'ipaddr.js';
import type { Transporter } from 'nodemailer';
import type { Config } from '../config/config.ts';
import type { Outcome } from '../network/post.ts';

/** Each step with the mail server, and all of them. Both are below the lease. */
const STEP_TIMEOUT_MS = 10_000;
const TIMEOUT_MS = 30_000;

const DEFAULT_PORTS: Readonly<Record<string, number>> = { 'smtp:': 587, 'smtps:': 465 };

/** To one person. Only `to` may come from outside. */
export interface Mail {
  /** Stable for a delivery, so that mail programs can drop doubles. */
  readonly id: string;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** The page where the member can stop such mails. */
  readonly unsubscribe?: string;
}

type SmtpError = Error & { readonly code?: string; readonly responseCode?: number };

/** Undefined without SMTP_URL. */
export const createMailer = ({ mail: { smtpUrl, from }, publicUrl }: Pick<Config, 'mail' | 'publicUrl'>) =>
  smtpUrl === '' ? undefined : smtpMailer(new URL(smtpUrl), from, new URL(publicUrl).hostname);

function smtpMailer(url: URL, from: string, domain: string) {
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const secure = url.protocol === 'smtps:';
  const options = {
    host,
    port: Number(url.port) || DEFAULT_PORTS[url.protocol],
    secure,
    name: greetingOf(domain),
    // Otherwise an attacker could remove STARTTLS and read the password.
    requireTLS: !secure && !isLoopback(host),
    ignoreTLS: !secure && isLoopback(host),
    ...(url.username === ''
      ? {}
      : { auth: { user: decodeURIComponent(url.username), pass: decodeURIComponent(url.password) } }),
    connectionTimeout: STEP_TIMEOUT_MS,
    greetingTimeout: STEP_TIMEOUT_MS,
    socketTimeout: STEP_TIMEOUT_MS,
    dnsTimeout: STEP_TIMEOUT_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  };
  let opened: Promise<Transporter> | undefined;
  /** Loaded when first needed, so that a server without mails starts faster. */
  const transport = () => {
    if (opened === undefined) {
      opened = import('nodemailer').then(({ createTransport }) => createTransport(options));
      // The next mail tries it again.
      opened.catch(() => {
        opened = undefined;
      });
    }
    return opened;
  };

  /** Resolves when the mail server took or refused it, or `signal` is aborted. Never rejects. */
  async function send({ id, to, subject, text, html, unsubscribe }: Mail, signal?: AbortSignal): Promise<Outcome> {
    const late = AbortSignal.timeout(TIMEOUT_MS);
    try {
      await (await transport()).sendMail({
        from,
        // An object, because a text could be a list of addresses.
        to: { name: '', address: to },
        subject,
        text,
        html,
        messageId: `<${createHash('sha256').update(id).digest('hex').slice(0, 40)}@${domain}>`,
        headers: { 'Auto-Submitted': 'auto-generated' },
        ...(unsubscribe === undefined ? {} : { list: { unsubscribe } }),
        // It also closes the connection, so that no mail is sent after the result.
        signal: signal === undefined ? late : AbortSignal.any([late, signal]),
      });
      return { ok: true };
    } catch (error) {
      return { ok: false, error: late.aborted ? 'time-out' : codeOf(error as SmtpError) };
    }
  }

  return {
    send,
    /** Undefined: the mail server can be used. */
    problem: (): Promise<string | undefined> =>
      inTime(transport().then((one) => one.verify())).then(
        () => undefined,
        (error: SmtpError) => `${host}: ${REASONS[codeOf(error)] ?? 'the mail server refused'}`,
      ),
    close: () =>
      void opened?.then(
        (one) => one.close(),
        () => {},
      ),
  };
}

export type Mailer = ReturnType<typeof smtpMailer>;

const REASONS: Readonly<Partial<Record<DeliveryError, string>>> = {
  'mail-login': 'the mail server refused the user or the password',
  'mail-tls': 'the mail server has no valid TLS',
  'time-out': 'the mail server does not respond',
  connection: 'the mail server cannot be reached',
};

/** Short: a mail server's texts can contain addresses and names of users. */
function codeOf({ code, responseCode, message }: SmtpError): DeliveryError {
  if (code === 'EAUTH' || code === 'ENOAUTH') return 'mail-login';
  if (code === 'ETLS' || code === 'EREQUIRETLS' || /certificate/i.test(message)) return 'mail-tls';
  if (code === 'ETIMEDOUT') return 'time-out';
  return responseCode === undefined ? 'connection' : `mail-${responseCode}`;
}

/** Large mail servers refuse a container's name. An address is in brackets (RFC 5321, 4.1.3). */
function greetingOf(domain: string): string {
  if (isIP(domain) === 4) return `[${domain}]`;
  return domain.startsWith('[') ? domain.replace('[', '[IPv6:') : domain.replace(/\.$/, '');
}

const isLoopback = (host: string): boolean =>
  host === 'localhost' || (ipaddr.isValid(host) && ipaddr.process(host).range() === 'loopback');

async function inTime<T>(work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(Object.assign(new Error('late'), { code: 'ETIMEDOUT' })), TIMEOUT_MS);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
