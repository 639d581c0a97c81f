import { setHashingCost } from '../../packages/server/src/accounts/password-hashing.ts';

/*
 * Loaded before the server of a journey. Hashing as in production takes a fifth of a second of a processor for each user
 * and each sign-in; `e2e/start.test.ts` starts the product as it is.
 */
setHashingCost({ memoryCost: 8, timeCost: 1, parallelism: 1 });
