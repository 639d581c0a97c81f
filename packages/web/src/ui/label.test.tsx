import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { Label } from './label.tsx';

it('says its whole name, and what it means, where its end may be cut', () => {
  render(
    <>
      <Label title="area::a name that does not come to an end" color="#0b6b7b" />
      <Label title="bug" color="#d9534f" description="Something is wrong" />
    </>,
  );
  expect(screen.getByTitle('area::a name that does not come to an end')).toBeTruthy();
  expect(screen.getByTitle('bug: Something is wrong')).toBeTruthy();
});
