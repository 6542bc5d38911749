declare module '@20minutes/s3rver' {
  import type { RequestListener } from 'node:http';

  /** What tests use. s3rver has no types. */
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
