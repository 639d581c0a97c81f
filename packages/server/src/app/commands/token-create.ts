import { createTokenFor, findUserByUsername } from '../../accounts/index.ts';
import { CommandFailed, defineCommand, textOf } from '../commands.ts';

defineCommand({
  name: 'token create',
  summary: 'Create a personal access token and print it',
  ability: 'administer',
  options: {
    user: { type: 'string', value: 'NAME', summary: 'username of the token owner', isRequired: true },
    name: { type: 'string', value: 'TEXT', summary: 'token name', isRequired: true },
    scopes: { type: 'string', value: 'A,B', summary: 'api, read_api, read_user, …', isRequired: true },
    expires: { type: 'string', value: 'DATE', summary: 'YYYY-MM-DD, at most one year ahead (default: 30 days)' },
  },
  run: async ({ openInstance, say }, values) => {
    const username = textOf(values, 'user') ?? '';
    const expiresAt = textOf(values, 'expires');
    if (expiresAt !== undefined && !/^\d{4}-\d{2}-\d{2}$/.test(expiresAt)) {
      throw new CommandFailed(`--expires must be a date like 2027-01-31, not "${expiresAt}".`);
    }
    const ctx = await openInstance();
    const user = await findUserByUsername(ctx, username);
    if (!user) throw new CommandFailed(`User ${username} not found.`);
    const scopes = (textOf(values, 'scopes') ?? '').split(',').map((scope) => scope.trim());
    const { token } = await createTokenFor(ctx, {
      userId: user.id,
      name: textOf(values, 'name') ?? '',
      scopes: scopes.filter((scope) => scope !== ''),
      expiresAt,
    });
    say(token);
  },
});
