/** The users of the demo group, by the name in their addresses. */
export type DemoUsername = 'ann' | 'ingrid' | 'jun' | 'sara' | 'tomas';

export type DemoUser = {
  username: DemoUsername;
  name: string;
  email: string;
  /** 50 owner, 40 maintainer, 30 developer. */
  accessLevel: 30 | 40 | 50;
  profile: { job_title: string; location: string; bio: string };
};

function person(
  username: DemoUsername,
  name: string,
  accessLevel: DemoUser['accessLevel'],
  profile: DemoUser['profile'],
): DemoUser {
  return { username, name, email: `${username}@delta.example`, accessLevel, profile };
}

export const USERS: readonly DemoUser[] = [
  person('ann', 'Ann Okafor', 50, {
    job_title: 'Engineering lead',
    location: 'Lagos',
    bio: 'Leads the core libraries team.',
  }),
  person('ingrid', 'Ingrid Bjørnsen', 40, {
    job_title: 'Principal engineer',
    location: 'Tromsø',
    bio: 'Reads the tests before the code.',
  }),
  person('jun', 'Jun Watanabe', 30, {
    job_title: 'Software engineer',
    location: 'Kyoto',
    bio: 'Routers, parsers and other code with too many branches.',
  }),
  person('sara', 'سارة الحسيني', 30, {
    job_title: 'Software engineer',
    location: 'عمّان',
    bio: 'Logging and metrics.',
  }),
  person('tomas', 'Tomás Herrera', 30, {
    job_title: 'Software engineer',
    location: 'Valparaíso',
    bio: 'New here. Asks a lot of questions.',
  }),
];

export function getDemoUser(username: DemoUsername): DemoUser {
  const found = USERS.find((each) => each.username === username);
  if (!found) throw new Error(`nobody is called ${username}`);
  return found;
}
