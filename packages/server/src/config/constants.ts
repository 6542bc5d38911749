/**
 * Numbers that are decisions (068). They are part of the config, so that tests can have other
 * values. Fixed rate limits are in `LIMITS`.
 */
export const CONSTANTS = {
  /** A year, as scanners of sites expect. It takes effect only over HTTPS. */
  hstsSeconds: 31_536_000,
  /** So long a client may take for a request, or read nothing: mobile networks pause. */
  requestTimeoutSeconds: 10,
  /** So long a client may take for a whole response. */
  responseTimeoutSeconds: 120,
  /** Responses whose clients read slowly. One address can have a quarter of it, or one response. */
  responseBufferMegabytes: 64,
  /** Messages and notes of a ticket. A response has all of them. Viewers get four fifths. */
  messagesPerTicket: 500,
  /** The age up to which an inbox shows messages, as the contract says. */
  inboxDays: 90,
  /** The contract's time for an `Idempotency-Key`. The client SDK retries for 6 days. */
  idempotencyDays: 7,
  /** Hourly counters and spikes of the build radar, which compares with 28 days. */
  radarDays: 60,
  /** A round without work costs a look at the database. */
  jobIntervalSeconds: 1,
  /** Each takes 19 MiB and a core for 30 ms, so two leave room for players. Up to 50 more wait. */
  passwordHashesAtOnce: 2,
  s3: {
    /** For one file, with up to three attempts. */
    timeoutSeconds: 60,
  },
  attachments: {
    /** Of all uploads to this process. It leaves processor time for polls. */
    bytesPerSecond: 10_000_000,
    /** To send a file: 10 MB at 85 KB per second. Slower clients upload in parts. */
    uploadSeconds: 120,
    /** Of players, at most half of them from one address. The team has as many. */
    uploadsAtOnce: 8,
    /** While others wait for its slot, a slower one is ended: mobile networks are faster. */
    slowUpload: { bytesPerSecond: 32_000, seconds: 5 },
    /** And so is one that has held its slot for so long: 10 MB at 500 KB per second. */
    slotSeconds: 20,
    /**
     * Processes that re-encode slow images, and as many for quick ones. Each needs up to 580 MB
     * while it works.
     */
    imagesAtOnce: 1,
    /** Processor time for one image. It has three times as long before the response is 503. */
    imageSeconds: 10,
    /** Million pixels of the largest image. A camera of "64 megapixels" has a few more. */
    maxMegapixels: 66,
    /** For the scan of one file. A failed one is repeated 30 seconds to an hour later. */
    scanSeconds: 60,
  },
  /** A round of reads that takes longer makes the server refuse polls; twice as long, reads. */
  shedAfterMilliseconds: 100,
  /** The same for reads in flight: with 1,000, polls took the places of writes (decision 014). */
  shedInFlight: 200,
  /** Reads of one player. A game polls and lists at the same time. */
  playerReadsAtOnce: 8,
  /** Requests of one member, or of its API keys. A browser opens as many with HTTP/1.1. */
  teamRequestsAtOnce: 6,
  /** The change feed. Its heartbeats keep proxies from closing an idle stream. */
  live: { streams: 1000, streamsPerMember: 20, heartbeatSeconds: 15 },
};
