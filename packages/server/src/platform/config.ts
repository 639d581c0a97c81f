/** Settings of one process, read once at start by app/config.ts. */
export type Config = {
  /** Origin and path that users use, without a trailing slash. */
  url: string;
  host: string;
  port: number;
  /** Where git is served over SSH, and the address that users use (`ssh://git@host:port`); undefined when it is off. */
  ssh: { port: number; url: string } | undefined;
  dataDir: string;
  databaseUrl: string | undefined;
  /** Undefined means a directory under dataDir; otherwise `s3://bucket/prefix?endpoint=…&region=…`. */
  storageUrl: string | undefined;
  /** `smtp://user:pass@host:port`; without one, mail is kept in the outbox that administrators can read. */
  smtpUrl: string | undefined;
  mailFrom: string;
  /** Where mails ask to be answered, `%{key}` standing for the key: `reply+%{key}@code.example.org`. Without one they do not. */
  replyAddress: string | undefined;
  /** What a mail gateway shows at the HTTP interface for answers; without one the interface is shut. */
  mailDoorSecret: string | undefined;
  rootPassword: string | undefined;
  role: 'all' | 'web' | 'worker';
  logLevel: string;
  /** Number of reverse proxies in front whose forwarding headers are believed. */
  trustedProxyHops: number;
  /** Addresses that may read /-/metrics and readiness details. */
  monitoringAllowList: string[];
  /** Hosts inside the network that webhooks may call all the same; empty means none. */
  outboundAllowList: string[];
  /** Requests a minute for one signed-in user, and for one address where nobody is signed in. */
  rateLimits: { authenticated: number; unauthenticated: number };
  version: string;
  isDemo: boolean;
  /** A runner is started beside the service. */
  hasRunner: boolean;
};
