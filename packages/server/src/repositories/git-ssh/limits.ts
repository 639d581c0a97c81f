/** Budgets of the SSH server of one process. Milliseconds and bytes. */
export const SSH_LIMITS = {
  maxConnections: 500,
  /** Of one IPv4 address or IPv6 network. */
  maxPerNetwork: 100,
  /** Time to prove who it is. */
  loginGraceMs: 30_000,
  /** Keys and other proofs that were refused. */
  maxRefusedProofs: 10,
  /** Commands at the same time on one connection. */
  maxSessions: 10,
  /** A connection without a command. */
  idleMs: 300_000,
  /** How often it is checked that the key and the project are still open to whoever runs a command. */
  recheckMs: 2_000,
  /** How long a stop waits for commands. */
  stopMs: 15_000,
  /** What a client may make wait in memory in either direction; one that keeps to the protocol stays far below. */
  maxBufferedBytes: 32 * 1024 ** 2,
  /** Smaller packets cost more than they carry. */
  minPacketBytes: 1_024,
} as const;
