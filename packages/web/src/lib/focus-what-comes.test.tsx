import { act, render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { focusWhatComes } from './focus-what-comes.ts';

type What = 'button' | 'nothing' | 'lines' | 'again';

function Card({ what }: { what: What }) {
  return (
    <>
      <section data-file-card aria-label="card">
        {what === 'button' && <button onClick={(event) => focusWhatComes(event.currentTarget)}>Try again</button>}
        {what === 'lines' && (
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- as the lines of a file are
          <div data-diff tabIndex={0} />
        )}
        {what === 'again' && <button data-retry>Once more</button>}
      </section>
      <button>Elsewhere</button>
    </>
  );
}

/** Presses the button; the answer draws something else, of which the watcher hears in the microtask after it. */
function press() {
  const { rerender } = render(<Card what="button" />);
  const button = screen.getByText('Try again');
  button.focus();
  button.click();
  return (what: What) => act(async () => rerender(<Card what={what} />));
}

test('the card holds the keyboard until the lines are there', async () => {
  const draw = press();
  await draw('nothing');
  expect(document.activeElement).toBe(screen.getByRole('region'));
  await draw('lines');
  expect(document.activeElement?.hasAttribute('data-diff')).toBe(true);
});

test('another button to try again takes it too', async () => {
  const draw = press();
  await draw('again');
  expect(document.activeElement).toBe(screen.getByText('Once more'));
});

test('who went elsewhere is left there', async () => {
  const draw = press();
  await draw('nothing');
  screen.getByText('Elsewhere').focus();
  await draw('lines');
  expect(document.activeElement).toBe(screen.getByText('Elsewhere'));
});
