import { randomBytes } from 'node:crypto';
import { addUser } from '../../accounts/index.ts';
import { CommandFailed, defineCommand, textOf } from '../commands.ts';

defineCommand({
  name: 'user create',
  summary: 'Create a user and print its ID',
  ability: 'administer',
  options: {
    username: { type: 'string', value: 'NAME', summary: 'username', isRequired: true },
    email: { type: 'string', value: 'ADDRESS', summary: 'email address', isRequired: true },
    name: { type: 'string', value: 'TEXT', summary: 'display name (default: the username)' },
    password: { type: 'string', value: 'TEXT', summary: 'password (default: generated and printed once)' },
    admin: { type: 'boolean', summary: 'create an administrator' },
  },
  run: async ({ openInstance, say, note }, values) => {
    const [username, email] = [textOf(values, 'username'), textOf(values, 'email')];
    if (username === undefined || email === undefined) throw new CommandFailed('Specify --username and --email.');
    const given = textOf(values, 'password');
    const password = given ?? randomBytes(18).toString('base64url');
    const user = await addUser(await openInstance(), {
      username,
      email,
      name: textOf(values, 'name') ?? username,
      password,
      isAdmin: values['admin'] === true,
      isConfirmed: true,
    });
    if (given === undefined) note(`password: ${password}`);
    say(String(user.id));
  },
});
