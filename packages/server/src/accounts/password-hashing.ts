import { hash, verify } from '@node-rs/argon2';
import { AppError } from '@tributary/contract/errors/app-error.ts';

/** argon2id is the library's default algorithm. `memoryCost` is in KiB. */
type HashingCost = { memoryCost: number; timeCost: number; parallelism: number };

const PRODUCTION_COST: HashingCost = { memoryCost: 65_536, timeCost: 3, parallelism: 1 };
/** Each hash holds 64 MB; more at once would take the memory of everything else. */
const MAX_AT_ONCE = 2;
const MAX_WAITING = 60;

let cost = PRODUCTION_COST;
let running = 0;
const waiting: (() => void)[] = [];

/** Lets tests hash in a millisecond. Never called by the product. */
export function setHashingCost(next: HashingCost): void {
  cost = next;
  dummyHash = undefined;
}

async function withTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running >= MAX_AT_ONCE) {
    if (waiting.length >= MAX_WAITING) throw new AppError('rate_limited');
    await new Promise<void>((resolve) => waiting.push(resolve));
  } else running += 1;
  try {
    return await work();
  } finally {
    const next = waiting.shift();
    if (next) next();
    else running -= 1;
  }
}

export function hashPassword(password: string): Promise<string> {
  return withTurn(() => hash(password, cost));
}

let dummyHash: Promise<string> | undefined;

/**
 * Compares with the stored hash. Without one (nobody of that name, or an account that has no password) it does the same
 * work on a made-up hash, so that the time tells nothing.
 */
export async function verifyPassword(storedHash: string | null | undefined, password: string): Promise<boolean> {
  dummyHash ??= hashPassword('a password that nobody has');
  const expected = storedHash ?? (await dummyHash);
  // Over-long input would buy hashing time; it cannot be right anyhow.
  const candidate = password.slice(0, 512);
  const isRight = await withTurn(() => verify(expected, candidate));
  return isRight && storedHash != null;
}

/** Was the hash made with other settings than today's? Then it is made again at the next right password. */
export function needsRehash(storedHash: string): boolean {
  return !storedHash.includes(`$m=${cost.memoryCost},t=${cost.timeCost},p=${cost.parallelism}$`);
}
