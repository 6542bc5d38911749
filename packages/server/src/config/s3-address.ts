/** A bucket, and what all keys in it begin with. */
export interface S3Address {
  readonly bucket: string;
  /** Empty, or with a slash at its end. */
  readonly prefix: string;
}

const BUCKET = '[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]';
/** A segment that begins with a dot could be `..`, which a URL resolves. */
const SEGMENT = '[A-Za-z0-9_][A-Za-z0-9_.-]*';
const S3_URL = new RegExp(`^s3://(?<bucket>${BUCKET})(?:/(?<prefix>${SEGMENT}(?:/${SEGMENT})*))?/?$`);

/** What `s3://<bucket>/<prefix>` names. Undefined for any other URL. */
export function s3Address(url: string): S3Address | undefined {
  const { bucket, prefix } = S3_URL.exec(url)?.groups ?? {};
  if (bucket === undefined) return undefined;
  return { bucket, prefix: prefix === undefined ? '' : `${prefix}/` };
}

/**
 * The URL of an object, or of the bucket for an empty key.
 *
 * @param pathStyle whether the bucket is in the path. Otherwise it is in the name of the host.
 */
export function objectUrl(endpoint: string, bucket: string, key: string, pathStyle: boolean): URL {
  const url = new URL(endpoint);
  const base = url.pathname.replace(/\/$/, '');
  if (!pathStyle) url.hostname = `${bucket}.${url.hostname}`;
  url.pathname = [base, ...(pathStyle ? [bucket] : []), ...(key === '' ? [] : [key])].join('/');
  return url;
}
