import { waitFor } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { focusWhenRendered } from './focus-when-rendered.ts';

function place(id: string): HTMLElement {
  const element = document.createElement('div');
  element.id = id;
  element.tabIndex = -1;
  document.body.append(element);
  return element;
}

const find = (id: string) => () => document.getElementById(id);

afterEach(() => document.body.replaceChildren());

test('focus goes to what is drawn later', async () => {
  focusWhenRendered(find('late'));
  setTimeout(() => place('late'), 40);
  await waitFor(() => expect(document.activeElement?.id).toBe('late'));
});

test('a panel whose script comes late is waited for, unless someone goes elsewhere meanwhile', async () => {
  const pressed = place('pressed');
  pressed.focus();
  focusWhenRendered(find('late'));
  await new Promise((resolve) => setTimeout(resolve, 800));
  place('late');
  await waitFor(() => expect(document.activeElement?.id).toBe('late'));

  focusWhenRendered(find('later'));
  await new Promise((resolve) => setTimeout(resolve, 600));
  pressed.focus();
  await new Promise((resolve) => setTimeout(resolve, 60));
  place('later');
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(document.activeElement?.id).toBe('pressed');
});

test('the last wish wins', async () => {
  place('first');
  place('second');
  focusWhenRendered(find('first'));
  focusWhenRendered(find('second'));
  await waitFor(() => expect(document.activeElement?.id).toBe('second'));
});

test('who has moved on is left there when only lost focus is to be caught', async () => {
  place('elsewhere').focus();
  place('place');
  focusWhenRendered(find('place'), { ifLost: true });
  await new Promise((resolve) => setTimeout(resolve, 80));
  expect(document.activeElement?.id).toBe('elsewhere');
});

test('lost focus is caught when what has it goes away late, but not when someone leaves it', async () => {
  place('heading');
  const opener = place('opener');
  const inDialog = place('in-dialog');
  inDialog.focus();
  focusWhenRendered(find('heading'), { ifLost: true });
  await new Promise((resolve) => setTimeout(resolve, 80));
  inDialog.remove();
  opener.focus();
  await new Promise((resolve) => setTimeout(resolve, 80));
  opener.remove();
  await waitFor(() => expect(document.activeElement?.id).toBe('heading'));

  const left = place('left');
  left.focus();
  focusWhenRendered(find('heading'), { ifLost: true });
  await new Promise((resolve) => setTimeout(resolve, 80));
  left.blur();
  await new Promise((resolve) => setTimeout(resolve, 80));
  expect(document.activeElement).toBe(document.body);
});
