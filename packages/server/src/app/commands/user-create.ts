import { randomBytes } from 'node:crypto';
import { addUser } from '../../accounts/index.ts';
import { CommandFailed, defineCommand, textOf } from '../commands.ts';

defineCommand({
  name: 'user create',
  summary: 'Make an account; prints its id',
  ability: 'administer',
  options: {
    username: { type: 'string', value: 'NAME', summary: 'name in addresses', isRequired: true },
    email: { type: 'string', value: 'ADDRESS', summary: 'e-mail address', isRequired: true },
    name: { type: 'string', value: 'TEXT', summary: 'name shown to people; the username when left out' },
    password: { type: 'string', value: 'TEXT', summary: 'invented and told once when left out' },
    admin: { type: 'boolean', summary: 'make an administrator' },
  },
  run: async ({ openInstance, say, note }, values) => {
    const [username, email] = [textOf(values, 'username'), textOf(values, 'email')];
    if (username === undefined || email === undefined) throw new CommandFailed('Name --username and --email.');
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
