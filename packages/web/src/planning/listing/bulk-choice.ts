import type { ComboboxOption } from '../../ui/combobox.tsx';

/** What is chosen to be changed of all that is selected; what is empty stays as it is. */
export type BulkChoice = {
  state: '' | 'close' | 'reopen';
  assignee: ComboboxOption[];
  reviewer: ComboboxOption[];
  addLabels: ComboboxOption[];
  removeLabels: ComboboxOption[];
  milestone: ComboboxOption[];
  subscription: '' | 'subscribe' | 'unsubscribe';
};

export const NO_CHANGE: BulkChoice = {
  state: '',
  assignee: [],
  reviewer: [],
  addLabels: [],
  removeLabels: [],
  milestone: [],
  subscription: '',
};
