import { AppError } from '@tributary/contract/errors/app-error.ts';
import { createFirstUser } from '../accounts/index.ts';
import { SYSTEM } from '../platform/actor.ts';
import { contextFor, type Platform } from '../platform/context.ts';
import { CannotStart } from './data-directory.ts';
// Everything that hangs on a new account must be registered before the first one is made.
import './slices.ts';

/** Makes what every instance has; returns the first administrator's password if it was invented now. */
export async function prepareInstance(platform: Platform): Promise<string | undefined> {
  const ctx = contextFor(platform, SYSTEM, { id: 'start' });
  try {
    return await createFirstUser(ctx, platform.config.rootPassword);
  } catch (error) {
    const problem = error instanceof AppError ? error.fields?.['password']?.[0] : undefined;
    if (problem === undefined) throw error;
    throw new CannotStart(`The password in TRIBUTARY_ROOT_PASSWORD ${problem}.\nChoose a different one.`);
  }
}
