import { fileURLToPath } from 'node:url';
import ipaddr from 'ipaddr.js';
import { isPercentEncoded, PERCENT_ENCODE } from '../domain/url-password.ts';
import { problemOfUrl } from '../network/webhook-address.ts';
import { OperatorError } from '../operator-error.ts';
import { requireDatabaseUrl } from '../store/database-url.ts';
import { s3Address } from './s3-address.ts';
import { invalid, invalidSecret, type Setting, text } from './setting.ts';

export const databaseUrl = text('DATABASE_URL', 'Database', {
  default: 'sqlite:./data/player-support.db',
  values: '`sqlite:<file>` or `postgres://<user>:<password>@<host>:5432/<database>`',
  description:
    'The database: a SQLite file, or PostgreSQL 14 or newer for [many nodes](scale.md). With TLS add `?sslmode=verify-full`.',
  parse(text) {
    requireDatabaseUrl('DATABASE_URL', text);
    return text;
  },
});

function isFolderUrl(url: string): boolean {
  try {
    return /^file:\/\/\/[^?#]+$/.test(url) && fileURLToPath(url) !== '';
  } catch {
    return false;
  }
}

export const isFilesUrl = (url: string) => isFolderUrl(url) || s3Address(url) !== undefined;

export const filesUrl = text('FILES_URL', 'Attachments', {
  values: '`file:///<folder>` or `s3://<bucket>/<prefix>`',
  description:
    'Where the files of players and the team are: a folder, or a bucket of [an S3 service](operate.md#files-in-s3); ' +
    'the prefix is optional. Without the setting: in the folder `<database>.files` beside a SQLite database. With PostgreSQL ' +
    'it is required for attachments, and all nodes need the same folder or bucket.',
  parse: (text) => (isFilesUrl(text) ? text : invalidSecret('FILES_URL', 'file:///<folder> or s3://<bucket>/<prefix>')),
});

export const clamavAddress: Setting<{ readonly host: string; readonly port: number } | undefined> = {
  name: 'CLAMAV',
  group: 'Attachments',
  default: '',
  values: '`<host>:<port>`',
  description: 'A clamd that scans each file ([how](operate.md#scan-files-for-malware)).',
  parse(text) {
    if (text === '') return undefined;
    const [, name = '', number = ''] = /^(\[[0-9a-fA-F:]+\]|[\w.-]+):(\d{1,5})$/.exec(text) ?? [];
    const port = Number(number);
    if (name === '' || port < 1 || port > 65_535) return invalid('CLAMAV', text, 'the host and port of clamd');
    return { host: name.replace(/^\[|\]$/g, ''), port };
  },
};

/** An address, a network such as 10.0.0.0/8, or Fastify's name for private networks. */
function isNetwork(text: string): boolean {
  if (['loopback', 'linklocal', 'uniquelocal'].includes(text)) return true;
  const { IPv4, IPv6 } = ipaddr;
  if (text.includes('/')) return IPv4.isValidCIDRFourPartDecimal(text) || IPv6.isValidCIDR(text);
  return IPv4.isValidFourPartDecimal(text) || IPv6.isValid(text);
}

/** The proxies whose `X-Forwarded-For` counts, as Fastify expects them. */
type TrustProxy = false | string[] | ((address: string, hop: number) => boolean);

export const trustProxy: Setting<TrustProxy> = {
  name: 'TRUST_PROXY',
  group: 'Network',
  default: 'off',
  values: '`off`, a number of proxies (`1`), or addresses and networks (`10.0.0.0/8,127.0.0.1`)',
  description:
    'The proxies whose `X-Forwarded-For` the server trusts. A number says how many proxies a request passes. ' +
    '`loopback`, `linklocal` and `uniquelocal` can stand for these networks in the list.',
  parse(text) {
    if (text === 'off') return false;
    if (/^\d{1,2}$/.test(text)) return (_address, hop) => hop < Number(text);
    const addresses = text.split(',').map((address) => address.trim());
    if (!addresses.every(isNetwork)) {
      invalid('TRUST_PROXY', text, 'off, a number of proxies, or a list of addresses and networks');
    }
    return addresses;
  },
};

export const publicUrl = text('PUBLIC_URL', 'Notifications', {
  values: 'an address such as `https://support.example.com`',
  description:
    'The address of this server for members and games. Links in notifications and mail, and the code for games in ' +
    'the console, begin with it, and its host greets the mail server. Required with `SMTP_URL`.',
  parse(text) {
    const url = URL.parse(text);
    const isOrigin = url !== null && /^https?:$/.test(url.protocol) && [url.origin, `${url.origin}/`].includes(text);
    return isOrigin ? url.origin : invalid('PUBLIC_URL', text, 'an http or https address without a path');
  },
});

export const smtpUrl = text('SMTP_URL', 'Notifications', {
  values: '`smtps://<user>:<password>@<host>:465` or `smtp://<user>:<password>@<host>:587`',
  description:
    'The mail server. If this is empty, the server sends no mail. `smtp://` begins in plain text and then requires ' +
    'TLS, except on this machine. Percent-encode special characters of the password, such as `%23` for `#`.',
  parse(text) {
    if (!isPercentEncoded(text)) throw new OperatorError(`SMTP_URL ${PERCENT_ENCODE}`);
    const url = URL.parse(text);
    const isServer = url !== null && /^smtps?:$/.test(url.protocol) && url.hostname !== '';
    const expected = 'smtp://<host>:587 or smtps://<host>:465, with <user>:<password>@ before the host';
    return isServer ? text : invalidSecret('SMTP_URL', expected);
  },
});

export const auditWebhookUrl = text('AUDIT_WEBHOOK_URL', 'Logs and metrics', {
  values: 'an http or https address such as `https://siem.example.com/audit`',
  description:
    'Where the server [sends the entries of the audit log](operate.md#send-the-audit-log-to-another-system). ' +
    'It can be in your own network. Requires `AUDIT_WEBHOOK_SECRET`.',
  parse(text) {
    const url = URL.parse(text);
    // No message has the value: it may hold a password or a key.
    if (!isPercentEncoded(text) || (url !== null && url.username + url.password !== '')) {
      throw new OperatorError(
        'AUDIT_WEBHOOK_URL must not contain a user name or a password; the receiver checks the signature instead',
      );
    }
    if (url === null || !['http:', 'https:'].includes(url.protocol)) {
      return invalidSecret('AUDIT_WEBHOOK_URL', 'an address that begins with https:// or http://');
    }
    if (problemOfUrl(text, true) !== undefined) {
      throw new OperatorError(
        'AUDIT_WEBHOOK_URL must not be the address of a metadata service or a link-local address',
      );
    }
    return text;
  },
});

/** Only to this machine may secrets and members go without TLS. */
const LOOPBACK = /^(?:localhost|127\.0\.0\.1|\[::1\])$/;

/** Whether members and secrets may go to this address: with TLS, or on this machine. */
export const isSafeAddress = ({ protocol, hostname }: URL) =>
  protocol === 'https:' || (protocol === 'http:' && LOOPBACK.test(hostname));

/**
 * The path of one company's tenant of Microsoft: its id, but not that of all personal accounts, or
 * its domain.
 */
const ONE_TENANT =
  /^\/(?!9188040d-6c67-4c5b-b112-36a304b66dad)(?:[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}|[\w-]+(?:\.[\w-]+)+)(?:\/|$)/i;

export const oidcIssuer = text('OIDC_ISSUER', 'Single sign-on', {
  values: 'an https address such as `https://login.example.com/realms/studio`',
  description:
    'The provider with which members [sign in](single-sign-on.md), by OpenID Connect. The server reads ' +
    '`<issuer>/.well-known/openid-configuration`. On this machine it can be an http address. ' +
    'Requires `OIDC_CLIENT_ID` and `PUBLIC_URL`.',
  parse(text) {
    const url = URL.parse(text);
    const isIssuer =
      url !== null && isSafeAddress(url) && url.search === '' && url.hash === '' && url.username + url.password === '';
    if (!isIssuer) {
      return invalidSecret('OIDC_ISSUER', 'an https address without a query, fragment, user name or password');
    }
    // With these, any company could sign in its people.
    if (url.hostname === 'login.microsoftonline.com' && !ONE_TENANT.test(url.pathname)) {
      invalid('OIDC_ISSUER', text, 'the issuer of one tenant: https://login.microsoftonline.com/<tenant id>/v2.0');
    }
    return text;
  },
});
