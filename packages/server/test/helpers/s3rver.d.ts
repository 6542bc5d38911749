declare module '@20minutes/s3rver' {
  import type { RequestListener } from 'node:http';

  /** What the tests use of s3rver, which has no types. */
  export default class S3rver {
    constructor(options: {
      directory: string;
      silent: boolean;
      allowMismatchedSignatures: boolean;
      serviceEndpoint: string;
      configureBuckets: { name: string; configs: string[] }[];
    });
    readonly logger: { close(): void };
    configureBuckets(): Promise<unknown>;
    callback(): RequestListener;
  }
}
