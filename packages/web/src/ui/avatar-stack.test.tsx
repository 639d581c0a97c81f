import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { AvatarStack } from './avatar-stack.tsx';

const people = (count: number) => Array.from({ length: count }, (_, at) => ({ id: at, name: `Person ${at}` }));

test.each([
  [10, undefined, 10, ''],
  [11, undefined, 10, '1 more'],
  [5, 3, 3, '2 more'],
])('of %i people, with at most %s of them, %i are shown', (count, max, shown, rest) => {
  render(<AvatarStack label="Replied" people={people(count)} {...(max !== undefined && { max })} />);
  const stack = screen.getByRole('img', { name: /^Replied: Person 0, / });
  expect(stack.children).toHaveLength(shown + (rest === '' ? 0 : 1));
  expect(stack.lastElementChild?.textContent?.includes('more') === true ? stack.lastElementChild.textContent : '').toBe(
    rest,
  );
});
