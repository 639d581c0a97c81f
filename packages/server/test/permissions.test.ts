import type { UserId } from '@tributary/contract/core/ids.ts';
import { VISIBILITIES, type Visibility } from '@tributary/contract/core/access-levels.ts';
import { describe, expect, test } from 'vitest';
import { type Actor, ANONYMOUS, type UserActor } from '../src/platform/actor.ts';
import { can, type PolicySubject } from '../src/platform/policy/policy.ts';
import { table, type TableRow } from './permission-table.ts';

const person: UserActor = {
  kind: 'user',
  id: 1 as UserId,
  username: 'person',
  name: 'Person',
  email: 'person@example.test',
  isAdmin: false,
  isExternal: false,
  isBot: false,
  credential: { kind: 'session', sessionId: 1, csrfToken: '' },
};

type Who = { name: string; column: keyof TableRow['cells']; actor: Actor; level: number };

const PEOPLE: Who[] = [
  { name: 'anonymous', column: 'An', actor: ANONYMOUS, level: 0 },
  { name: 'non-member', column: 'Us', actor: person, level: 0 },
  { name: 'external', column: 'Us', actor: { ...person, isExternal: true }, level: 0 },
  { name: 'external guest', column: 'G', actor: { ...person, isExternal: true }, level: 10 },
  { name: 'guest', column: 'G', actor: person, level: 10 },
  { name: 'reporter', column: 'R', actor: person, level: 20 },
  { name: 'developer', column: 'D', actor: person, level: 30 },
  { name: 'maintainer', column: 'M', actor: person, level: 40 },
  { name: 'owner', column: 'O', actor: person, level: 50 },
  { name: 'administrator', column: 'Ad', actor: { ...person, isAdmin: true }, level: 0 },
];

type State = { visibility: Visibility; isArchived: boolean; isOwn: boolean };

const STATES: State[] = VISIBILITIES.flatMap((visibility) =>
  [false, true].flatMap((isArchived) => [false, true].map((isOwn) => ({ visibility, isArchived, isOwn }))),
);

function subject(who: Who, state: State): PolicySubject {
  return { resource: 'Project', level: who.level, ...state };
}

/** What the table says, worked out here a second time. */
function expected(row: TableRow, who: Who, state: State): string | null {
  const isMember = who.level > 0 || who.column === 'Ad';
  const isSeen =
    isMember ||
    state.visibility === 'public' ||
    (state.visibility === 'internal' && who.column !== 'An' && who.name !== 'external');
  if (!isSeen) return 'not_found';
  const isOpen = state.visibility !== 'private';
  const grants = (cell: string) => cell === 'Y' || (cell === 'o' && state.isOwn) || (cell === 'f' && isOpen);
  const isGranted = grants(row.cells[who.column]) || (who.column === 'G' && isOpen && grants(row.cells.Us));
  if (!isGranted) return row.hide ? 'not_found' : who.column === 'An' ? 'unauthenticated' : 'forbidden';
  return state.isArchived && !row.archived ? 'project_archived' : null;
}

const decide = (row: TableRow, who: Who, state: State) =>
  can(who.actor, row.ability, subject(who, state))?.code ?? null;
const allows = (row: TableRow, who: Who, state: State) => decide(row, who, state) === null;
const named = (name: string): Who => PEOPLE.find((who) => who.name === name) ?? PEOPLE[0]!;

describe('the decision follows the table', () => {
  test.each(table.map((row) => [row.ability, row] as const))('%s', (_ability, row) => {
    for (const who of PEOPLE) {
      for (const state of STATES) {
        const context = `${row.ability} by ${who.name} on ${JSON.stringify(state)}`;
        expect([context, decide(row, who, state)]).toEqual([context, expected(row, who, state)]);
      }
    }
  });

  test('each ability is denied to someone, unless the table opens it to everyone in every state', () => {
    const never = table.filter((row) => !PEOPLE.some((who) => STATES.some((state) => !allows(row, who, state))));
    expect(never.map((row) => row.ability)).toEqual([]);
  });

  test('the table has no ability twice, and only known marks', () => {
    const names = table.map((row) => row.ability);
    expect(new Set(names).size).toBe(names.length);
    for (const row of table) {
      expect([row.ability, ['read', 'write'].includes(row.kind)]).toEqual([row.ability, true]);
      expect([row.ability, Object.values(row.cells).join('')]).toEqual([
        row.ability,
        expect.stringMatching(/^[Yo\-fP]{8}$/),
      ]);
      expect([row.ability, row.scopes.every((scope) => /^[a-z_]+$/.test(scope))]).toEqual([row.ability, true]);
    }
  });
});

describe('whatever the table says', () => {
  const ROLES = ['non-member', 'guest', 'reporter', 'developer', 'maintainer', 'owner', 'administrator'].map(named);

  test('a higher role never has less', () => {
    for (const row of table) {
      for (const state of STATES) {
        const granted = ROLES.map((who) => allows(row, who, state));
        const lost = granted.findIndex((has, index) => has && granted.slice(index + 1).includes(false));
        expect([row.ability, state, lost]).toEqual([row.ability, state, -1]);
      }
    }
  });

  test('who does not belong sees no more of a private thing than of an internal, and of that than of a public one', () => {
    for (const row of table) {
      for (const who of ['anonymous', 'non-member', 'external'].map(named)) {
        for (const isArchived of [false, true]) {
          const open = VISIBILITIES.map((visibility) => allows(row, who, { visibility, isArchived, isOwn: false }));
          const lost = open.findIndex((has, index) => has && open.slice(index + 1).includes(false));
          expect([row.ability, who.name, lost]).toEqual([row.ability, who.name, -1]);
        }
      }
    }
  });

  test('an archived thing allows no more than the same thing in use', () => {
    for (const row of table) {
      for (const who of PEOPLE) {
        for (const state of STATES.filter((each) => each.isArchived)) {
          const inUse = allows(row, who, { ...state, isArchived: false });
          expect([row.ability, who.name, allows(row, who, state) && !inUse]).toEqual([row.ability, who.name, false]);
        }
      }
    }
  });

  test('an external user has no more than any other, and nobody signed in less than someone signed out', () => {
    for (const row of table) {
      for (const state of STATES) {
        const [anonymous, external, other] = ['anonymous', 'external', 'non-member'].map((name) =>
          allows(row, named(name), state),
        );
        expect([row.ability, state, external && !other, anonymous && !external]).toEqual([
          row.ability,
          state,
          false,
          false,
        ]);
      }
    }
  });

  test('a token never has more than its user, and nothing that its scopes do not cover', () => {
    const scopes = [...new Set(table.flatMap((row) => row.scopes))];
    for (const row of table) {
      for (const who of PEOPLE) {
        if (who.actor.kind !== 'user') continue;
        for (const scope of [...scopes, 'unknown']) {
          const actor: Actor = { ...who.actor, credential: { kind: 'token', tokenId: 1, scopes: [scope] } };
          for (const state of STATES) {
            const byToken = can(actor, row.ability, subject(who, state)) === null;
            const should = row.scopes.includes(scope) && allows(row, who, state);
            expect([row.ability, who.name, scope, byToken]).toEqual([row.ability, who.name, scope, should]);
          }
        }
      }
    }
  });

  test('a read-only token covers no write', () => {
    const writes = table.filter((row) => row.kind === 'write' && row.scopes.some((scope) => scope.startsWith('read_')));
    // A token may always give itself up.
    expect(writes.map((row) => row.ability)).toEqual(['revoke_own_token']);
  });

  test('a switched-off feature is absent for everyone, one for members only for all others', () => {
    for (const row of table) {
      for (const who of PEOPLE) {
        for (const state of STATES.filter((each) => !each.isArchived)) {
          const off = can(who.actor, row.ability, { ...subject(who, state), feature: 'disabled' });
          expect([row.ability, who.name, off === null]).toEqual([row.ability, who.name, false]);
          const closed = can(who.actor, row.ability, { ...subject(who, state), feature: 'private' });
          const isMember = who.level > 0 || who.column === 'Ad';
          const should = isMember && allows(row, who, state);
          expect([row.ability, who.name, closed === null]).toEqual([row.ability, who.name, should]);
        }
      }
    }
  });

  test('what is confidential is for reporters and up, and for its own users', () => {
    for (const row of table) {
      for (const who of PEOPLE) {
        const state = { visibility: 'public', isArchived: false, isOwn: false } as const;
        const decision = can(who.actor, row.ability, { ...subject(who, state), isConfidential: true });
        const isInside = who.level >= 20 || who.column === 'Ad';
        const should = isInside ? decision?.code : 'not_found';
        expect([row.ability, who.name, decision?.code]).toEqual([row.ability, who.name, should]);
      }
    }
  });

  test('an ability that the table does not have is a bug, not a refusal', () => {
    expect(() => can(person, 'no_such_ability', { resource: 'X', visibility: 'public', level: 0 })).toThrow('no row');
  });
});
