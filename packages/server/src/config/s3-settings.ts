import { invalidSecret, onOff, text, type ValuesOf } from './setting.ts';

const GROUP = 'Attachments';

function isEndpoint(value: string): boolean {
  const url = URL.parse(value);
  return (
    url !== null &&
    /^https?:$/.test(url.protocol) &&
    url.username + url.password + url.search + url.hash === '' &&
    !/[?#]/.test(value)
  );
}

const endpoint = text('S3_ENDPOINT', GROUP, {
  values: '`https://<host>`',
  description:
    'The S3 service of `FILES_URL`. Without it: that of AWS in `S3_REGION`. With `http` anyone on the way can read ' +
    'the files.',
  parse: (value) =>
    isEndpoint(value)
      ? value
      : invalidSecret('S3_ENDPOINT', 'http:// or https:// and a host, without a user, "?" or "#"'),
});

const region = text('S3_REGION', GROUP, {
  default: 'us-east-1',
  values: 'the name of a region',
  description: 'The region of the bucket. Services without regions often expect `us-east-1` or `auto`.',
  parse: (value) =>
    /^[a-z0-9-]{1,64}$/.test(value) ? value : invalidSecret('S3_REGION', 'lower-case letters, digits and "-"'),
});

export const S3_SETTINGS = {
  endpoint,
  region,
  accessKey: text('S3_ACCESS_KEY', GROUP, {
    values: 'text',
    description: 'The id of the access key. Required with `s3://`.',
  }),
  secretKey: text('S3_SECRET_KEY', GROUP, {
    values: 'text',
    description: 'The secret of the access key. It is never logged. Required with `s3://`.',
  }),
  pathStyle: onOff('S3_PATH_STYLE', GROUP, {
    default: 'off',
    description:
      'Whether the bucket is in the path (`https://host/bucket/key`) or in the name of the host ' +
      '(`https://bucket.host/key`). Most services that you run yourself need `on`.',
  }),
  scratch: text('S3_SCRATCH_FOLDER', GROUP, {
    values: 'path of a folder',
    description:
      'The local folder in which files are received and checked before they go to S3. Without it: in the folder ' +
      '`<database>.files` beside a SQLite database, and in the folder of the system for temporary files with ' +
      'PostgreSQL. It must belong to this server alone.',
  }),
};

export type S3Settings = ValuesOf<typeof S3_SETTINGS>;
