/** A bucket, and the beginning of all its keys. */
export interface S3Address {
  readonly bucket: string;
  /** Empty, or ends with a slash. */
  readonly prefix: string;
}

const BUCKET = '[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]';
/** A leading dot could make `..`, which a URL resolves. */
const SEGMENT = '[A-Za-z0-9_][A-Za-z0-9_.-]*';
const S3_URL = new RegExp(`^s3://(?<bucket>${BUCKET})(?:/(?<prefix>${SEGMENT}(?:/${SEGMENT})*))?/?$`);

/** Reads `s3://<bucket>/<prefix>`. Undefined for other URLs. */
export function s3Address(url: string): S3Address | undefined {
  const { bucket, prefix } = S3_URL.exec(url)?.groups ?? {};
  if (bucket === undefined) return undefined;
  return { bucket, prefix: prefix === undefined ? '' : `${prefix}/` };
}

/** An empty key: the bucket. `pathStyle`: the bucket is in the path, else in the host name. */
export function objectUrl(endpoint: string, bucket: string, key: string, pathStyle: boolean): URL {
  const url = new URL(endpoint);
  const base = url.pathname.replace(/\/$/, '');
  if (!pathStyle) url.hostname = `${bucket}.${url.hostname}`;
  url.pathname = [base, ...(pathStyle ? [bucket] : []), ...(key === '' ? [] : [key])].join('/');
  return url;
}
